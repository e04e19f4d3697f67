import { sheetLimits } from './limits.ts';
import { toDayFromExcelSerial } from './parsers.ts';
import { openZip, ZipError } from './unzip.ts';

/** Reads Excel files as plain tables of text: the last results of formulas, dates as dates, and merged cells. */
export type MergedCells = { readonly top: number; readonly left: number; readonly bottom: number; readonly right: number };
export type WorkbookSheet = { readonly name: string; readonly rows: string[][]; readonly merges: readonly MergedCells[] };

const marks: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (xml: string): string =>
  xml.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return marks[name] ?? whole;
    const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return found ? plain(found[1] ?? found[2] ?? '') : null;
};
/** All elements of a name with their tag and content. The text is read once from front to back. */
function* elements(xml: string, name: string): Generator<{ tag: string; inside: string; from: number; to: number }> {
  const open = new RegExp(`<(?:\\w+:)?${name}(\\s[^<>]*|/?)>`, 'g');
  const close = new RegExp(`</(?:\\w+:)?${name}>`, 'g');
  for (let found = open.exec(xml); found; found = open.exec(xml)) {
    const tag = found[1] ?? '';
    const [from, start] = [found.index, open.lastIndex];
    if (tag.endsWith('/')) {
      yield { tag: tag.slice(0, -1), inside: '', from, to: start };
      continue;
    }
    close.lastIndex = start;
    const end = close.exec(xml);
    // No later element is closed either.
    if (!end) return;
    yield { tag, inside: xml.slice(start, end.index), from, to: close.lastIndex };
    open.lastIndex = close.lastIndex;
  }
}
function without(xml: string, name: string): string {
  let [kept, at] = ['', 0];
  for (const { from, to } of elements(xml, name)) {
    kept += xml.slice(at, from);
    at = to;
  }
  return kept + xml.slice(at);
}
/** Phonetic readings are not part of the text. */
const textIn = (xml: string): string => [...elements(without(xml, 'rPh'), 't')].map(({ inside }) => plain(inside)).join('');

/** A1 is row 0, column 0. */
function placeOf(name: string | null): { row: number; column: number } | null {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(name ?? '') ?? [];
  if (!letters || !digits) return null;
  return { row: Number(digits) - 1, column: [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1 };
}

/** The cell styles that show a date: Excel's own formats and custom formats with y, m and d. */
function dayStyles(styles: string): boolean[] {
  const own = new Map([...elements(styles, 'numFmt')].map(({ tag }) => [attribute(tag, 'numFmtId'), attribute(tag, 'formatCode') ?? '']));
  const used = [...elements(styles, 'cellXfs')][0]?.inside ?? '';
  return [...used.matchAll(/<(?:\w+:)?xf(\s[^<>]*)>/g)].map(([, tag = '']) => {
    const id = attribute(tag, 'numFmtId') ?? '0';
    const made = own.get(id);
    const bare = made?.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '').toLowerCase();
    return bare === undefined ? /^(1[4-7]|22|27|30|36|50|57)$/.test(id) : /[yd]/.test(bare) && !/[#0?]/.test(bare);
  });
}

/** 25000.000000000004 becomes 25000; no number is written as 1e9. */
const numberText = (value: string): string => {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  return Math.abs(number) < 1e15 ? String(Number(number.toFixed(2))) : number.toLocaleString('en', { useGrouping: false });
};

type Book = { readonly strings: readonly string[]; readonly days: readonly boolean[]; readonly since1904: boolean };

function cellText(tag: string, inside: string, { strings, days, since1904 }: Book): string {
  const kind = attribute(tag, 't') ?? 'n';
  if (kind === 'inlineStr') return textIn(inside).trim();
  const value = [...elements(inside, 'v')][0]?.inside ?? '';
  if (value === '' || kind === 'e') return '';
  if (kind === 's') return (strings[Number(value)] ?? '').trim();
  if (kind === 'str') return plain(value).trim();
  if (kind === 'b') return value === '1' ? 'yes' : 'no';
  if (kind === 'd') return value.slice(0, 10);
  if (days[Number(attribute(tag, 's') ?? -1)]) return toDayFromExcelSerial(Number(value), since1904) ?? numberText(value);
  return numberText(value);
}

function sheetOf(name: string, xml: string, book: Book): WorkbookSheet {
  const rows: string[][] = [];
  let line = 0;
  for (const row of elements(xml, 'row')) {
    line = Number(attribute(row.tag, 'r') ?? line + 1) || line + 1;
    if (line > sheetLimits.sheetRows) break;
    const cells: string[] = [];
    for (const { tag, inside } of elements(row.inside, 'c')) {
      const column = placeOf(attribute(tag, 'r'))?.column ?? cells.length;
      if (column >= sheetLimits.columns) continue;
      while (cells.length < column) cells.push('');
      cells[column] = cellText(tag, inside, book);
    }
    while (rows.length < line - 1) rows.push([]);
    rows[line - 1] = cells;
  }
  const merges = [...xml.matchAll(/<(?:\w+:)?mergeCell\s[^<>]*>/g)].flatMap(([tag]): MergedCells[] => {
    const [from, to] = (attribute(tag, 'ref') ?? '').split(':').map((one) => placeOf(one));
    return from && to ? [{ top: from.row, left: from.column, bottom: to.row, right: to.column }] : [];
  });
  return { name, rows, merges: merges.slice(0, sheetLimits.sheetRows) };
}

/** The visible sheets in their order. Throws ZipError for a file that is not a workbook or that exceeds the unpacked limit. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<WorkbookSheet[]> {
  const zip = openZip(bytes, sheetLimits.unfolded);
  const workbook = await zip.text('xl/workbook.xml');
  if (workbook === null) throw new ZipError('not_zip');
  const links = (await zip.text('xl/_rels/workbook.xml.rels')) ?? '';
  const targets = new Map(
    [...links.matchAll(/<(?:\w+:)?Relationship\s[^<>]*>/g)].map(([tag]) => [attribute(tag, 'Id'), attribute(tag, 'Target') ?? '']),
  );
  const strings = [...elements((await zip.text('xl/sharedStrings.xml')) ?? '', 'si')].map(({ inside }) => textIn(inside));
  const days = dayStyles((await zip.text('xl/styles.xml')) ?? '');
  const since1904 = /<(?:\w+:)?workbookPr\s[^<>]*date1904\s*=\s*["'](?:1|true)/.test(workbook);
  const sheets: WorkbookSheet[] = [];
  for (const [tag] of workbook.matchAll(/<(?:\w+:)?sheet\s[^<>]*>/g)) {
    if (/\sstate\s*=\s*["'](?:hidden|veryHidden)/.test(tag)) continue;
    const target = targets.get(attribute(tag, 'id')) ?? '';
    const xml = await zip.text(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    if (xml !== null) sheets.push(sheetOf(attribute(tag, 'name') ?? '', xml, { strings, days, since1904 }));
    if (sheets.length >= sheetLimits.sheets) break;
  }
  return sheets;
}
