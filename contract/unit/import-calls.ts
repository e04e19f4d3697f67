import { z } from 'zod';
import { companyRolesOrSuperadmin } from '#contract/access/role-limits.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { buildListSchema, id, moment, pageNumberSchema, pageSize } from '#contract/kernel/list.ts';
import { unitFields, unitLimits } from './kinds.ts';

const base = '/api/v2/unit';
const byId = z.object({ id });
const field = z.enum(unitFields);

const file = {
  property_id: id,
  csv: z.string().min(1).max(unitLimits.csvChars),
  /** Which field each column holds, in the order of the columns; null leaves a column out. */
  columns: z.array(field.nullable()).min(1).max(100),
  /** Whether the first row names the columns. */
  headed: z.boolean(),
  /** For rows that do not name their type. */
  unit_type_id: id.optional(),
};

const UnitImportRow = z.object({
  line: z.number(),
  name: z.string(),
  block: z.string(),
  unit_type: z.string().nullable(),
  bedrooms: z.number().nullable(),
  rent_cents: z.number().nullable(),
  deposit_cents: z.number().nullable(),
  /** The unit is already occupied. */
  occupied: z.boolean(),
  /** Problems by field, with the text of the cell. */
  problems: z.array(z.object({ field, problem: z.string(), text: z.string() })),
});
export type UnitImportRow = z.output<typeof UnitImportRow>;

const UnitImportBatch = z.object({
  id: z.number(),
  code: z.string(),
  file_name: z.string(),
  made: z.number(),
  refused: z.number(),
  created_by: z.string().nullable(),
  created_at: moment,
  undone_at: moment.nullable(),
});
export type UnitImportBatch = z.output<typeof UnitImportBatch>;

export const unitImportCalls = {
  importStart: call({
    method: 'GET',
    path: `${base}/import_columns/`,
    summary: 'Get the column names the caller’s company used in its last import',
    needs: companyRolesOrSuperadmin('units', 'create'),
    query: z.object({ property_id: id }),
    result: z.object({ remembered: z.record(z.string(), field) }),
    fails: ['notFound'],
  }),
  importCheck: call({
    method: 'POST',
    path: `${base}/check_import/`,
    summary: 'Preview a unit import row by row with errors by field; nothing is saved',
    needs: companyRolesOrSuperadmin('units', 'create'),
    body: z.strictObject(file),
    result: z.object({ rows: z.array(UnitImportRow), good: z.number(), bad: z.number() }),
    fails: ['notFound', 'forbidden'],
    document: 'units',
  }),
  importUnits: call({
    method: 'POST',
    path: `${base}/import_units/`,
    summary: 'Import the valid rows of a file in one step that can be undone',
    needs: companyRolesOrSuperadmin('units', 'create'),
    body: z.strictObject({ ...file, file_name: singleLine.min(1).max(200).default('pasted.csv') }),
    result: z.object({ id: z.number(), code: z.string(), made: z.number(), refused: z.number() }),
    fails: ['notFound', 'forbidden'],
    document: 'units',
  }),
  listImports: call({
    method: 'GET',
    path: `${base}/fetch_imports/`,
    summary: 'List unit imports of a property, newest first',
    needs: ['units', 'read'],
    query: z.object({ property_id: id, page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(UnitImportBatch),
    fails: ['notFound'],
  }),
  undoImport: call({
    method: 'POST',
    path: `${base}/undo_import/`,
    summary: 'Undo a unit import; units listed, moved or changed since prevent it unless they are kept',
    needs: companyRolesOrSuperadmin('units', 'create'),
    query: byId,
    body: z.strictObject({ keep_changed: z.boolean().default(false) }),
    result: z.object({ id: z.number(), removed: z.number(), kept: z.number() }),
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'units',
  }),
} as const;
