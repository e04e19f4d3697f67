import { z } from 'zod';
import { line } from '#contract/kernel/line.ts';
import { day, id } from '#contract/kernel/list.ts';
import { m } from '#words/messages.js';
import { sheetLimits } from './limits.ts';

/** What every kind of sheet that is brought in has, by the fields of that kind. */
const rowOf = <F extends z.ZodEnum>(field: F) =>
  /** One line by field, as it was typed; the browser has read the file, the server never unfolds one. */
  z.strictObject({
    line: z.number().int().min(1).max(1_000_000),
    sheet: z.string().trim().max(80).default(''),
    /** The building the line stands under; a property column of its own says otherwise. */
    property: z.string().trim().max(120).default(''),
    cells: z.partialRecord(field, z.string().trim().max(sheetLimits.cell)),
  });
export const sheetOf = <F extends z.ZodEnum>(field: F) => ({
  /** Whose homes they are: the caller's own company unless it says another. */
  company_id: id.optional(),
  rows: z
    .array(rowOf(field))
    .min(1)
    .max(sheetLimits.rows, { error: () => m.intake_problem_rows({ most: sheetLimits.rows }) }),
  /** The day of balances that do not say their own; today unless it says another. */
  as_of: day.optional(),
});
/** By its key a sheet that is sent again, because its answer got lost, is brought once. */
export const sent = { client_key: z.uuid(), file_name: line.min(1).max(200) };

export const problemOf = <F extends z.ZodEnum>(field: F) => z.object({ field, problem: z.string(), text: z.string() });
/** A line that was left out: where it stood, and what was typed there. */
export const leftOf = <F extends z.ZodEnum>(field: F) =>
  z.object({ line: z.number(), sheet: z.string(), property: z.string(), cells: z.partialRecord(field, z.string()) });
