import { ownRows, type Scopes } from '#server/kernel/scope.ts';

export const savedViewScopes: Scopes = { saved_view: ownRows() };
