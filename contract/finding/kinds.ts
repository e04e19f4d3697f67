/** How often a saved search looks for its owner. */
export const searchRhythms = ['instant', 'daily', 'weekly', 'off'] as const;
export type SearchRhythm = (typeof searchRhythms)[number];
/** How many of each a person may keep. */
export const findingLimits = { favourites: 200, searches: 30 } as const;
/** Savers are told about a price that fell by at least this, in basis points. */
export const priceDropBp = 100;
