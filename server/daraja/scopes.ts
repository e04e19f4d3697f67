import { none, type Scopes, scopeOf } from '#server/kernel/scope.ts';

export const darajaScopes: Scopes = {
  /** Read by the client, for nobody. */
  daraja_token: scopeOf(none, { superadmin: none }),
};
