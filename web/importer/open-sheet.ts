import { sheetLimits } from '#contract/importer/limits.ts';
import { ZipError } from '#contract/importer/unzip.ts';
import { readXlsx, type WorkbookSheet } from '#contract/importer/xlsx.ts';
import { decodeCsvBytes, readCsv } from '#contract/kernel/csv.ts';
import { m } from '#words/messages.js';

/** A title may come before the table, so the separator is the one most of the first lines have. A comma may also separate thousands. */
export function parseTextAsSheet(name: string, text: string): WorkbookSheet {
  const lines = text.split(/\r\n?|\n/).slice(0, 40);
  const mark = ['\t', ';'].find((one) => lines.filter((line) => line.includes(one)).length * 2 > lines.filter((line) => line.trim() !== '').length);
  // Our own CSV files put a quote before text a spreadsheet would execute (contract/kernel/csv.ts); it is removed here.
  const rows = readCsv(text, mark ?? ',').map((row) => row.map((cell) => cell.replace(/^'(?=\s*[=+\-@])/, '')));
  return { name, rows: rows.slice(0, sheetLimits.sheetRows), merges: [] };
}
/** The file limits, as shown beside the field and in its error. */
const most = { mb: sheetLimits.fileBytes / 1_000_000, rows: sheetLimits.rows };
export const getImportLimitsText = () => m.intake_limits(most);
const tooLarge = () => m.intake_too_large(most);

/** The pasted rows, or the reason they cannot be read. */
export const parsePastedSheets = (text: string): WorkbookSheet[] | string =>
  text.length > sheetLimits.fileBytes ? tooLarge() : [parseTextAsSheet('', text)];

/** A CSV file as text, whatever encoding it has. */
export const readFileText = async (file: Blob): Promise<string> => decodeCsvBytes(new Uint8Array(await file.arrayBuffer()));

/** The sheets of a file, or the reason it cannot be read. The browser opens it: the server never unpacks uploads. */
export async function readWorkbookSheets(file: File): Promise<WorkbookSheet[] | string> {
  if (file.size > sheetLimits.fileBytes) return tooLarge();
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) return m.intake_old_xls();
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) {
    const text = decodeCsvBytes(bytes);
    return text.includes('\u0000') ? m.intake_not_sheet() : [parseTextAsSheet(file.name.replace(/\.\w+$/, ''), text)];
  }
  try {
    return await readXlsx(bytes);
  } catch (problem) {
    if (!(problem instanceof ZipError)) throw problem;
    return problem.problem === 'too_large' ? tooLarge() : m.intake_not_sheet();
  }
}
