import { linkTo } from '#contract/screens.ts';

/** Where a kept search is looked at: one with a part of the map on the map, any other in the list. */
export const addressOfSearch = (query: string): string =>
  `${/(^|&)(bbox|area)=/.test(query) ? linkTo('map.search', 'default') : linkTo('portal.listings', 'default')}?${query}`;
