import { useState } from 'react';
import { sheetLimits } from '#contract/importer/limits.ts';
import { mapSheetCells, type TableLine } from '#contract/importer/tables.ts';
import { m } from '#words/messages.js';
import type { OpenedSheet } from './choose-file.tsx';
import type { TableDraft } from './columns.tsx';

/** The state of a sheet before it is sent: its tables and the corrected cells. */
export type ImportDraft<F extends string> = {
  readonly tables: readonly TableDraft<F>[];
  readonly mended: Readonly<Record<string, Readonly<Partial<Record<F, string>>>>>;
};
const taken = <F extends string>(draft: ImportDraft<F>) =>
  draft.tables.flatMap((table, at) => (table.taken ? table.lines.map((line) => ({ table, at, line })) : []));
/** A row is identified by its table and line, independent of its columns. */
const keyOf = (at: number, { line }: TableLine) => `${at} ${line}`;
export const listDraftRowKeys = <F extends string>(draft: ImportDraft<F>): string[] => taken(draft).map(({ at, line }) => keyOf(at, line));

/** The cells of a row by field, with the corrections of the preview. */
function cellsIn<F extends string>(draft: ImportDraft<F>, table: TableDraft<F>, at: number, line: TableLine): Record<string, string> {
  const said: Record<string, string | undefined> = { ...mapSheetCells(line, table.columns), ...draft.mended[keyOf(at, line)] };
  return Object.fromEntries(
    Object.entries(said).flatMap(([field, text = '']) => (text.trim() === '' ? [] : [[field, text.trim().slice(0, sheetLimits.cell)]])),
  );
}
/** All rows to import, by field, with their building. */
export const listDraftRows = <F extends string>(draft: ImportDraft<F>) =>
  taken(draft).map(({ table, at, line }) => ({
    line: line.line,
    sheet: table.sheet.slice(0, 80),
    property: table.title.trim().slice(0, 120),
    cells: cellsIn(draft, table, at, line),
  }));

/** The problem of a sheet that exceeds the limits of the call, found before it is sent. */
export function findImportLimitProblem<F extends string>(draft: ImportDraft<F>): string {
  const rows = listDraftRows(draft);
  if (rows.length > sheetLimits.rows) return m.intake_too_many({ count: rows.length, rows: sheetLimits.rows });
  const bytes = new TextEncoder().encode(JSON.stringify(rows)).length;
  return bytes > sheetLimits.sentBytes ? m.intake_too_long({ kb: Math.ceil(bytes / 1000), most: Math.floor(sheetLimits.sentBytes / 1000) }) : '';
}

/** Which columns or settings are missing before a sheet can be checked. */
export function findMissingColumns<F extends string>(
  draft: ImportDraft<F>,
  required: Partial<Readonly<Record<F, () => string>>>,
): (string | false)[] {
  const tables = draft.tables.filter((table) => table.taken);
  const placed = tables.every((table) => table.columns.some((field) => field === 'property') || table.title.trim().length > 1);
  const missing = (Object.entries(required) as [F, () => string][]).map(
    ([field, text]) => !tables.every((table) => table.columns.includes(field)) && text(),
  );
  return [findImportLimitProblem(draft), ...missing, !placed && m.intake_need_building()];
}

/** The settings every sheet is sent with. */
export const toImportSettings = ({ company_id, as_of }: { readonly company_id: string; readonly as_of: string }) => ({
  ...(company_id ? { company_id: Number(company_id) } : {}),
  ...(as_of ? { as_of } : {}),
});

/** The chosen sheet and the user's settings until it is imported. */
export function useImportDraft<F extends string, D>(draftOf: (opened: OpenedSheet<F>) => D) {
  const [opened, setOpened] = useState<{ readonly name: string; readonly key: string } | null>(null);
  const [draft, setDraft] = useState<D | null>(null);
  return {
    draft,
    setDraft,
    take: (found: OpenedSheet<F>) => {
      setOpened({ name: found.name.slice(0, 200), key: crypto.randomUUID() });
      setDraft(draftOf(found));
    },
    clear: () => {
      setOpened(null);
      setDraft(null);
    },
    /** A sheet sent again after a lost response is imported once. */
    sent: { client_key: opened?.key ?? '', file_name: opened?.name ?? '' },
  };
}
