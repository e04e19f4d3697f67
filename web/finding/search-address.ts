import { href } from '#contract/kernel/screen.ts';
import { mapPublic } from '#contract/map/public.ts';
import { portalPublic } from '#contract/portal/public.ts';

/** The page of a saved search: the map if it has a map area, else the list. */
export const searchPathOf = (query: string): string =>
  `${/(^|&)(bbox|area)=/.test(query) ? href(mapPublic.search) : href(portalPublic.listings)}?${query}`;
