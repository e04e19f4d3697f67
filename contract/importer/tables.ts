import { countNamedColumns, mapColumns, type SheetColumns } from './columns.ts';
import type { WorkbookSheet } from './xlsx.ts';

/** A row of a table with the sections above it: "BLOCK B" or "2nd floor" in a row of its own applies to all rows that follow. */
export type TableLine = { readonly line: number; readonly cells: readonly string[]; readonly block: string; readonly floor: string };
/** Why a row of a table is not taken as data. */
type LeftOut = 'total' | 'note';
export type SheetTable<F extends string> = {
  readonly sheet: string;
  /** The building named above the table, otherwise the name of the sheet. */
  readonly title: string;
  readonly heads: readonly string[];
  readonly columns: readonly (F | null)[];
  readonly lines: readonly TableLine[];
  readonly left: readonly { readonly line: number; readonly why: LeftOut }[];
};

const filled = (row: readonly string[]) => row.filter((cell) => cell !== '');
const total = /^(?:grand|sub|overall)?[\s-]*(?:totals?|jumla(?: kuu)?|sum)\b/i;
const blockRow = /^(?:block|blk|wing|tower|phase|court|bloku?|bloki)\b[\s.:-]*(.{1,40})$/i;
const floorRow = /^(?:(?:\w+\s+)?(?:floor|flr|level)\b.*|ghorofa\b.*|ground|basement)$/i;
const about =
  /[\s,|:–-]*\b(?:monthly\s+)?(?:rent(?:al)?s?\s+(?:roll|list|schedule|collections?|statement|register|payments?)|tenants?\s+(?:list|register|schedule|statement)|list\s+of\s+tenants|as\s+(?:at|of|on)\b.*|for\s+(?:the\s+)?(?:month|year|period)\b.*|month\s+of\b.*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\s,.-]*(?:20)?\d\d\b.*)[\s,|:–-]*/gi;
const noName = /^(?:sheet|sheet\d+|table|data|rent ?roll|tenants?|units?|karatasi\d*)$/i;

/** "SUNRISE APARTMENTS - RENT ROLL MARCH 2026" is about Sunrise Apartments. */
export function findBuildingName(title: string): string {
  const bare = title
    .replace(about, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,|:–-]+|[\s,|:–-]+$/g, '')
    .trim();
  if (bare.length < 2 || noName.test(bare) || /^\d/.test(bare)) return '';
  const shouted = bare === bare.toUpperCase() && bare.length > 4;
  return (shouted ? bare.toLowerCase().replace(/(?:^|[\s(-])\p{L}/gu, (letter) => letter.toUpperCase()) : bare).slice(0, 120);
}

/** The text of a merged cell is repeated in each of its rows. Across columns it stays one heading. */
function spread<F extends string>({ rows, merges }: WorkbookSheet, known: SheetColumns<F>): string[][] {
  const all = rows.map((row) => [...row]);
  for (const { top, left, bottom, right } of merges) {
    const value = all[top]?.[left] ?? '';
    if (value === '' || bottom - top > 500) continue;
    for (let row = top + 1; row <= bottom && row < all.length; row++) {
      const cells = all[row];
      if (!cells) continue;
      while (cells.length <= left) cells.push('');
      cells[left] ||= value;
    }
    // Headings in two rows: "Tenant" above "Name" and "Phone".
    const under = all[bottom + 1];
    if (right > left && countNamedColumns(all[top] ?? [], known) >= 2 && under)
      for (let at = left + 1; at <= right; at++) if (all[top]) all[top][at] ||= value;
  }
  return all;
}

/** Splits tables side by side, each with its own headings, at the empty column between them. */
function bands<F extends string>(rows: readonly string[][], known: SheetColumns<F>): string[][][] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const heads = rows.filter((row) => countNamedColumns(row, known) >= 2);
  const used = Array.from({ length: width }, (_, at) => heads.some((row) => row[at]) || rows.some((row) => filled(row).length > 1 && row[at]));
  const spans: { from: number; to: number }[] = [];
  for (const [at, is] of used.entries()) {
    const last = spans.at(-1);
    if (is && last?.to === at) last.to = at + 1;
    else if (is) spans.push({ from: at, to: at + 1 });
  }
  const apart = spans.map(({ from, to }) => rows.map((row) => row.slice(from, to)));
  return apart.length > 1 && apart.every((band) => band.some((row) => countNamedColumns(row, known) >= 2)) ? apart : [rows.map((row) => [...row])];
}

const joined = (top: readonly string[], under: readonly string[]) =>
  Array.from({ length: Math.max(top.length, under.length) }, (_, at) => {
    const [above, below] = [top[at] ?? '', under[at] ?? ''];
    return below === '' || below === above ? above : `${above} ${below}`.trim();
  });

