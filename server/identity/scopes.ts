import { makeTableScope, noRows, ownRowsScope, type TableScopes } from '#server/kernel/scope.ts';

/** Credentials are visible only to their person. One-time links are found only by their secret. */
export const identityScopes: TableScopes = {
  person_session: ownRowsScope(),
  person_device: ownRowsScope(),
  person_credential: ownRowsScope(),
  person_passkey: ownRowsScope(),
  person_second_factor: ownRowsScope(),
  one_time_link: makeTableScope(noRows, { superadmin: noRows }),
  phone_code: makeTableScope(noRows, { superadmin: noRows }),
  verification: makeTableScope(noRows, { superadmin: noRows }),
};
