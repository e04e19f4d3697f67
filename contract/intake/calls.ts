import { z } from 'zod';
import { companyRolesOrAdmins, companyRolesOrSuperadmin } from '#contract/access/role-limits.ts';
import { buildCellProblemShape, buildRejectedRowShape, buildSheetShape, sheetUploadFields } from '#contract/importer/shapes.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { buildListSchema, day, id, moment, pageNumberSchema, pageSize } from '#contract/kernel/list.ts';
import { existingUnitModes, intakeFields, intakeLimits, intakeRowOutcomes } from './kinds.ts';

const base = '/api/v2/intake';
const field = z.enum(intakeFields);

/** The location and type of a building of the sheet that has no property yet. */
const NewProperty = z.strictObject({ name: singleLine.min(2).max(120), location_id: id, property_type_id: id, category_id: id });

const sheet = {
  ...buildSheetShape(field),
  properties: z.array(NewProperty).max(intakeLimits.properties).default([]),
  /** The type for rows without a type. */
  unit_type_id: id.optional(),
  /** Existing units stay unchanged unless the caller requests an update, which uses only cells that are not empty. */
  existing: z.enum(existingUnitModes).default('leave'),
};

/** A stored value of a cell: cents, dates, counts and text. */
const Kept = z.union([z.string(), z.number(), z.boolean()]).nullable();
const IntakeChange = z.object({ field, from: Kept, to: Kept });
export type IntakeChange = z.output<typeof IntakeChange>;
const Fates = z.object(
  Object.fromEntries(intakeRowOutcomes.map((fate) => [fate, z.number()])) as Record<(typeof intakeRowOutcomes)[number], z.ZodNumber>,
);

const IntakeRow = z.object({
  line: z.number(),
  sheet: z.string(),
  property: z.string(),
  name: z.string(),
  unit_type: z.string().nullable(),
  rent_cents: z.number().nullable(),
  occupied: z.boolean(),
  tenant: z.string(),
  phone: z.string().nullable(),
  since: day.nullable(),
  /** A balance in cents: positive amounts are arrears, negative amounts are credit. */
  balance_cents: z.number().nullable(),
  becomes: z.enum(intakeRowOutcomes),
  /** For an existing unit, the new value beside the current one. */
  changes: z.array(IntakeChange),
  problems: z.array(buildCellProblemShape(field)),
});
export type IntakeRow = z.output<typeof IntakeRow>;

const RejectedIntakeRow = buildRejectedRowShape(field).extend({
  /** The unit existed and stayed unchanged. */
  there: z.boolean(),
  problems: z.array(buildCellProblemShape(field)),
});
export type RejectedIntakeRow = z.output<typeof RejectedIntakeRow>;

const IntakeBuilding = z.object({
  name: z.string(),
  /** The existing property of this name. */
  known: z.object({ id: z.number(), code: z.string() }).nullable(),
  /** An existing property with almost the same name. It is suggested and never chosen automatically. */
  meant: z.string().nullable(),
  /** The number of units to create. */
  units: z.number(),
  occupied: z.number(),
});
export type IntakeBuilding = z.output<typeof IntakeBuilding>;

const IntakeImport = z.object({
  id: z.number(),
  code: z.string(),
  file_name: z.string(),
  properties: z.array(z.object({ id: z.number(), code: z.string(), name: z.string(), made: z.boolean(), units: z.number() })),
  units: z.number(),
  /** The number of existing units that were changed. */
  updated: z.number(),
  occupants: z.number(),
  balances: z.number(),
  refused: z.number(),
  created_by: z.string().nullable(),
  created_at: moment,
  undone_at: moment.nullable(),
});
export type IntakeImport = z.output<typeof IntakeImport>;

const IntakeOccupant = z.object({
  id: z.number(),
  name: z.string(),
  phone: z.string().nullable(),
  since: day.nullable(),
  rent_cents: z.number().nullable(),
  deposit_held_cents: z.number().nullable(),
  balance_cents: z.number().nullable(),
  as_of: day.nullable(),
});
export type IntakeOccupant = z.output<typeof IntakeOccupant>;

export const intakeCalls = {
  check: call({
    method: 'POST',
    path: `${base}/check_sheet/`,
    summary: 'Preview a rent roll row by row with errors by field; nothing is saved',
    needs: companyRolesOrSuperadmin('property', 'create'),
    body: z.strictObject(sheet),
    result: z.object({ rows: z.array(IntakeRow), buildings: z.array(IntakeBuilding), good: z.number(), bad: z.number(), fates: Fates }),
    fails: ['notFound', 'forbidden'],
    document: 'property',
  }),
  importSheet: call({
    method: 'POST',
    path: `${base}/bring_sheet/`,
    summary: 'Import the valid rows of a rent roll: properties, units, occupants and opening balances, in one step that can be undone',
    needs: companyRolesOrSuperadmin('property', 'create'),
    body: z.strictObject({ ...sheet, ...sheetUploadFields }),
    result: IntakeImport,
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'property',
  }),
  list: call({
    method: 'GET',
    path: `${base}/fetch_sheets/`,
    summary: 'List the rent roll imports of the caller’s company, newest first',
    needs: companyRolesOrSuperadmin('property', 'create'),
    query: z.object({ page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(IntakeImport),
    fails: [],
  }),
  listRejected: call({
    method: 'GET',
    path: `${base}/fetch_left_rows/`,
    summary: 'List skipped rows of a rent roll with the reason, for 30 days',
    needs: companyRolesOrSuperadmin('property', 'create'),
    query: z.object({ id }),
    result: z.object({ rows: z.array(RejectedIntakeRow), until: moment }),
    fails: ['notFound'],
  }),
  undo: call({
    method: 'POST',
    path: `${base}/undo_sheet/`,
    summary: 'Undo a rent roll import; units listed, moved or changed since prevent it unless they are kept',
    needs: companyRolesOrSuperadmin('property', 'create'),
    query: z.object({ id }),
    body: z.strictObject({ keep_changed: z.boolean().default(false) }),
    result: z.object({ id: z.number(), removed: z.number(), restored: z.number(), kept: z.number(), properties: z.number() }),
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'property',
  }),
  occupant: call({
    method: 'GET',
    path: `${base}/fetch_occupant/`,
    summary: 'Set the occupant of a unit by the manager’s statement, with their opening balance',
    needs: ['tenants', 'read'],
    query: z.object({ unit_id: id }),
    result: z.object({
      occupant: IntakeOccupant.nullable(),
      /** For a vacant unit: the occupant who left in the last days and can be moved back in. */
      left: z.object({ id: z.number(), name: z.string(), at: moment, until: moment }).nullable(),
    }),
    fails: ['notFound'],
  }),
  moveBackIn: call({
    method: 'POST',
    path: `${base}/move_back_in/`,
    summary: 'Undo within seven days the removal of an occupant; the occupant and the balance are restored',
    needs: companyRolesOrAdmins('units', 'edit'),
    query: z.object({ id }),
    result: z.object({ id: z.number(), unit_id: z.number() }),
    fails: ['notFound', 'forbidden', 'conflict', 'wrongState'],
    document: 'units',
  }),
  eraseOccupant: call({
    method: 'DELETE',
    path: `${base}/forget_occupant/`,
    summary: 'Delete the occupant of a unit and their balance; the unit stays occupied',
    needs: companyRolesOrSuperadmin('tenants', 'edit'),
    query: z.object({ id }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'forbidden'],
    document: 'units',
  }),
} as const;
