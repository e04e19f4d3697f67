/** One column of a sheet: the headings by which it is recognised. */
export type SheetColumn = {
  /** Headings in English and Kiswahili, written as `normaliseHeading` writes them. */
  readonly names: readonly string[];
  /** Headings that may also mean another column. They count less than an exact name. */
  readonly ambiguous: readonly string[];
  /** A pattern instead of names, for files whose headings vary too much to be listed. */
  readonly pattern?: RegExp;
};
/** The columns of a sheet in order of precedence: where two fit a heading equally well, the first one gets it. */
export type SheetColumns<F extends string> = Readonly<Record<F, SheetColumn>>;

const list = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);
export const buildHeadingColumn = (names: string, ambiguous = ''): SheetColumn => ({ names: list(names), ambiguous: list(ambiguous) });
export const buildHeadingPatternColumn = (pattern: RegExp): SheetColumn => ({ names: [], ambiguous: [], pattern });
/** A column of another sheet with other headings here. */
export const adaptSheetColumn = (
  column: SheetColumn,
  { more = '', less = '', ambiguous = '' }: { readonly more?: string; readonly less?: string; readonly ambiguous?: string },
): SheetColumn => ({
  names: [...column.names.filter((name) => !list(less).includes(name)), ...list(more)],
  ambiguous: [...column.ambiguous, ...list(ambiguous)],
});

export const normaliseHeading = (heading: string): string =>
  heading
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\(.*?\)/g, '')
    .replace(/²/g, '2')
    .replace(/[^a-z0-9]/g, '');

type Heading = { readonly text: string; readonly key: string };
const headingOf = (cell: string): Heading => ({ text: cell.trim(), key: normaliseHeading(cell) });

/** How well a heading fits a column: 4 exactly, 2 where it may mean another column, a little over 1 where it only contains a name. */
function fitOf({ text, key }: Heading, { names, ambiguous, pattern }: SheetColumn): number {
  if (pattern) return pattern.test(text) ? 4 : 0;
  if (key === '') return 0;
  if (ambiguous.includes(key)) return 2;
  if (names.includes(key)) return 4;
  // Short names such as "no" are contained in too many words.
  const contained = names.filter((name) => name.length > 3 && key.includes(name)).map((name) => name.length);
  return contained.length === 0 ? 0 : 1 + Math.max(...contained) / 1000;
}

const fieldsOf = <F extends string>(columns: SheetColumns<F>) => Object.keys(columns) as F[];

type Evidence<F extends string> = {
  /** The rows below the headings. A column that only counts 1, 2, 3 is not the name of a unit. */
  readonly body?: readonly (readonly string[])[];
  /** The headings of the company's columns in its last file, by heading key. They have the highest weight. */
  readonly saved?: Readonly<Record<string, F>>;
};
/** Maps each heading to a field, the best match first. No field is assigned twice. */
export function mapColumns<F extends string>(
  columns: SheetColumns<F>,
  heads: readonly string[],
  { body = [], saved = {} }: Evidence<F> = {},
): (F | null)[] {
  const counts = (at: number) => {
    const cells = body.map((row) => row[at] ?? '').filter(Boolean);
    return cells.length > 2 && cells.every((cell, n) => cell.replace(/\.$/, '') === String(n + 1));
  };
  const fits = heads.map(headingOf).flatMap((heading, at) =>
    fieldsOf(columns).map((field, rank) => {
      const fit = saved[heading.key] === field ? 8 : fitOf(heading, columns[field]);
      return { at, field, rank, fit: field === 'name' && fit > 0 && counts(at) ? fit / 10 : fit };
    }),
  );
  const mapped: (F | null)[] = heads.map(() => null);
  const given = new Set<F>();
  for (const { at, field, fit } of fits.sort((a, b) => b.fit - a.fit || a.rank - b.rank || a.at - b.at)) {
    if (fit === 0 || mapped[at] || given.has(field)) continue;
    mapped[at] = field;
    given.add(field);
  }
  return mapped;
}

/** The position of each field in the sheet. */
export type ColumnPositions<F extends string> = Partial<Readonly<Record<F, number>>>;
export const toColumnPositions = <F extends string>(mapped: readonly (F | null)[]): ColumnPositions<F> =>
  Object.fromEntries(mapped.flatMap((field, at) => (field === null ? [] : [[field, at]]))) as ColumnPositions<F>;

const figure = /^[\s(-]*(?:ksh|kes)?[\s.]*\d[\d\s,.]*(?:\/=)?[\s)]*$/i;
/** The number of columns that a row names by an exact heading. A row with amounts is not a heading row. */
export function countNamedColumns<F extends string>(row: readonly string[], columns: SheetColumns<F>): number {
  if (row.some((cell) => figure.test(cell))) return 0;
  const found = row.map(headingOf);
  return fieldsOf(columns).filter((field) => found.some((heading) => fitOf(heading, columns[field]) >= 2)).length;
}
