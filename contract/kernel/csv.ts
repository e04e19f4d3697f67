/** Table files as people have them: the files of spreadsheets in any country are read, and the written files open in all of them. */

import { formatPhone } from './phone-text.ts';

/** The bytes of a file as text: UTF-8 or UTF-16 where the file declares or proves it, else the encoding of Windows. */
export function decodeCsvBytes(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const marks = ['\t', ';', ','] as const;

/** The separator: the one found most often in the first line, outside of quotes. A comma may also separate thousands, so it wins no tie. */
function markOf(text: string): string {
  const counts = new Map<string, number>(marks.map((mark) => [mark, 0]));
  let quoted = false;
  let start = true;
  let closed = false;
  for (const letter of text) {
    // A quote opens only at the start of a cell, or directly after it was closed (a doubled quote). In other places it is an ordinary character.
    const turns: boolean = letter === '"' && (quoted || start || closed);
    if (turns) quoted = !quoted;
    else if (!quoted && letter === '\n') break;
    else if (!quoted && counts.has(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    closed = turns && !quoted;
    start = counts.has(letter) || (start && letter === ' ');
  }
  const most = Math.max(...counts.values());
  return most === 0 ? ',' : (marks.find((mark) => counts.get(mark) === most) ?? ',');
}

/** Rows of cells: comma, semicolon or tab between them, quotes around cells that contain one, and line ends of any system. */
export function readCsv(given: string, known?: string): string[][] {
  const text = given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const mark = known ?? markOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (quoted) {
      if (letter === '"' && text[at + 1] === '"') {
        cell += '"';
        at++;
      } else if (letter === '"') quoted = false;
      else cell += letter;
    } else if (letter === '"' && cell.trim() === '') {
      cell = '';
      quoted = true;
    } else if (letter === mark) endCell();
    else if (letter === '\n') endRow();
    else cell += letter;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

type Cell = string | number | boolean | null;

/** A spreadsheet runs text that begins with these characters as a formula, also in full width; a quote in front keeps it text. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const ownNumber = /^\+254\d{9}$/;
/**
 * A phone number in the stored format is written as people write it, 0712 345 678. A program does not run it as a formula, and the leading zero
 * stays.
 */
export const escapeFormula = (text: string): string => (ownNumber.test(text) ? formatPhone(text) : formula.test(text) ? `'${text}` : text);
const written = (value: Cell): string => {
  const text = escapeFormula(value === null ? '' : String(value));
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows as a CSV file. The keys of the first row are the headings, and lines end as the CSV standard requires. */
export function writeCsv(rows: readonly Readonly<Record<string, Cell>>[], { head = true } = {}): string {
  const names = Object.keys(rows[0] ?? {});
  return [...(head ? [names] : []), ...rows.map((row) => names.map((name) => row[name] ?? null))]
    .map((line) => line.map(written).join(','))
    .join('\r\n');
}
