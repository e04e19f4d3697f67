/** How often a saved search notifies its owner. */
export const searchFrequencies = ['instant', 'daily', 'weekly', 'off'] as const;
export type SearchFrequency = (typeof searchFrequencies)[number];
/** The maximum number of each per person. */
export const findingLimits = { favourites: 200, searches: 30 } as const;
/** The smallest price drop that notifies people, in basis points. */
export const minPriceDropBasisPoints = 100;
