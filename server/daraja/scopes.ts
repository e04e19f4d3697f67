import { noRows, type Scopes, scopeOf } from '#server/kernel/scope.ts';

export const darajaScopes: Scopes = {
  /** Only the client reads it; no role does. */
  daraja_token: scopeOf(noRows, { superadmin: noRows }),
};
