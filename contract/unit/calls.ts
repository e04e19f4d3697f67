import { z } from 'zod';
import { keepers, makers } from '#contract/access/whose.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { county, day, days, exported, filters, flag, id, list, page, pageSize, part, searchText, sortBy } from '#contract/kernel/list.ts';
import { most } from '#contract/money/cents.ts';
import { amountText } from '#contract/money/schema.ts';
import { rentPercent, reshapeParts, unitLimits, unitMismatches } from './kinds.ts';
import { unitMoves } from './machine.ts';
import { givenTraits, money, name, statusNumber, traits, UnitDoor, UnitEvent, UnitFull, UnitListed } from './shapes.ts';

export type { UnitDoor, UnitEvent, UnitFull, UnitHead, UnitListed } from './shapes.ts';

const base = '/api/v2/unit';
const byId = z.object({ id });
const code = z.string().max(40).optional();
const sorts = ['name', 'rent_cents', 'status_since', 'bedrooms', 'updated_at', 'created_at'] as const;
const searched = amountText(most.rent);
/** Rents are searched in cents, as everywhere on the wire. */
const filterShape = {
  name: searchText,
  property: id,
  unit_type: id,
  status: statusNumber,
  bedrooms: z.coerce.number().int().min(0).max(20),
  rent_from: searched,
  rent_to: searched,
  block: searchText,
  mismatch: z.enum(unitMismatches),
  company_id: id,
  region: county,
  /** Since when it is what it is. */
  ...days,
};
const z_filter = filters(filterShape);
const reason = z.string().trim().max(500).default('');
const moved = { reason, expected_on: day.nullable().default(null) };
const unit_ids = z.array(id).min(1).max(unitLimits.bulk);
const percent = z.number().int().min(rentPercent.min).max(rentPercent.max);

/** A rent for all of them, or so many hundredths of a percent more (or less), rounded to whole shillings. */
const RentChange = z.discriminatedUnion('how', [
  z.strictObject({ how: z.literal('set'), cents: money }),
  z.strictObject({ how: z.literal('percent'), basis_points: percent }),
]);
/** What is said anew of a unit whose walls moved. */
const Part = z.strictObject({ name, unit_type_id: id, rent_cents: traits.rent_cents, area_m2: traits.area_m2 });
const Choice = z.object({ id: z.number(), name: z.string() });

