import { sql } from 'kysely';
import { lookup } from '#server/kernel/lookups.ts';
import { all, both, either, mine, none, ofCompany, ownRows, type Rule, type Scopes, scopeOf, seenWith, workedWith } from '#server/kernel/scope.ts';

const open: Rule = (_, t) => sql<boolean>`${t('visibility')} = 'public'`;

/** What shows that somebody paid, with the booking it is about: of an owner their company works for, too. */
const paidBy: Rule = (me, t) => lookup('showsPayment')(me, t);
/** What shows that a property was looked at, with the property. */
const checkedBy: Rule = (me, t) => lookup('showsCheck')(me, t);

export const mediaScopes: Scopes = {
  /**
   * Public files are for everybody; private ones for who brought them, who leads their company and the platform's admins. What shows a payment
   * is for whoever manages the booking, owner and agent alike, whichever of them it was kept for. Staff have those of the records they see;
   * whatever else they open has a signed address, which the room of the record hands out.
   */
  media_file: scopeOf(either(open, mine('uploaded_by'), ofCompany(), paidBy), {
    admin: all,
    anonymous: open,
    staff: either(open, mine('uploaded_by'), paidBy, both(ofCompany(), checkedBy)),
  }),
  media_variant: seenWith('media_file', 'file_id'),
  media_item: workedWith('property', 'property_id'),
  /** The platform settles these; holders are not told whose picture theirs looks like. */
  media_similar: scopeOf(none, { admin: all, subadmin: seenWith('media_item', 'item_id').see.subadmin }),
  /** A file on its way is its sender's alone. */
  upload_session: ownRows(),
  upload_part: seenWith('upload_session', 'session_id'),
  media_doubt: scopeOf(none, { superadmin: none }),
};
