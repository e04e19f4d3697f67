import { ownRows, type Scopes, seenWith } from '#server/kernel/scope.ts';

export const findingScopes: Scopes = {
  favourite: ownRows(),
  saved_search: ownRows(),
  saved_search_notified: seenWith('saved_search', 'search_id'),
};
