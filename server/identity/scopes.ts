import { makeTableScope, noRows, ownRows, type TableScopes } from '#server/kernel/scope.ts';

/** Credentials are visible only to their person. One-time links are found only by their secret. */
export const identityScopes: TableScopes = {
  person_session: ownRows(),
  person_device: ownRows(),
  person_credential: ownRows(),
  person_passkey: ownRows(),
  person_second_factor: ownRows(),
  one_time_link: makeTableScope(noRows, { superadmin: noRows }),
  phone_code: makeTableScope(noRows, { superadmin: noRows }),
  verification: makeTableScope(noRows, { superadmin: noRows }),
};
