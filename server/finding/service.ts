import type { findingCalls } from '#contract/finding/calls.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { favouriteAdd, favouriteIds, favouriteNote, favouriteRemove, listFavourites } from './favourites.ts';
import { listSearches, searchRemove, searchSave, searchStop, searchUpdate } from './searches.ts';

export { notifyListedAgain, notifyListingClosed, notifyPriceDrop } from './notify.ts';
export { runSearches } from './run-searches.ts';

export const findingService = ({ database: { reads } }: Pick<RunningServices, 'database'>): CallHandlers<typeof findingCalls> => ({
  favourites: listFavourites(reads),
  favouriteIds,
  favouriteAdd,
  favouriteNote,
  favouriteRemove,
  searches: listSearches(reads),
  searchSave,
  searchUpdate,
  searchRemove,
  searchStop,
});
