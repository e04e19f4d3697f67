/** How often a saved search notifies its owner. */
export const searchRhythms = ['instant', 'daily', 'weekly', 'off'] as const;
export type SearchRhythm = (typeof searchRhythms)[number];
/** The maximum number of each per person. */
export const findingLimits = { favourites: 200, searches: 30 } as const;
/** The smallest price drop that notifies people, in basis points. */
export const minPriceDropBasisPoints = 100;
