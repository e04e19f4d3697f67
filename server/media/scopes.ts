import { sql } from 'kysely';
import { getLookup } from '#server/kernel/lookups.ts';
import {
  allRows,
  anyRule,
  callerRows,
  companyRows,
  editableWith,
  everyRule,
  makeTableScope,
  noRows,
  ownRowsScope,
  type ScopeRule,
  type TableScopes,
  visibleWith,
} from '#server/kernel/scope.ts';

const open: ScopeRule = (_, t) => sql<boolean>`${t('visibility')} = 'public'`;

/** Evidence of a payment, visible with its booking, also to an agent of the owner. */
const paidBy: ScopeRule = (me, t) => getLookup('showsPayment')(me, t);
/** Evidence of a verification, visible with its property. */
const checkedBy: ScopeRule = (me, t) => getLookup('showsCheck')(me, t);

export const mediaScopes: TableScopes = {
  /**
   * Public files are visible to all visitors; private ones to the uploader, the head of the uploader's company and platform admins. Payment evidence
   * is visible to people who manage the booking, of owner and agent. Staff can open files of records that they see: the module of the record gives
   * them a signed URL.
   */
  media_file: makeTableScope(anyRule(open, callerRows('uploaded_by'), companyRows(), paidBy), {
    admin: allRows,
    anonymous: open,
    staff: anyRule(open, callerRows('uploaded_by'), paidBy, everyRule(companyRows(), checkedBy)),
  }),
  media_variant: visibleWith('media_file', 'file_id'),
  media_item: editableWith('property', 'property_id'),
  /** Makao decides on duplicates; owners do not see whose picture is similar to theirs. */
  media_similar: makeTableScope(noRows, { admin: allRows, subadmin: visibleWith('media_item', 'item_id').see.subadmin }),
  /** An unfinished upload is visible only to its sender. */
  upload_session: ownRowsScope(),
  upload_part: visibleWith('upload_session', 'session_id'),
  media_doubt: makeTableScope(noRows, { superadmin: noRows }),
};
