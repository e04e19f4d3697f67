import type { RejectedIntakeRow } from '#contract/intake/calls.ts';
import { intakeFields } from '#contract/intake/kinds.ts';
import { formatRejectedRow, makeRejectedRowsCsv } from '#web/importer/rejected-rows.tsx';
import { m } from '#words/messages.js';
import { intakeFieldNames } from './labels.ts';

export const formatIntakeRejection = (row: RejectedIntakeRow): string =>
  row.there ? m.intake_fate_there() : formatRejectedRow(row, intakeFieldNames);

/** Columns without any value are left out. */
export function makeIntakeRejectedRowsCsv(rows: readonly RejectedIntakeRow[]): string {
  const used = intakeFields.filter((field) => field === 'property' || field === 'name' || rows.some((row) => row.cells[field] !== undefined));
  return makeRejectedRowsCsv(rows, { fields: used, names: intakeFieldNames }, formatIntakeRejection);
}
