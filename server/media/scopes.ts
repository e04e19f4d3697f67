import { sql } from 'kysely';
import { lookup } from '#server/kernel/lookups.ts';
import {
  allRows,
  anyRule,
  callerRows,
  everyRule,
  noRows,
  ofCompany,
  ownRows,
  type ScopeRule,
  scopeOf,
  seenWith,
  type TableScopes,
  workedWith,
} from '#server/kernel/scope.ts';

const open: ScopeRule = (_, t) => sql<boolean>`${t('visibility')} = 'public'`;

/** Payment evidence, with the booking it is about; also for a company that works for the owner. */
const paidBy: ScopeRule = (me, t) => lookup('showsPayment')(me, t);
/** Verification evidence, with its property. */
const checkedBy: ScopeRule = (me, t) => lookup('showsCheck')(me, t);

export const mediaScopes: TableScopes = {
  /**
   * Public files are for everybody; private ones for the uploader, the head of their company and the platform's admins. Payment evidence is for the
   * people who manage the booking, owner and agent alike. Staff can open files of the records they see; the record's module gives them a signed URL.
   */
  media_file: scopeOf(anyRule(open, callerRows('uploaded_by'), ofCompany(), paidBy), {
    admin: allRows,
    anonymous: open,
    staff: anyRule(open, callerRows('uploaded_by'), paidBy, everyRule(ofCompany(), checkedBy)),
  }),
  media_variant: seenWith('media_file', 'file_id'),
  media_item: workedWith('property', 'property_id'),
  /** The platform decides on duplicates; holders do not see whose picture is similar to theirs. */
  media_similar: scopeOf(noRows, { admin: allRows, subadmin: seenWith('media_item', 'item_id').see.subadmin }),
  /** An unfinished upload is visible only to its sender. */
  upload_session: ownRows(),
  upload_part: seenWith('upload_session', 'session_id'),
  media_doubt: scopeOf(noRows, { superadmin: noRows }),
};