export const unitCalls = {
  list: call({
    method: 'GET',
    path: `${base}/fetch_units/`,
    summary: 'Units the caller may see, a page at a time',
    needs: ['units', 'read'],
    query: z.object({ page, page_size: pageSize, sort: sortBy(sorts, 'name'), z_filter }),
    result: list(UnitListed),
    fails: [],
  }),
  doors: call({
    method: 'GET',
    path: `${base}/fetch_doors/`,
    summary: 'All doors of a property in their natural order, up to 2,000, with no more than a drawing of the building needs',
    needs: ['units', 'read'],
    query: z.object({ property: id }),
    result: list(UnitDoor),
    fails: ['notFound'],
  }),
  counts: call({
    method: 'GET',
    path: `${base}/count_units/`,
    summary: 'How many units of the same filters have each status, and the rent a month that stands empty',
    needs: ['units', 'read'],
    query: z.object({ z_filter }),
    result: z.object({ by_status: z.record(z.string(), z.number()), all: z.number(), empty_rent_cents: z.number() }),
    fails: [],
  }),
  mismatches: call({
    method: 'GET',
    path: `${base}/count_unit_mismatches/`,
    summary: 'How many units of the same filters disagree with what is done with them, by kind',
    needs: ['units', 'read'],
    query: z.object({ z_filter }),
    result: z.object({ counts: z.record(z.enum(unitMismatches), z.number()) }),
    fails: [],
  }),
  csv: call({
    method: 'GET',
    path: `${base}/export_units/`,
    summary: 'The same list as a table file, in parts of 5,000 rows',
    needs: ['units', 'read'],
    query: z.object({ sort: sortBy(sorts, 'name'), z_filter, part }),
    result: exported,
    fails: [],
  }),
  choices: call({
    method: 'GET',
    path: `${base}/unit_choices/`,
    summary: 'What the forms and filters of units choose from: types, amenities, and properties by name',
    needs: ['units', 'read'],
    /** `creating`: only properties the caller may add units to. */
    query: z.object({ q: searchText.default(''), creating: flag.optional() }),
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
    summary: 'One unit; with a code, only when it is that unit’s',
    needs: ['units', 'read'],
    query: z.object({ id, code }),
    result: UnitFull,
    fails: ['notFound'],
  }),
  timeline: call({
    method: 'GET',
    path: `${base}/fetch_unit_timeline/`,
    summary: 'Everything that happened to a unit, newest first: moves, prices, changes',
    needs: ['units', 'read'],
    query: z.object({ id, page, page_size: pageSize }),
    result: list(UnitEvent),
    fails: ['notFound'],
  }),
  create: call({
    method: 'POST',
    path: `${base}/create_unit/`,
    summary: 'A new unit of a property',
    needs: makers('units', 'create'),
    body: z.strictObject({ property_id: id, name, ...givenTraits }),
    result: UnitFull,
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'units',
  }),
  createMany: call({
    method: 'POST',
    path: `${base}/create_units/`,
    summary: 'Several units alike, named by a pattern such as A{1..10}; all of them or none',
    needs: makers('units', 'create'),
    body: z.strictObject({ property_id: id, pattern: line.min(1).max(80), ...givenTraits }),
    result: z.object({ made: z.number(), names: z.array(z.string()) }),
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'units',
  }),
  update: call({
    method: 'PATCH',
    path: `${base}/update_unit/`,
    summary: 'Change a unit; what is left out stays',
    needs: keepers('units', 'edit'),
    query: byId,
    body: z
      .strictObject({ name, ...traits })
      .partial()
      .extend({
        /** New terms stand on the type in this property from now on, and all its units have them. */
        others: z.boolean().optional(),
        revision: z.number().int().optional(),
      }),
    result: UnitFull,
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'units',
  }),
  move: call({
    method: 'PATCH',
    path: `${base}/change_unit_status/`,
    summary: 'Take a unit out of the market or back; holding, works and freezing need a reason, works the day they should be done',
    needs: keepers('units', 'edit'),
    query: byId,
    body: z.strictObject({ move: z.enum(unitMoves), ...moved }),
    result: UnitFull,
    fails: ['notFound', 'forbidden', 'wrongState'],
    toast: 'statusUpdated',
    document: 'units',
  }),
  bulk: call({
    method: 'PATCH',
    path: `${base}/change_units/`,
    summary: 'Change rent, deposit, service charge, availability, type, amenities or status of several units at once; all of them or none',
    needs: keepers('units', 'edit'),
    body: z.strictObject({
      unit_ids,
      rent: RentChange.optional(),
      /** Null is what their type or property says; what is left out stays. */
      deposit_cents: traits.deposit_cents.optional(),
      service_charge_cents: traits.service_charge_cents.optional(),
      available_from: traits.available_from.optional(),
      unit_type_id: id.optional(),
      add_amenities: traits.amenities.default([]),
      remove_amenities: traits.amenities.default([]),
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
    summary: 'Make several units of one that is neither let nor offered; it stays as the first of them',
    needs: makers('units', 'create'),
    query: byId,
    body: z.strictObject({ parts: z.array(Part).min(2).max(reshapeParts), revision: z.number().int().optional() }),
    result: z.object({ unit: UnitFull, made: z.array(Choice) }),
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'units',
  }),
  merge: call({
    method: 'POST',
    path: `${base}/merge_units/`,
    summary: 'Make one unit of several of a property that are neither let nor offered; the others leave every list',
    needs: ['units', 'delete'],
    query: byId,
    body: z.strictObject({
      unit_ids: z
        .array(id)
        .min(1)
        .max(reshapeParts - 1),
      ...Part.omit({ area_m2: true }).shape,
      revision: z.number().int().optional(),
    }),
    result: z.object({ unit: UnitFull, gone: z.array(z.number()) }),
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'units',
  }),
  remove: call({
    method: 'DELETE',
    path: `${base}/delete_unit/`,
    summary: 'Delete a unit that nobody lives in and no open listing offers',
    needs: ['units', 'delete'],
    query: byId,
    result: z.object({ id: z.number() }),
    takes: [`${base}/fetch_unit_details/`, `${base}/fetch_unit_timeline/`],
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'units',
  }),
} as const;
