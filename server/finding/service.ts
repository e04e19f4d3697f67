export { favouriteAdd, favouriteIds, favouriteNote, favouriteRemove, favourites } from './favourites.ts';
export { searches, searchRemove, searchSave, searchStop, searchUpdate } from './searches.ts';
export { runSearches, tellClosed, tellRepriced } from './tell.ts';
