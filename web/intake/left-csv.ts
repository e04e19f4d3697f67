import type { IntakeLeft } from '#contract/intake/calls.ts';
import { intakeFields } from '#contract/intake/kinds.ts';
import { csvOf } from '#contract/kernel/csv.ts';
import { cellText } from '#web/unit/judged.tsx';
import { m } from '#words/messages.js';
import { fieldNames } from './words.ts';

/** Why a row was left out, in one sentence. */
export const whyLeft = ({ there, problems }: IntakeLeft): string =>
  there ? m.intake_fate_there() : problems.map(({ field, text, problem }) => cellText(fieldNames[field](), text, problem)).join('; ');

/** The rows as a table of their own, with the heads this page reads by itself: mended, it is brought like any other. */
export function csvOfLeft(rows: readonly IntakeLeft[]): string {
  const used = intakeFields.filter((field) => field === 'property' || field === 'name' || rows.some((row) => row.cells[field] !== undefined));
  return csvOf(
    rows.map((row) => ({
      ...Object.fromEntries(used.map((field) => [fieldNames[field](), field === 'property' ? row.property : (row.cells[field] ?? '')])),
      [m.intake_left_why()]: whyLeft(row),
    })),
  );
}
