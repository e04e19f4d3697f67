import { accounts } from '#contract/ledger/accounts.ts';
/** Where the platform's income comes from, by the account it is booked on. */
export const revenueSources = ['commission', 'subscription', 'featured'] as const;
export type RevenueSource = (typeof revenueSources)[number];
export const sourceCodes = {
  commission: accounts.commissionRevenue,
  subscription: accounts.planRevenue,
  featured: accounts.featuredRevenue,
} as const satisfies Readonly<Record<RevenueSource, number>>;
