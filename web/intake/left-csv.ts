import type { IntakeLeft } from '#contract/intake/calls.ts';
import { intakeFields } from '#contract/intake/kinds.ts';
import { csvOfLeft as csvOf, whyLeft as why } from '#web/importer/left.tsx';
import { m } from '#words/messages.js';
import { fieldNames } from './words.ts';

export const whyLeft = (row: IntakeLeft): string => (row.there ? m.intake_fate_there() : why(row, fieldNames));

/** Columns nobody used are left out. */
export function csvOfLeft(rows: readonly IntakeLeft[]): string {
  const used = intakeFields.filter((field) => field === 'property' || field === 'name' || rows.some((row) => row.cells[field] !== undefined));
  return csvOf(rows, { fields: used, names: fieldNames }, whyLeft);
}
