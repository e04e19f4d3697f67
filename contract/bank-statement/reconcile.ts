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

export type ReconcilingItem = { readonly what: ReconcilingItemKind; readonly cents: Cents };
/** The unexplained difference of a bank reconciliation: the part of the difference between bank and ledger that no known reason explains. */
export const calculateUnexplainedDifference = (bank: number, books: number, parts: readonly ReconcilingItem[]): Cents =>
  toCents(bank - books - sumCents(parts.map((part) => part.cents)));

/** A journal without a statement line. `cents`: what it adds to the bank balance compared with the ledger, so positive for money paid out. */
export type UnseenJournal = {
  readonly id: number;
  readonly cents: number;
  /** A payout or refund. It stays outstanding until a statement shows it; any other journal explains a difference for some days only. */
  readonly isTransfer: boolean;
  readonly isRecent: boolean;
  /** The statements lead without a gap from before this journal to the balance, so the balance cannot contain it. */
  readonly isCertain: boolean;
};
/** 2^12 sums of single payouts are compared at most. */
const mostSummed = 12;
/** The smallest set of amounts, of the first ones, with exactly this sum. */
export function findExactSum<T extends { readonly cents: number }>(wanted: number, among: readonly T[]): readonly T[] | null {
  const items = among.slice(0, mostSummed);
  let best: readonly T[] | null = null;
  for (let mask = 1; mask < 2 ** items.length; mask++) {
    const chosen = items.filter((_, n) => mask & (1 << n));
    if (chosen.length < (best?.length ?? Number.POSITIVE_INFINITY) && sumCents(chosen.map((one) => one.cents)) === wanted) best = chosen;
  }
  return best;
}

/**
 * The journals that the bank has not processed at the time of its balance. `rest` is the difference left by all other reasons. Those that the balance
 * cannot contain are outstanding in any case. The bank either has the others or not, and its balance shows which: on the first day of the first
 * statement, whose opening balance may contain them, and where statements are missing. They are outstanding if they explain the rest exactly; of the
 * last days also if they bring the rest closer to zero.
 */
export function findOutstandingJournals<T extends UnseenJournal>(rest: number, unseen: readonly T[]): readonly T[] {
  const known = unseen.filter((one) => one.isTransfer || one.isRecent);
  const certain = known.filter((one) => one.isCertain);
  const open = known.filter((one) => !one.isCertain);
  const left = rest - sumCents(certain.map((one) => one.cents));
  const [recent, transfers] = [open.filter((one) => one.isRecent), open.filter((one) => one.isTransfer)];
  const later = recent.toSorted((a, b) => a.id - b.id);
  const leftOf = (set: readonly T[]) => Math.abs(left - sumCents(set.map((one) => one.cents)));
  const exact = [open, recent, transfers, ...later.map((_, n) => later.slice(n))].find((set) => set.length > 0 && leftOf(set) === 0);
  const closest = [recent, recent.filter((one) => one.isTransfer), []].toSorted((a, b) => leftOf(a) - leftOf(b))[0] ?? [];
  return [...certain, ...(left === 0 ? [] : (exact ?? findExactSum(left, transfers) ?? closest))];
}

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
