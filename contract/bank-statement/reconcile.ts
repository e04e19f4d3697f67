import { type Cents, sumCents, toCents } from '#contract/money/cents.ts';
import type { ReconcilingItemKind } from './kinds.ts';

type Line = { readonly day: string | null; readonly cents: number | null; readonly balance: number | null };
type Ends = { readonly opening: Cents; readonly closing: Cents };
const endsOf = (inTime: readonly Line[]): Ends | null => {
  const [first, last] = [inTime[0], inTime.at(-1)];
  const leads = inTime.every(({ cents: sum, balance }, n) => n === 0 || balance === (inTime[n - 1]?.balance ?? 0) + (sum ?? 0));
  return leads ? { opening: toCents((first?.balance ?? 0) - (first?.cents ?? 0)), closing: toCents(last?.balance ?? 0) } : null;
};
/**
 * The balance before the first line and after the last, in either order of lines. `broken`: the lines do not lead from one to the other, so a line
 * is missing or misread. Null: the statement shows no balance, or both orders fit.
 */
export function readStatementBalances(lines: readonly Line[]): Ends | 'broken' | null {
  if (lines.length === 0 || lines.some(({ balance }) => balance === null)) return null;
  const [down, up] = [endsOf(lines), endsOf(lines.toReversed())];
  if (!down || !up) return down ?? up ?? 'broken';
  const [first, last] = [lines[0]?.day ?? '', lines.at(-1)?.day ?? ''];
  if (lines.length === 1 || first < last) return down;
  return first > last ? up : null;
}

/** The codes of Makao's transfers in a line; the line of a bank transfer contains one. */
export const findTransferCodes = (said: string): string[] => [...said.matchAll(/\bTRF-[A-Z0-9]+\b/g)].map(([code]) => code);

/** The codes of payments in a line, with or without the hyphen, which some banks leave out. */
export const findPaymentCodes = (said: string): string[] => [
  ...new Set([...said.toUpperCase().matchAll(/\bPAY[- ]?([A-Z0-9]{6})\b/g)].map(([, code]) => `PAY-${code}`)),
];

export type ReconcilingItem = { readonly what: ReconcilingItemKind; readonly cents: Cents };
/** The unexplained difference of a bank reconciliation: the part of the difference between bank and ledger that no known reason explains. */
export const calculateUnexplainedDifference = (bank: number, books: number, parts: readonly ReconcilingItem[]): Cents =>
  toCents(bank - books - sumCents(parts.map((part) => part.cents)));

/**
 * Whether journals that are not on the statement yet explain a difference: the bank either has them or not, and its balance shows which. `strange`:
 * lines for money paid out without a journal, which the difference must contain in either case.
 */
export const isBalanceConfirmed = (differs: number, missing: number, strange: number): boolean =>
  missing !== 0 && Math.abs(differs - missing - strange) <= Math.abs(differs - strange);

/** For a current balance: outgoing money in transit may have left, incoming money may have arrived. It explains no more than its amount. */
export function findInTransitItems(
  bank: number,
  books: number,
  { out, coming }: { readonly out: number; readonly coming: number },
): ReconcilingItem[] {
  const differs = bank - books;
  if (differs < 0 && -differs <= out) return [{ what: 'under_way', cents: toCents(differs) }];
  return differs > 0 && differs <= coming ? [{ what: 'arriving', cents: toCents(differs) }] : [];
}
