import { intakeLimits } from '#contract/intake/kinds.ts';
import { cellsOf, type Line } from '#contract/intake/tables.ts';
import { m } from '#words/messages.js';
import type { SheetDraft, TableDraft } from './columns.tsx';

/** What every kind of sheet is on its way to the server: its tables, and cells that were put right. */
type Draft<F extends string> = {
  readonly tables: readonly TableDraft<F>[];
  readonly mended: Readonly<Record<string, Readonly<Partial<Record<F, string>>>>>;
};
const taken = <F extends string>(draft: Draft<F>) =>
  draft.tables.flatMap((table, at) => (table.taken ? table.lines.map((line) => ({ table, at, line })) : []));
/** A row is known by its table and its line, whatever is said of its columns. */
const keyOf = (at: number, { line }: Line) => `${at} ${line}`;
export const keysOf = <F extends string>(draft: Draft<F>): string[] => taken(draft).map(({ at, line }) => keyOf(at, line));

/** A row by field as the sheet says it, with what was put right in the preview. */
function cellsIn<F extends string>(draft: Draft<F>, table: TableDraft<F>, at: number, line: Line): Record<string, string> {
  const said: Record<string, string | undefined> = { ...cellsOf(line, table.columns), ...draft.mended[keyOf(at, line)] };
  return Object.fromEntries(
    Object.entries(said).flatMap(([field, text = '']) => (text.trim() === '' ? [] : [[field, text.trim().slice(0, intakeLimits.cell)]])),
  );
}
/** Every row that is taken, by field, under the building it stands in. */
export const rowsOf = <F extends string>(draft: Draft<F>) =>
  taken(draft).map(({ table, at, line }) => ({
    line: line.line,
    sheet: table.sheet.slice(0, 80),
    property: table.title.trim().slice(0, 120),
    cells: cellsIn(draft, table, at, line),
  }));

/** What is too much for one step, before it is sent: by the limits the call has. */
export function tooMuch<F extends string>(draft: Draft<F>): string {
  const rows = rowsOf(draft);
  if (rows.length > intakeLimits.rows) return m.intake_too_many({ count: rows.length, rows: intakeLimits.rows });
  const bytes = new TextEncoder().encode(JSON.stringify(rows)).length;
  return bytes > intakeLimits.sentBytes ? m.intake_too_long({ kb: Math.ceil(bytes / 1000), most: Math.floor(intakeLimits.sentBytes / 1000) }) : '';
}

/** What both calls take: every row by field, under the building it stands in. */
export const sheetOf = (draft: SheetDraft) => ({
  ...(draft.company_id ? { company_id: Number(draft.company_id) } : {}),
  ...(draft.unit_type ? { unit_type_id: Number(draft.unit_type) } : {}),
  ...(draft.as_of ? { as_of: draft.as_of } : {}),
  existing: draft.existing,
  rows: rowsOf(draft),
});
