import type { findingCalls } from '#contract/finding/calls.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { addFavourite, listFavouriteIds, listFavourites, removeFavourite, setFavouriteNote } from './favourites.ts';
import { listSavedSearches, removeSavedSearch, saveSearch, stopSavedSearch, updateSavedSearch } from './searches.ts';

export { notifyHomeRelisted, notifyListingClosed, notifyPriceDrop } from './notify.ts';
export { runSavedSearches } from './run-searches.ts';

export const findingService = ({ database: { reads } }: Pick<RunningServices, 'database'>): CallHandlers<typeof findingCalls> => ({
  favourites: listFavourites(reads),
  favouriteIds: listFavouriteIds,
  favouriteAdd: addFavourite,
  favouriteNote: setFavouriteNote,
  favouriteRemove: removeFavourite,
  searches: listSavedSearches(reads),
  searchSave: saveSearch,
  searchUpdate: updateSavedSearch,
  searchRemove: removeSavedSearch,
  searchStop: stopSavedSearch,
});
