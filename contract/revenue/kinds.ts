/** Where the platform's income comes from, by the account it is booked on. */
export const revenueSources = ['commission', 'subscription', 'featured'] as const;
export type RevenueSource = (typeof revenueSources)[number];
export const sourceCodes = { commission: 4000, subscription: 4010, featured: 4020 } as const satisfies Readonly<Record<RevenueSource, number>>;
