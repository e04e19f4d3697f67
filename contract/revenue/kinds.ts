import { ledgerAccounts } from '#contract/ledger/accounts.ts';
/** The sources of the platform's income, by its ledger account. */
export const revenueSources = ['commission', 'subscription', 'featured'] as const;
export type RevenueSource = (typeof revenueSources)[number];
export const revenueAccountCodes = {
  commission: ledgerAccounts.commissionRevenue,
  subscription: ledgerAccounts.planRevenue,
  featured: ledgerAccounts.featuredRevenue,
} as const satisfies Readonly<Record<RevenueSource, number>>;
