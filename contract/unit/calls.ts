import { z } from 'zod';
import { companyRolesOrAdmins, companyRolesOrSuperadmin } from '#contract/access/role-limits.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  countyCodeShape,
  csvFile,
  csvPartNumber,
  day,
  dayRange,
  id,
  pageNumberSchema,
  pageSize,
  searchText,
  yesNoFlag,
} from '#contract/kernel/list.ts';
import { amountLimits } from '#contract/money/cents.ts';
import { amountTextSchema } from '#contract/money/schema.ts';
import { bulkRentPercentRange, maxUnitReshapeParts, unitLimits, unitMismatches } from './kinds.ts';
import { unitMoves } from './machine.ts';
import {
  BuildingViewUnit,
  newUnitTraitsShape,
  UnitDetails,
  UnitEvent,
  UnitListItem,
  unitAmount,
  unitNameShape,
  unitStatusNumber,
  unitTraitsShape,
} from './shapes.ts';

export type { BuildingViewUnit, UnitDetails, UnitEvent, UnitListItem, UnitSummary } from './shapes.ts';

const base = '/api/v2/unit';
const byId = z.object({ id });
const code = z.string().max(40).optional();
const sorts = ['name', 'rent_cents', 'status_since', 'bedrooms', 'updated_at', 'created_at'] as const;
const searched = amountTextSchema(amountLimits.rent);
/** Rents are searched in cents, as everywhere on the wire. */
const filterShape = {
  name: searchText,
  property: id,
  unit_type: id,
  status: unitStatusNumber,
  bedrooms: z.coerce.number().int().min(0).max(20),
  rent_from: searched,
  rent_to: searched,
  block: searchText,
  mismatch: z.enum(unitMismatches),
  company_id: id,
  region: countyCodeShape,
  /** Days the unit has had its present status. */
  ...dayRange,
};
const z_filter = buildFilterSchema(filterShape);
const reason = z.string().trim().max(500).default('');
const moved = { reason, expected_on: day.nullable().default(null) };
const unit_ids = z.array(id).min(1).max(unitLimits.bulk);
const percent = z.number().int().min(bulkRentPercentRange.min).max(bulkRentPercentRange.max);

/** Either one rent for all units, or a change in hundredths of a percent, rounded to whole shillings. */
const RentChange = z.discriminatedUnion('how', [
  z.strictObject({ how: z.literal('set'), cents: unitAmount }),
  z.strictObject({ how: z.literal('percent'), basis_points: percent }),
]);
/** The fields that are entered again for a unit after a split or merge. */
const Part = z.strictObject({ name: unitNameShape, unit_type_id: id, rent_cents: unitTraitsShape.rent_cents, area_m2: unitTraitsShape.area_m2 });
const Choice = z.object({ id: z.number(), name: z.string() });

