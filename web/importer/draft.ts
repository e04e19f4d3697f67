import { useState } from 'react';
import { sheetLimits } from '#contract/importer/limits.ts';
import { cellsOf, type Line } from '#contract/importer/tables.ts';
import { m } from '#words/messages.js';
import type { Opened } from './choose.tsx';
import type { TableDraft } from './columns.tsx';

/** What every kind of sheet is on its way to the server: its tables, and cells that were put right. */
export type Draft<F extends string> = {
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
    Object.entries(said).flatMap(([field, text = '']) => (text.trim() === '' ? [] : [[field, text.trim().slice(0, sheetLimits.cell)]])),
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
  if (rows.length > sheetLimits.rows) return m.intake_too_many({ count: rows.length, rows: sheetLimits.rows });
  const bytes = new TextEncoder().encode(JSON.stringify(rows)).length;
  return bytes > sheetLimits.sentBytes ? m.intake_too_long({ kb: Math.ceil(bytes / 1000), most: Math.floor(sheetLimits.sentBytes / 1000) }) : '';
}

/** Which columns or settings are missing before a sheet can be checked. */
export function lacksOf<F extends string>(draft: Draft<F>, required: Partial<Readonly<Record<F, () => string>>>): (string | false)[] {
  const tables = draft.tables.filter((table) => table.taken);
  const placed = tables.every((table) => table.columns.some((field) => field === 'property') || table.title.trim().length > 1);
  const missing = (Object.entries(required) as [F, () => string][]).map(
    ([field, text]) => !tables.every((table) => table.columns.includes(field)) && text(),
  );
  return [tooMuch(draft), ...missing, !placed && m.intake_need_building()];
}

/** The settings every sheet is sent with. */
export const settingsOf = ({ company_id, as_of }: { readonly company_id: string; readonly as_of: string }) => ({
  ...(company_id ? { company_id: Number(company_id) } : {}),
  ...(as_of ? { as_of } : {}),
});

/** A sheet that was chosen, and what the user says of it until it is imported. */
export function useDraft<F extends string, D>(draftOf: (opened: Opened<F>) => D) {
  const [opened, setOpened] = useState<{ readonly name: string; readonly key: string } | null>(null);
  const [draft, setDraft] = useState<D | null>(null);
  return {
    draft,
    setDraft,
    take: (found: Opened<F>) => {
      setOpened({ name: found.name.slice(0, 200), key: crypto.randomUUID() });
      setDraft(draftOf(found));
    },
    clear: () => {
      setOpened(null);
      setDraft(null);
    },
    /** The same sheet that is sent again, because its answer got lost, is imported once. */
    sent: { client_key: opened?.key ?? '', file_name: opened?.name ?? '' },
  };
}
