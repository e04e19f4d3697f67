import { z } from 'zod';
import { makers } from '#contract/access/whose.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { id, list, moment, page, pageSize } from '#contract/kernel/list.ts';
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
  /** For rows that do not say their type. */
  unit_type_id: id.optional(),
};

const ImportRow = z.object({
  line: z.number(),
  name: z.string(),
  block: z.string(),
  unit_type: z.string().nullable(),
  bedrooms: z.number().nullable(),
  rent_cents: z.number().nullable(),
  deposit_cents: z.number().nullable(),
  /** Somebody lives there already. */
  occupied: z.boolean(),
  /** What is wrong, by field, and what the file says there. */
  problems: z.array(z.object({ field, problem: z.string(), text: z.string() })),
});
export type ImportRow = z.output<typeof ImportRow>;

const Batch = z.object({
  id: z.number(),
  code: z.string(),
  file_name: z.string(),
  made: z.number(),
  refused: z.number(),
  created_by: z.string().nullable(),
  created_at: moment,
  undone_at: moment.nullable(),
});
export type ImportBatch = z.output<typeof Batch>;

export const unitImportCalls = {
  importStart: call({
    method: 'GET',
    path: `${base}/import_columns/`,
    summary: 'What the caller’s company called its columns last time',
    needs: makers('units', 'create'),
    query: z.object({ property_id: id }),
    result: z.object({ remembered: z.record(z.string(), field) }),
    fails: ['notFound'],
  }),
  importCheck: call({
    method: 'POST',
    path: `${base}/check_import/`,
    summary: 'What each row of a file would become, with its errors by field; nothing is written',
    needs: makers('units', 'create'),
    body: z.strictObject(file),
    result: z.object({ rows: z.array(ImportRow), good: z.number(), bad: z.number() }),
    fails: ['notFound', 'forbidden'],
    document: 'units',
  }),
  importUnits: call({
    method: 'POST',
    path: `${base}/import_units/`,
    summary: 'Bring in the good rows of a file, all in one step that can be undone',
    needs: makers('units', 'create'),
    body: z.strictObject({ ...file, file_name: line.min(1).max(200).default('pasted.csv') }),
    result: z.object({ id: z.number(), code: z.string(), made: z.number(), refused: z.number() }),
    fails: ['notFound', 'forbidden'],
    document: 'units',
  }),
  batches: call({
    method: 'GET',
    path: `${base}/fetch_imports/`,
    summary: 'Files brought into a property, newest first',
    needs: ['units', 'read'],
    query: z.object({ property_id: id, page, page_size: pageSize }),
    result: list(Batch),
    fails: ['notFound'],
  }),
  undoImport: call({
    method: 'POST',
    path: `${base}/undo_import/`,
    summary: 'Take back what a file brought in; units that were offered, moved or changed since stop it unless they are kept',
    needs: makers('units', 'create'),
    query: byId,
    body: z.strictObject({ keep_changed: z.boolean().default(false) }),
    result: z.object({ id: z.number(), removed: z.number(), kept: z.number() }),
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'units',
  }),
} as const;
