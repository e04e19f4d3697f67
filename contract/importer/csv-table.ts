import { readCsv } from '#contract/kernel/csv.ts';
import { type ColumnPositions, mapColumns, type SheetColumns, toColumnPositions } from './columns.ts';

export type CsvRow<F extends string> = { readonly line: number; readonly cells: readonly string[]; readonly text: (field: F) => string };
export type CsvTable<F extends string> = {
  readonly heads: readonly string[];
  readonly positions: ColumnPositions<F>;
  /** The rows above the headings, such as the number of a bank account. */
  readonly above: readonly (readonly string[])[];
  readonly rows: readonly CsvRow<F>[];
};

/** The cells of a row by field; empty where the sheet has no such column. */
export const createCellReader =
  <F extends string>(cells: readonly string[], positions: ColumnPositions<F>) =>
  (field: F): string =>
    (positions[field] === undefined ? '' : (cells[positions[field]] ?? '')).trim();

/** The rows below the headings that are not empty, with their number in the file. */
export const readRowsBelow = <F extends string>(rows: readonly (readonly string[])[], heading: number, positions: ColumnPositions<F>): CsvRow<F>[] =>
  rows.flatMap((cells, at) =>
    at <= heading || cells.every((cell) => cell === '') ? [] : [{ line: at + 1, cells, text: createCellReader(cells, positions) }],
  );

type Reading<F extends string> = {
  readonly columns: SheetColumns<F>;
  /** Whether a row with these columns is the row of headings. */
  readonly isHeading: (found: ColumnPositions<F>) => boolean;
  /** Only the first row may be the headings. */
  readonly firstRow?: true;
  /** The separators to try if the first line does not show which separator the file uses. */
  readonly separators?: readonly string[];
};
/** Reads the table of a CSV file by its headings; null if no row has the headings. */
export function readTable<F extends string>(csv: string, { columns, isHeading, firstRow, separators = [] }: Reading<F>): CsvTable<F> | null {
  for (const separator of [undefined, ...separators]) {
    const all = readCsv(csv, separator);
    for (const [at, heads] of (firstRow ? all.slice(0, 1) : all).entries()) {
      const positions = toColumnPositions(mapColumns(columns, heads));
      if (isHeading(positions)) return { heads, positions, above: all.slice(0, at), rows: readRowsBelow(all, at, positions) };
    }
  }
  return null;
}
