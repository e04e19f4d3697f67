/** Limits of the search that screens need without Zod. */
export const drawnAreaLimits = { points: 60, areas: 5, kilometres: 100 } as const;
export const searchResultsPerPage = { usual: 24, most: 60 } as const;
export const searchSorts = ['best', 'newest', 'price', '-price', 'price_m2', 'move_in', 'nearest'] as const;
export type SearchSort = (typeof searchSorts)[number];
/** Counts are exact up to here, then "1,000+". */
export const exactCountLimit = 1000;
export const maxComparedListings = 4;
/** Filters with several values, separated by commas. */
export const multiValueSearchFilters: readonly string[] = [
  'place',
  'beds',
  'unit_type',
  'property_type',
  'category',
  'amenities',
  'furnished',
  'with',
];
