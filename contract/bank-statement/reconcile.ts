import { type Cents, sumCents, toCents } from '#contract/money/cents.ts';
import type { ReconcilingItemKind } from './kinds.ts';

type Line = { readonly day: string | null; readonly cents: number | null; readonly balance: number | null };
export type StatementEnds = { readonly opening: Cents; readonly closing: Cents };

/** Headings, totals and other rows of the bank are no movements: they have no day or no amount. */
const isMovement = ({ day, cents }: Line): boolean => day !== null && cents !== null;

/** Some banks show a balance only once a day, so lines without one count towards the next balance. The last line must have one. */
function endsOf(inTime: readonly Line[]): StatementEnds | null {
  let opening: number | null = null;
  let at: number | null = null;
  let since = { lines: 0, cents: 0 };
  for (const { cents, balance } of inTime) {
    since = { lines: since.lines + 1, cents: since.cents + (cents ?? 0) };
    if (balance === null) continue;
    if (at === null) opening = balance - since.cents;
    else if (at + since.cents !== balance) return null;
    at = balance;
    since = { lines: 0, cents: 0 };
  }
  return opening === null || at === null || since.lines > 0 ? null : { opening: toCents(opening), closing: toCents(at) };
}
/**
 * The balance before the first movement and after the last, in either order of lines. `broken`: the lines do not lead from one to the other, so a
 * line is missing or misread. Null: the statement shows no closing balance. If both orders fit,
 * because money came and went on one day, the expected balance before the first movement decides.
 */
export function readStatementBalances(lines: readonly Line[], expected: number | null = null): StatementEnds | 'broken' | null {
  const moves = lines.filter(isMovement);
  if (moves.every(({ balance }) => balance === null)) return null;
  const [first, last] = [moves[0], moves.at(-1)];
  const [down, up] = [endsOf(moves), endsOf(moves.toReversed())];
  const none = first?.balance == null || last?.balance == null ? null : 'broken';
  const [from, to] = [first?.day ?? '', last?.day ?? ''];
  // The days show the order. Read the other way, a balance of the oldest line would become the closing balance.
  if (from !== to) return (from < to ? down : up) ?? none;
  if (!down || !up) return down ?? up ?? none;
  if (moves.length === 1) return down;
  return up.opening === expected ? up : down;
}

/** The movements of a statement that no imported statement contains. */
export type NewMovements = StatementEnds & { readonly first: string; readonly last: string };
/**
 * New movements follow each other, between movements that earlier statements contain. `scattered`: they do not, so the file adds lines between known
 * ones. Null: there is none.
 */
export function findNewMovements(lines: readonly (Line & { readonly seen: boolean })[], ends: StatementEnds): NewMovements | 'scattered' | null {
  const moves = lines.filter(isMovement);
  const down = endsOf(moves);
  const isDown = down?.opening === ends.opening && down.closing === ends.closing && (moves[0]?.day ?? '') <= (moves.at(-1)?.day ?? '');
  let found = null as NewMovements | null;
  let [balance, isClosed] = [Number(ends.opening), false];
  for (const { seen, cents, day } of isDown ? moves : moves.toReversed()) {
    const before = balance;
    balance += cents ?? 0;
    if (seen) isClosed = found !== null;
    else if (isClosed) return 'scattered';
    else found = { opening: found?.opening ?? toCents(before), closing: toCents(balance), first: found?.first ?? day ?? '', last: day ?? '' };
  }
  return found;
}

/** The codes of Makao's transfers in a line; the line of a bank transfer contains one. */
export const findTransferCodes = (said: string): string[] => [...said.matchAll(/\bTRF-[A-Z0-9]+\b/g)].map(([code]) => code);

/** The codes of payments in a line, with or without the hyphen, which some banks leave out. Codes have six characters, later ones eight. */
export const findPaymentCodes = (said: string): string[] => [
  ...new Set([...said.toUpperCase().matchAll(/\bPAY[- ]?([A-Z0-9]{6}(?:[A-Z0-9]{2})?)\b/g)].map(([, code]) => `PAY-${code}`)),
];

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
  /** A move between the platform's own accounts that complete statements should have shown by now. It explains nothing. */
  readonly isOverdue: boolean;
};
/**
 * Sums of any number of the first amounts, and of a few among more. With all sums of thirty amounts, almost any difference would be one by coincidence:
 * there are 2^30 of them.
 */
const [mostSummed, mostAmong, mostOfThem] = [12, 30, 4];
/** A set of `count` amounts, from an index on, with exactly this sum. */
function findSumOf<T extends { readonly cents: number }>(wanted: number, among: readonly T[], count: number, from = 0): readonly T[] | null {
  if (count === 0) return wanted === 0 ? [] : null;
  for (let n = from; n <= among.length - count; n++) {
    const one = among[n];
    const rest = one ? findSumOf(wanted - one.cents, among, count - 1, n + 1) : null;
    if (one && rest) return [one, ...rest];
  }
  return null;
}
/** The smallest set of amounts, of the first ones, with exactly this sum. */
export function findExactSum<T extends { readonly cents: number }>(wanted: number, among: readonly T[]): readonly T[] | null {
  for (let count = 1; count <= mostOfThem; count++) {
    const found = findSumOf(wanted, among.slice(0, mostAmong), count);
    if (found) return found;
  }
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
  const known = unseen.filter((one) => !one.isOverdue && (one.isTransfer || one.isRecent));
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
