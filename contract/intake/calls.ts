import { z } from 'zod';
import { keepers, makers } from '#contract/access/whose.ts';
import { leftOf, problemOf, sent, sheetOf } from '#contract/importer/shapes.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { day, id, list, moment, page, pageSize } from '#contract/kernel/list.ts';
import { existingModes, intakeFields, intakeLimits, rowFates } from './kinds.ts';

const base = '/api/v2/intake';
const field = z.enum(intakeFields);

/** Where a building of the sheet is that is not here yet, and of which kind. */
const NewProperty = z.strictObject({ name: line.min(2).max(120), location_id: id, property_type_id: id, category_id: id });

const sheet = {
  ...sheetOf(field),
  properties: z.array(NewProperty).max(intakeLimits.properties).default([]),
  /** For lines that do not say their type. */
  unit_type_id: id.optional(),
  /** Units that are there already are left as they are unless it says that they be updated: only by cells that are not empty. */
  existing: z.enum(existingModes).default('leave'),
};

/** A value of a cell as it is kept: cents, days, counts and words. */
const Kept = z.union([z.string(), z.number(), z.boolean()]).nullable();
const Changed = z.object({ field, from: Kept, to: Kept });
export type IntakeChange = z.output<typeof Changed>;
const Fates = z.object(Object.fromEntries(rowFates.map((fate) => [fate, z.number()])) as Record<(typeof rowFates)[number], z.ZodNumber>);

const Judged = z.object({
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
  /** + owed, − paid ahead. */
  balance_cents: z.number().nullable(),
  becomes: z.enum(rowFates),
  /** Of a unit that is there: what it would have instead of what it has. */
  changes: z.array(Changed),
  problems: z.array(problemOf(field)),
});
export type IntakeRow = z.output<typeof Judged>;

const Left = leftOf(field).extend({
  /** The unit was there already and was left as it is. */
  there: z.boolean(),
  problems: z.array(problemOf(field)),
});
export type IntakeLeft = z.output<typeof Left>;

const Building = z.object({
  name: z.string(),
  /** The property of this name the caller has already. */
  known: z.object({ id: z.number(), code: z.string() }).nullable(),
  /** A property the caller has whose name was almost written: it may be that one, and is not taken for it. */
  meant: z.string().nullable(),
  /** How many units it gains. */
  units: z.number(),
  occupied: z.number(),
});
export type IntakeBuilding = z.output<typeof Building>;

const Brought = z.object({
  id: z.number(),
  code: z.string(),
  file_name: z.string(),
  properties: z.array(z.object({ id: z.number(), code: z.string(), name: z.string(), made: z.boolean(), units: z.number() })),
  units: z.number(),
  /** Units that were there and were changed. */
  updated: z.number(),
  occupants: z.number(),
  balances: z.number(),
  refused: z.number(),
  created_by: z.string().nullable(),
  created_at: moment,
  undone_at: moment.nullable(),
});
export type Intake = z.output<typeof Brought>;

const Occupant = z.object({
  id: z.number(),
  name: z.string(),
  phone: z.string().nullable(),
  since: day.nullable(),
  rent_cents: z.number().nullable(),
  deposit_held_cents: z.number().nullable(),
  balance_cents: z.number().nullable(),
  as_of: day.nullable(),
});
export type Occupant = z.output<typeof Occupant>;

export const intakeCalls = {
  check: call({
    method: 'POST',
    path: `${base}/check_sheet/`,
    summary: 'What each line of a landlord’s sheet would become, with its errors by field; nothing is written',
    needs: makers('property', 'create'),
    body: z.strictObject(sheet),
    result: z.object({ rows: z.array(Judged), buildings: z.array(Building), good: z.number(), bad: z.number(), fates: Fates }),
    fails: ['notFound', 'forbidden'],
    document: 'property',
  }),
  bring: call({
    method: 'POST',
    path: `${base}/bring_sheet/`,
    summary: 'Bring in the good lines: properties, units, who lives there and opening balances, in one step that can be undone',
    needs: makers('property', 'create'),
    body: z.strictObject({ ...sheet, ...sent }),
    result: Brought,
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'property',
  }),
  list: call({
    method: 'GET',
    path: `${base}/fetch_sheets/`,
    summary: 'Sheets the caller’s company brought in, newest first',
    needs: makers('property', 'create'),
    query: z.object({ page, page_size: pageSize }),
    result: list(Brought),
    fails: [],
  }),
  left: call({
    method: 'GET',
    path: `${base}/fetch_left_rows/`,
    summary: 'Rows of a sheet that were left out, as they were typed and with why, for thirty days',
    needs: makers('property', 'create'),
    query: z.object({ id }),
    result: z.object({ rows: z.array(Left), until: moment }),
    fails: ['notFound'],
  }),
  undo: call({
    method: 'POST',
    path: `${base}/undo_sheet/`,
    summary: 'Take back what a sheet brought in; units that were offered, moved or changed since stop it unless they are kept',
    needs: makers('property', 'create'),
    query: z.object({ id }),
    body: z.strictObject({ keep_changed: z.boolean().default(false) }),
    result: z.object({ id: z.number(), removed: z.number(), restored: z.number(), kept: z.number(), properties: z.number() }),
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'property',
  }),
  occupant: call({
    method: 'GET',
    path: `${base}/fetch_occupant/`,
    summary: 'Who lives in a unit by the word of whoever manages it, and what they owed',
    needs: ['tenants', 'read'],
    query: z.object({ unit_id: id }),
    result: z.object({
      occupant: Occupant.nullable(),
      /** Of a unit nobody lives in: who was said to have left in the last days, and can still move back in. */
      left: z.object({ id: z.number(), name: z.string(), at: moment, until: moment }).nullable(),
    }),
    fails: ['notFound'],
  }),
  back: call({
    method: 'POST',
    path: `${base}/move_back_in/`,
    summary: 'Take back, within seven days, that nobody lives in a unit any more: who lived there does again, with what they owed',
    needs: keepers('units', 'edit'),
    query: z.object({ id }),
    result: z.object({ id: z.number(), unit_id: z.number() }),
    fails: ['notFound', 'forbidden', 'conflict', 'wrongState'],
    document: 'units',
  }),
  forget: call({
    method: 'DELETE',
    path: `${base}/forget_occupant/`,
    summary: 'Erase who lives in a unit, with what they owed; the unit stays occupied',
    needs: makers('tenants', 'edit'),
    query: z.object({ id }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'forbidden'],
    document: 'units',
  }),
} as const;
