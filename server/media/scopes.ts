import { sql } from 'kysely';
import { all, either, mine, none, ofCompany, ownRows, type Rule, type Scopes, scopeOf, seenWith, workedWith } from '#server/kernel/scope.ts';

const open: Rule = (_, t) => sql<boolean>`${t('visibility')} = 'public'`;

export const mediaScopes: Scopes = {
  /** Public files are for everybody; private ones for who brought them, their company and the platform's admins. */
  media_file: scopeOf(either(open, mine('uploaded_by'), ofCompany()), { admin: all, anonymous: open }),
  media_variant: seenWith('media_file', 'file_id'),
  media_item: workedWith('property', 'property_id'),
  /** The platform settles these; holders are not told whose picture theirs looks like. */
  media_similar: scopeOf(none, { admin: all, subadmin: seenWith('media_item', 'item_id').see.subadmin }),
  /** A file on its way is its sender's alone. */
  upload_session: ownRows(),
  upload_part: seenWith('upload_session', 'session_id'),
  media_doubt: scopeOf(none, { superadmin: none }),
};
