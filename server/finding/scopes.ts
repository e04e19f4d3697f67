import { ownRows, seenWith, type TableScopes } from '#server/kernel/scope.ts';

export const findingScopes: TableScopes = {
  favourite: ownRows(),
  saved_search: ownRows(),
  saved_search_notified: seenWith('saved_search', 'search_id'),
};
