import { href } from '#contract/kernel/screen.ts';
import { mapPublic } from '#contract/map/public.ts';
import { portalPublic } from '#contract/portal/public.ts';

/** Where a kept search is looked at: one with a part of the map on the map, any other in the list. */
export const addressOfSearch = (query: string): string =>
  `${/(^|&)(bbox|area)=/.test(query) ? href(mapPublic.search) : href(portalPublic.listings)}?${query}`;