type Open = { title: string; heads: string[]; lines: TableLine[]; left: { line: number; why: LeftOut }[]; block: string; floor: string };

function tablesOf<F extends string>(name: string, rows: readonly string[][], known: SheetColumns<F>): SheetTable<F>[] {
  const open: Open[] = [];
  let titles: string[] = [];
  const bodies = rows.map(filled);
  const headed = (at: number) => countNamedColumns(rows[at] ?? [], known) >= 2;
  for (let at = 0; at < rows.length; at++) {
    const [row, cells] = [rows[at] ?? [], bodies[at] ?? []];
    if (cells.length === 0) continue;
    const table = open.at(-1);
    if (headed(at)) {
      const two = headed(at + 1) || (countNamedColumns(rows[at + 1] ?? [], known) === 1 && (bodies[at + 1]?.length ?? 0) > 1);
      const title = titles.map(findBuildingName).find(Boolean) ?? table?.title ?? findBuildingName(name);
      open.push({ title, heads: two ? joined(row, rows[at + 1] ?? []) : [...row], lines: [], left: [], block: '', floor: '' });
      titles = [];
      if (two) at++;
    } else if (!table) {
      if (cells.length <= 2) titles.push(cells[0] ?? '');
    } else if (row.some((cell) => total.test(cell))) table.left.push({ line: at + 1, why: 'total' });
    else if (cells.length === 1 && !/^\W*[a-z]{0,4}[\s-]?\d+[a-z]?\W*$/i.test(cells[0] ?? '')) section(table, cells[0] ?? '', at + 1, titles);
    else table.lines.push({ line: at + 1, cells: row, block: table.block, floor: table.floor });
  }
  if (open.length === 0) {
    const lines = rows.flatMap((row, at) => (filled(row).length > 0 ? [{ line: at + 1, cells: row, block: '', floor: '' }] : []));
    return lines.length === 0
      ? []
      : [{ sheet: name, title: findBuildingName(name), heads: [], columns: widthOf(lines).map(() => null), lines, left: [] }];
  }
  return open.filter(({ lines }) => lines.length > 0).map((table) => settled(name, table, known));
}

const widthOf = (lines: readonly TableLine[]) => Array.from({ length: Math.max(0, ...lines.map(({ cells }) => cells.length)) });

/** A single filled cell names a block or floor of the rows that follow, or the next building; otherwise it is a remark. */
function section(table: Open, text: string, line: number, titles: string[]): void {
  const block = blockRow.exec(text)?.[1];
  if (block) [table.block, table.floor] = [block.trim(), ''];
  else if (floorRow.test(text)) table.floor = text;
  else titles.push(text);
  if (!block && !floorRow.test(text)) table.left.push({ line, why: 'note' });
}

/** Rows with sums and no unit are totals, whatever their label. */
function settled<F extends string>(sheet: string, { title, heads, lines, left }: Open, known: SheetColumns<F>): SheetTable<F> {
  const body = lines.map(({ cells }) => cells);
  const guessed = mapColumns(known, heads, { body });
  const columns = widthOf(lines).map((_, at) => guessed[at] ?? null);
  while (columns.length < heads.length) columns.push(guessed[columns.length] ?? null);
  const at = columns.findIndex((field) => field === 'name');
  const isSum = ({ cells }: TableLine) =>
    at >= 0 && !cells[at] && filled(cells).length > 0 && filled(cells).every((cell) => /^[\d\s,.()-]+$/.test(cell));
  const sums = lines.filter(isSum).map(({ line }) => ({ line, why: 'total' as const }));
  return { sheet, title, heads, columns, lines: lines.filter((line) => !isSum(line)), left: [...left, ...sums].sort((a, b) => a.line - b.line) };
}

/** All tables of a sheet, one below the other or side by side, with columns guessed by the headings of that kind of sheet. */
export const splitSheetIntoTables = <F extends string>(known: SheetColumns<F>, sheet: WorkbookSheet): SheetTable<F>[] =>
  bands(spread(sheet, known), known).flatMap((band) => tablesOf(sheet.name, band, known));

/** The cells of one row by field, for the server. Sections above the rows fill empty cells. */
export function mapSheetCells<F extends string>(line: TableLine, columns: readonly (F | null)[]): Partial<Record<F | 'block' | 'floor', string>> {
  const said: Partial<Record<string, string>> = {};
  if (line.block) said.block = line.block;
  if (line.floor) said.floor = line.floor;
  for (const [at, field] of columns.entries()) {
    const text = line.cells[at]?.trim();
    if (field && text) said[field] = text;
  }
  return said as Partial<Record<F | 'block' | 'floor', string>>;
}
