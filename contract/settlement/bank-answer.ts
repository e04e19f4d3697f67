import { findTransferCodes } from '#contract/bank-statement/reconcile.ts';
import { buildHeadingPatternColumn } from '#contract/importer/columns.ts';
import { readTable } from '#contract/importer/csv-table.ts';
import { parseMoney } from '#contract/money/parse.ts';

/** The columns of a bank's answer to a file of transfers, in order of precedence. */
const answerColumns = {
  external: buildHeadingPatternColumn(/^external|bank ?ref|transaction (id|no|ref)|trans ?id|^ft ?(no|number)/i),
  status: buildHeadingPatternColumn(/status|state|^result$|outcome|^hali$/i),
  amount: buildHeadingPatternColumn(/amount|^sum$|^value$|kiasi/i),
  reason: buildHeadingPatternColumn(/reason|remark|comment|message|error|sababu/i),
  reference: buildHeadingPatternColumn(
    /^(our |your |client |customer |payment |transfer |beneficiary )?ref(erence)?( no| number)?\.?$|narration|^details$|^description$|kumbukumbu/i,
  ),
};

const paid = /^(paid|success(ful)?|ok|confirmed|complete[d]?|processed|credited|settled|0|imelipwa)$/i;
const failed = /^(failed|fail|rejected|returned|unpaid|error|declined|bounced|imeshindikana)$/i;

export type BankResponseLine = {
  /** The line number in the file. */
  readonly line: number;
  /** The code of the transfer, or the text in its place if there is none. */
  readonly reference: string;
  readonly said: 'paid' | 'failed' | null;
  readonly words: string;
  readonly amount: string;
  readonly cents: number | null;
  readonly external: string;
  readonly reason: string;
};
export const maxBankResponseLines = 5000;

/** Null: no row names the transfer and its status. A title above the headings does not tell the separator, so each one is tried. */
export function parseBankResponse(csv: string): BankResponseLine[] | null {
  const table = readTable(csv, {
    columns: answerColumns,
    isHeading: ({ reference, status }) => reference !== undefined && status !== undefined,
    separators: [';', '\t', ','],
  });
  if (!table) return null;
  return table.rows.map(({ line, text }): BankResponseLine => {
    const words = text('status');
    return {
      line,
      reference: findTransferCodes(text('reference').toUpperCase())[0] ?? text('reference'),
      words,
      said: paid.test(words) ? 'paid' : failed.test(words) ? 'failed' : null,
      amount: text('amount'),
      cents: parseMoney(text('amount')),
      external: text('external'),
      reason: text('reason'),
    };
  });
}
