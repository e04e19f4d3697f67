import { ownRowsScope, type TableScopes } from '#server/kernel/scope.ts';

export const savedViewScopes: TableScopes = { saved_view: ownRowsScope() };
