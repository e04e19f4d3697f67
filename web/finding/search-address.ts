import { href } from '#contract/kernel/screen.ts';
import { mapPublicScreens } from '#contract/map/public.ts';
import { portalPublicScreens } from '#contract/portal/public.ts';

/** The page of a saved search: the map if it has a map area, else the list. */
export const getSavedSearchPath = (query: string): string =>
  `${/(^|&)(bbox|area)=/.test(query) ? href(mapPublicScreens.search) : href(portalPublicScreens.listings)}?${query}`;
