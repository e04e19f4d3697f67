import { makeTableScope, noRows, type TableScopes } from '#server/kernel/scope.ts';

export const darajaScopes: TableScopes = {
  /** Only the M-Pesa client reads the tokens. No role has access to them. */
  daraja_token: makeTableScope(noRows, { superadmin: noRows }),
};
