import { noRows, ownRows, scopeOf, type TableScopes } from '#server/kernel/scope.ts';

/** Credentials are visible only to their person. One-time links are found only by their secret. */
export const identityScopes: TableScopes = {
  person_session: ownRows(),
  person_device: ownRows(),
  person_credential: ownRows(),
  person_passkey: ownRows(),
  person_second_factor: ownRows(),
  one_time_link: scopeOf(noRows, { superadmin: noRows }),
  phone_code: scopeOf(noRows, { superadmin: noRows }),
  verification: scopeOf(noRows, { superadmin: noRows }),
};
