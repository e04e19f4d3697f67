import { makeTableScope, noRows, type TableScopes } from '#server/kernel/scope.ts';

export const darajaScopes: TableScopes = {
  /** Only the client reads it; no role does. */
  daraja_token: makeTableScope(noRows, { superadmin: noRows }),
};
