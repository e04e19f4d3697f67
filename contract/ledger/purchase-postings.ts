import { type LedgerAccount, type LedgerAccountCodeOf, ledgerAccounts, type PostingPair } from './accounts.ts';
import { buildEntries, buildInterfundEntries, reverseEntries } from './entries.ts';

/** The entries of what companies buy from Makao: wallet top-ups, plans and featured places. */

/** A wallet top-up: money that a company pays in advance for its purchases from Makao. */
export const buildWalletToppedUpPostings = (company: number, cents: number): PostingPair[] =>
  buildInterfundEntries('C', 'P', { code: ledgerAccounts.unallocatedReceipts }, { code: ledgerAccounts.walletTopUps, company }, cents);
type Bought = { readonly company: number; readonly cents: number; readonly vatCents: number; readonly from: 'wallet' | 'rent' | 'receipt' | 'bank' };
/** A paid featured place or plan, which is earned over time. */
export function buildPurchasePaidPostings({ company, cents, vatCents, from }: Bought): PostingPair[] {
  const deferred: LedgerAccount = { code: ledgerAccounts.deferredRevenue, company };
  if (from === 'wallet' || from === 'bank') {
    // Paid to the platform's own bank, or from a top-up.
    const there: LedgerAccount = from === 'bank' ? { code: ledgerAccounts.platformBank } : { code: ledgerAccounts.walletTopUps, company };
    return [...buildEntries('P', there, deferred, cents), ...buildEntries('P', there, { code: ledgerAccounts.platformTaxPayable }, vatCents)];
  }
  const source: LedgerAccount = from === 'rent' ? { code: ledgerAccounts.ownerPayable, company } : { code: ledgerAccounts.unallocatedReceipts };
  return [
    ...buildInterfundEntries('C', 'P', source, deferred, cents),
    ...buildInterfundEntries('C', 'P', source, { code: ledgerAccounts.platformTaxPayable }, vatCents),
  ];
}
export const buildRevenueEarnedPostings = (
  company: number,
  of: LedgerAccountCodeOf<'planRevenue' | 'featuredRevenue'>,
  cents: number,
): PostingPair[] => buildEntries('P', { code: ledgerAccounts.deferredRevenue, company }, { code: of }, cents);
/** Unused days are refunded: as rent if rent paid for them, otherwise as a top-up. */
export const buildPurchaseRefundedPostings = (company: number, cents: number, vatCents: number, to: 'wallet' | 'rent'): PostingPair[] =>
  reverseEntries(buildPurchasePaidPostings({ company, cents, vatCents, from: to }));

/** A reversed payment of a purchase is taken from the accounts that hold it now. The used part becomes the company's debt. */
export const buildPurchaseReversedPostings = (
  company: number,
  of: { deferred: number; vat: number; credit: number; owed: number },
): PostingPair[] => [
  ...buildInterfundEntries('P', 'C', { code: ledgerAccounts.deferredRevenue, company }, { code: ledgerAccounts.unallocatedReceipts }, of.deferred),
  ...buildInterfundEntries('P', 'C', { code: ledgerAccounts.platformTaxPayable }, { code: ledgerAccounts.unallocatedReceipts }, of.vat),
  ...buildInterfundEntries('P', 'C', { code: ledgerAccounts.walletTopUps, company }, { code: ledgerAccounts.unallocatedReceipts }, of.credit),
  ...buildInterfundEntries('P', 'C', { code: ledgerAccounts.platformReceivable, company }, { code: ledgerAccounts.unallocatedReceipts }, of.owed),
];
