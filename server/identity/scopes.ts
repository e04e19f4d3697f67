import { none, ownRows, type Scopes, scopeOf } from '#server/kernel/scope.ts';

/** What proves who somebody is belongs to them alone; one-time secrets are found by the secret only. */
export const identityScopes: Scopes = {
  person_session: ownRows(),
  person_device: ownRows(),
  person_credential: ownRows(),
  person_passkey: ownRows(),
  person_second_factor: ownRows(),
  one_time_link: scopeOf(none, { superadmin: none }),
  phone_code: scopeOf(none, { superadmin: none }),
  verification: scopeOf(none, { superadmin: none }),
};
