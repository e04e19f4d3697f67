import { ownRowsScope, type TableScopes, visibleWith } from '#server/kernel/scope.ts';

export const findingScopes: TableScopes = {
  favourite: ownRowsScope(),
  saved_search: ownRowsScope(),
  saved_search_notified: visibleWith('saved_search', 'search_id'),
};
