import { ownRows, type TableScopes, visibleWith } from '#server/kernel/scope.ts';

export const findingScopes: TableScopes = {
  favourite: ownRows(),
  saved_search: ownRows(),
  saved_search_notified: visibleWith('saved_search', 'search_id'),
};
