import { readCsv } from '#contract/kernel/csv.ts';
import { parseMoney } from '#contract/money/parse.ts';
import { transfersIn } from '#contract/payment/reconcile.ts';

/** A bank's answer to a file of transfers, whatever it calls its columns. */
export const answerColumns = ['reference', 'status', 'amount', 'external', 'reason'] as const;
export type AnswerColumn = (typeof answerColumns)[number];
const heads: Readonly<Record<AnswerColumn, RegExp>> = {
  reference:
    /^(our |your |client |customer |payment |transfer |beneficiary )?ref(erence)?( no| number)?\.?$|narration|^details$|^description$|kumbukumbu/i,
  status: /status|state|^result$|outcome|^hali$/i,
  amount: /amount|^sum$|^value$|kiasi/i,
  external: /^external|bank ?ref|transaction (id|no|ref)|trans ?id|^ft ?(no|number)/i,
  reason: /reason|remark|comment|message|error|sababu/i,
};
const order: readonly AnswerColumn[] = ['external', 'status', 'amount', 'reason', 'reference'];

const paid = /^(paid|success(ful)?|ok|confirmed|complete[d]?|processed|credited|settled|0|imelipwa)$/i;
const failed = /^(failed|fail|rejected|returned|unpaid|error|declined|bounced|imeshindikana)$/i;

export type AnswerLine = {
  /** Where it stands in the file. */
  readonly line: number;
  /** The code of the transfer; what stands there where it is none. */
  readonly reference: string;
  readonly said: 'paid' | 'failed' | null;
  readonly words: string;
  readonly amount: string;
  readonly cents: number | null;
  readonly external: string;
  readonly reason: string;
};
export const answerMost = 5000;

type Found = {
  readonly rows: readonly (readonly string[])[];
  readonly at: number;
  readonly columns: Partial<Readonly<Record<AnswerColumn, number>>>;
};
function columnsIn(row: readonly string[]): Found['columns'] {
  const found: Partial<Record<AnswerColumn, number>> = {};
  for (const name of order) {
    const at = row.findIndex((cell, n) => heads[name].test(cell.trim()) && !Object.values(found).includes(n));
    if (at >= 0) found[name] = at;
  }
  return found;
}
/** The first row that names the transfer and how it went is the head, wherever it stands; a title above it does not say what parts the cells. */
function headIn(csv: string): Found | null {
  for (const mark of [undefined, ';', '\t', ',']) {
    const rows = readCsv(csv, mark);
    for (const [at, row] of rows.entries()) {
      const columns = columnsIn(row);
      if (columns.reference !== undefined && columns.status !== undefined) return { rows, at, columns };
    }
  }
  return null;
}

/** Null: nothing in it says which transfers it is about, or how they went. */
export function readAnswer(csv: string): AnswerLine[] | null {
  const found = headIn(csv);
  if (!found) return null;
  const { rows, at, columns } = found;
  return rows.slice(at + 1).flatMap((row, n): AnswerLine[] => {
    if (row.every((cell) => cell === '')) return [];
    const cell = (name: AnswerColumn): string => (columns[name] === undefined ? '' : (row[columns[name]] ?? '').trim());
    const words = cell('status');
    return [
      {
        ...{ line: at + n + 2, reference: transfersIn(cell('reference').toUpperCase())[0] ?? cell('reference'), words },
        ...{ said: paid.test(words) ? 'paid' : failed.test(words) ? 'failed' : null, amount: cell('amount'), cents: parseMoney(cell('amount')) },
        ...{ external: cell('external'), reason: cell('reason') },
      },
    ];
  });
}
