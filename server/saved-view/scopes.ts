import { ownRows, type TableScopes } from '#server/kernel/scope.ts';

export const savedViewScopes: TableScopes = { saved_view: ownRows() };
