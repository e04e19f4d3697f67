import { z } from 'zod';
import { singleLine } from '#contract/kernel/line.ts';
import { day, id } from '#contract/kernel/list.ts';
import { m } from '#words/messages.js';
import { sheetLimits } from './limits.ts';

/** The rows of any imported sheet, by the fields of its kind. */
const rowOf = <F extends z.ZodEnum>(field: F) =>
  /** One row by field, as typed. The browser reads the file; the server never unpacks one. */
  z.strictObject({
    line: z.number().int().min(1).max(1_000_000),
    sheet: z.string().trim().max(80).default(''),
    /** The building of the table the row is in. A property column overrides it. */
    property: z.string().trim().max(120).default(''),
    cells: z.partialRecord(field, z.string().trim().max(sheetLimits.cell)),
  });
export const buildSheetShape = <F extends z.ZodEnum>(field: F) => ({
  /** The company that holds the homes; by default the caller's own. */
  company_id: id.optional(),
  rows: z
    .array(rowOf(field))
    .min(1)
    .max(sheetLimits.rows, { error: () => m.intake_problem_rows({ most: sheetLimits.rows }) }),
  /** The date of balances without a date of their own; by default today. */
  as_of: day.optional(),
});
/** The key identifies an upload, so that a sheet sent again after a lost response is imported once. */
export const sheetUploadFields = { client_key: z.uuid(), file_name: singleLine.min(1).max(200) };

export const buildCellProblemShape = <F extends z.ZodEnum>(field: F) => z.object({ field, problem: z.string(), text: z.string() });
/** A rejected row: its position and its cells as typed. */
export const buildRejectedRowShape = <F extends z.ZodEnum>(field: F) =>
  z.object({ line: z.number(), sheet: z.string(), property: z.string(), cells: z.partialRecord(field, z.string()) });
