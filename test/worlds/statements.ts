import { cents, decimal } from '#contract/money/cents.ts';

/** `sum` above zero came in, below zero it went out. */
export type StatementLine = readonly [day: string, words: string, reference: string, sum: number];
/** As a bank writes it, from what the account stood at before. */
export const statementCsv = (opening: number, lines: readonly StatementLine[]): string => {
  let at = opening;
  const rows = lines.map(([day, words, reference, sum]) => {
    at += sum;
    const [out, into] = sum < 0 ? [decimal(cents(-sum)), ''] : ['', decimal(cents(sum))];
    return `${day},${words},${reference},${out},${into},${decimal(cents(at))}`;
  });
  return `Date,Narration,Reference,Debit,Credit,Balance\n${rows.join('\n')}\n`;
};
