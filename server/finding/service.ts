import type { findingCalls } from '#contract/finding/calls.ts';
import type { Handlers } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import { favouriteAdd, favouriteIds, favouriteNote, favouriteRemove, favourites } from './favourites.ts';
import { searches, searchRemove, searchSave, searchStop, searchUpdate } from './searches.ts';

export { runSearches } from './run.ts';
export { tellBack, tellClosed, tellRepriced } from './tell.ts';

export const findingService = ({ database: { reads } }: Pick<House, 'database'>): Handlers<typeof findingCalls> => ({
  favourites: favourites(reads),
  favouriteIds,
  favouriteAdd,
  favouriteNote,
  favouriteRemove,
  searches: searches(reads),
  searchSave,
  searchUpdate,
  searchRemove,
  searchStop,
});
