import type { Cents } from '#contract/money/cents.ts';
import { type LedgerAccount, type LedgerFund, ledgerAccounts, type PostingPair } from './accounts.ts';

/** The parts that the postings of the facts are made of: pairs of entries that balance. */
export const buildEntries = (fund: LedgerFund, dr: LedgerAccount, cr: LedgerAccount, cents: number): PostingPair[] =>
  cents > 0 ? [{ fund, dr, cr, cents: cents as Cents }] : [];
/** One fund pays for another: the debt stays on the interfund account until a bank transfer clears it. */
export const buildInterfundEntries = (from: LedgerFund, to: LedgerFund, dr: LedgerAccount, cr: LedgerAccount, cents: number): PostingPair[] => [
  ...buildEntries(from, dr, { code: ledgerAccounts.interfund }, cents),
  ...buildEntries(to, { code: ledgerAccounts.interfund }, cr, cents),
];
/** Recovers an amount from a company: at most its balance; the rest is a claim, offset against later receipts. */
export function buildRecoveredEntries(
  fund: LedgerFund,
  payable: LedgerAccount,
  claim: LedgerAccount,
  to: LedgerAccount,
  cents: number,
  available: number,
): PostingPair[] {
  const there = Math.max(0, Math.min(cents, available));
  return [...buildEntries(fund, payable, to, there), ...buildEntries(fund, claim, to, cents - there)];
}
/** Reverses journal entries. `gone` is the part of each entry that was moved to another account since. */
export const reverseEntries = (pairs: readonly PostingPair[], gone = 0): PostingPair[] =>
  pairs.flatMap(({ fund, dr, cr, cents }) => buildEntries(fund, cr, dr, cents - gone));
