import { sheetLimits } from '#contract/importer/limits.ts';
import { ZipError } from '#contract/importer/unzip.ts';
import { readXlsx, type Sheet } from '#contract/importer/xlsx.ts';
import { readCsv, textOf } from '#contract/kernel/csv.ts';
import { m } from '#words/messages.js';

/** A title may stand above the table, so the mark between cells is what most of the first lines have; a comma may also part thousands. */
export function sheetOfText(name: string, text: string): Sheet {
  const lines = text.split(/\r\n?|\n/).slice(0, 40);
  const mark = ['\t', ';'].find((one) => lines.filter((line) => line.includes(one)).length * 2 > lines.filter((line) => line.trim() !== '').length);
  // A table of ours has a quote before what a spreadsheet would run (contract/kernel/csv.ts): here it is what it was.
  const rows = readCsv(text, mark ?? ',').map((row) => row.map((cell) => cell.replace(/^'(?=\s*[=+\-@])/, '')));
  return { name, rows: rows.slice(0, sheetLimits.sheetRows), merges: [] };
}
/** What a file may be at most, as it is said beside the box and of one that is more. */
const most = { mb: sheetLimits.fileBytes / 1_000_000, rows: sheetLimits.rows };
export const limitsText = () => m.intake_limits(most);
const tooLarge = () => m.intake_too_large(most);

/** Rows that were pasted, or why they are not read. */
export const openText = (text: string): Sheet[] | string => (text.length > sheetLimits.fileBytes ? tooLarge() : [sheetOfText('', text)]);

/** A CSV file as text, whatever encoding it has. */
export const fileText = async (file: Blob): Promise<string> => textOf(new Uint8Array(await file.arrayBuffer()));

/** The sheets of a file, or why it cannot be read. It is opened here: the server never unfolds what somebody sends. */
export async function openSheets(file: File): Promise<Sheet[] | string> {
  if (file.size > sheetLimits.fileBytes) return tooLarge();
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) return m.intake_old_xls();
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) {
    const text = textOf(bytes);
    return text.includes('\u0000') ? m.intake_not_sheet() : [sheetOfText(file.name.replace(/\.\w+$/, ''), text)];
  }
  try {
    return await readXlsx(bytes);
  } catch (problem) {
    if (!(problem instanceof ZipError)) throw problem;
    return problem.problem === 'too_large' ? tooLarge() : m.intake_not_sheet();
  }
}