export const unitCalls = {
  list: call({
    method: 'GET',
    path: `${base}/fetch_units/`,
    summary: 'List units the caller may see',
    needs: ['units', 'read'],
    query: z.object({ page: pageNumberSchema, page_size: pageSize, sort: buildSortSchema(sorts, 'name'), z_filter }),
    result: buildListSchema(UnitListItem),
    fails: [],
  }),
  listForBuildingView: call({
    method: 'GET',
    path: `${base}/fetch_doors/`,
    summary: 'List all units of a property in natural order, up to 2,000, with the fields a building plan needs',
    needs: ['units', 'read'],
    query: z.object({ property: id }),
    result: buildListSchema(BuildingViewUnit),
    fails: ['notFound'],
  }),
  statusCounts: call({
    method: 'GET',
    path: `${base}/count_units/`,
    summary: 'Count the filtered units by status, with the monthly rent lost to vacancy',
    needs: ['units', 'read'],
    query: z.object({ z_filter }),
    result: z.object({ by_status: z.record(z.string(), z.number()), all: z.number(), empty_rent_cents: z.number() }),
    fails: [],
  }),
  mismatches: call({
    method: 'GET',
    path: `${base}/count_unit_mismatches/`,
    summary: 'Count the filtered units whose status contradicts their records, by kind',
    needs: ['units', 'read'],
    query: z.object({ z_filter }),
    result: z.object({ counts: z.record(z.enum(unitMismatches), z.number()) }),
    fails: [],
  }),
  exportCsv: call({
    method: 'GET',
    path: `${base}/export_units/`,
    summary: 'Export the filtered units as CSV, in parts of 5,000 rows',
    needs: ['units', 'read'],
    query: z.object({ sort: buildSortSchema(sorts, 'name'), z_filter, part: csvPartNumber }),
    result: csvFile,
    fails: [],
  }),
  choices: call({
    method: 'GET',
    path: `${base}/unit_choices/`,
    summary: 'List choices for unit forms and filters: types, amenities, and properties by name',
    needs: ['units', 'read'],
    /** `creating`: only properties the caller may add units to. */
    query: z.object({ q: searchText.default(''), creating: yesNoFlag.optional() }),
    result: z.object({
      unit_types: z.array(Choice.extend({ code: z.string(), bedrooms: z.number().nullable() })),
      amenities: z.array(Choice.extend({ grouped: z.string() })),
      properties: z.array(Choice.extend({ code: z.string(), blocks: z.array(z.string()) })),
    }),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/fetch_unit_details/`,
    summary: 'Get a unit; if a code is given, it must match',
    needs: ['units', 'read'],
    query: z.object({ id, code }),
    result: UnitDetails,
    fails: ['notFound'],
  }),
  timeline: call({
    method: 'GET',
    path: `${base}/fetch_unit_timeline/`,
    summary: 'List the history of a unit, newest first: status, prices and changes',
    needs: ['units', 'read'],
    query: z.object({ id, page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(UnitEvent),
    fails: ['notFound'],
  }),
  create: call({
    method: 'POST',
    path: `${base}/create_unit/`,
    summary: 'Create a unit in a property',
    needs: companyRolesOrSuperadmin('units', 'create'),
    body: z.strictObject({ property_id: id, name: unitNameShape, ...newUnitTraitsShape }),
    result: UnitDetails,
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'units',
  }),
  createMany: call({
    method: 'POST',
    path: `${base}/create_units/`,
    summary: 'Create several identical units with names from a pattern such as A{1..10}; all or none',
    needs: companyRolesOrSuperadmin('units', 'create'),
    body: z.strictObject({ property_id: id, pattern: singleLine.min(1).max(80), ...newUnitTraitsShape }),
    result: z.object({ made: z.number(), names: z.array(z.string()) }),
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'units',
  }),
  update: call({
    method: 'PATCH',
    path: `${base}/update_unit/`,
    summary: 'Update a unit; omitted fields do not change',
    needs: companyRolesOrAdmins('units', 'edit'),
    query: byId,
    body: z
      .strictObject({ name: unitNameShape, ...unitTraitsShape })
      .partial()
      .extend({
        /** New terms are saved on the unit type in this property and apply to all its units. */
        others: z.boolean().optional(),
        revision: z.number().int().optional(),
      }),
    result: UnitDetails,
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'units',
  }),
  move: call({
    method: 'PATCH',
    path: `${base}/change_unit_status/`,
    summary: 'Take a unit off the market or return it; reserving, works and freezing need a reason, and works a completion date',
    needs: companyRolesOrAdmins('units', 'edit'),
    query: byId,
    body: z.strictObject({ move: z.enum(unitMoves), ...moved }),
    result: UnitDetails,
    fails: ['notFound', 'forbidden', 'wrongState'],
    toast: 'statusUpdated',
    document: 'units',
  }),
  bulk: call({
    method: 'PATCH',
    path: `${base}/change_units/`,
    summary: 'Update rent, deposit, service charge, availability, type, amenities or status of several units; all or none',
    needs: companyRolesOrAdmins('units', 'edit'),
    body: z.strictObject({
      unit_ids,
      rent: RentChange.optional(),
      /** Null inherits the value of the type or property; a field that is left out does not change. */
      deposit_cents: unitTraitsShape.deposit_cents.optional(),
      service_charge_cents: unitTraitsShape.service_charge_cents.optional(),
      available_from: unitTraitsShape.available_from.optional(),
      unit_type_id: id.optional(),
      add_amenities: unitTraitsShape.amenities.default([]),
      remove_amenities: unitTraitsShape.amenities.default([]),
      move: z.enum(unitMoves).optional(),
      ...moved,
    }),
    result: z.object({ changed: z.number() }),
    fails: ['notFound', 'forbidden', 'wrongState', 'conflict'],
    document: 'units',
  }),
  split: call({
    method: 'POST',
    path: `${base}/split_unit/`,
    summary: 'Split a unit that is neither let nor listed into several; it stays as the first of them',
    needs: companyRolesOrSuperadmin('units', 'create'),
    query: byId,
    body: z.strictObject({ parts: z.array(Part).min(2).max(maxUnitReshapeParts), revision: z.number().int().optional() }),
    result: z.object({ unit: UnitDetails, made: z.array(Choice) }),
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'units',
  }),
  merge: call({
    method: 'POST',
    path: `${base}/merge_units/`,
    summary: 'Merge several units of a property that are neither let nor listed; the others leave all lists',
    needs: ['units', 'delete'],
    query: byId,
    body: z.strictObject({
      unit_ids: z
        .array(id)
        .min(1)
        .max(maxUnitReshapeParts - 1),
      ...Part.omit({ area_m2: true }).shape,
      revision: z.number().int().optional(),
    }),
    result: z.object({ unit: UnitDetails, gone: z.array(z.number()) }),
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'units',
  }),
  remove: call({
    method: 'DELETE',
    path: `${base}/delete_unit/`,
    summary: 'Delete a unit that is neither occupied nor in an open listing',
    needs: ['units', 'delete'],
    query: byId,
    result: z.object({ id: z.number() }),
    takes: [`${base}/fetch_unit_details/`, `${base}/fetch_unit_timeline/`],
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'units',
  }),
} as const;
