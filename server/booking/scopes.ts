import { sql } from 'kysely';
import {
  everyRule,
  followsScopeOf,
  leasedOutScope,
  leasingScope,
  makeTableScope,
  noRows,
  type ScopeRule,
  type TableScopes,
  visibleTo,
} from '#server/kernel/scope.ts';

/** Screening results of a former owner are hidden from everyone, and all results are hidden during impersonation. */
const screened: ScopeRule = (me, t) =>
  me.impersonatorId === null
    ? everyRule(followsScopeOf('booking:managed', 'booking_id', visibleTo), (_, of) => sql<boolean>`${of('former_company_id')} is null`)(me, t)
    : noRows(me, t);

export const bookingScopes: TableScopes = {
  booking: leasingScope('booking'),
  'booking:managed': leasedOutScope('booking'),
  /** Screening results are visible to the managers who made them, but not to the platform or the applicant. */
  screening_check: makeTableScope(noRows, { superadmin: noRows, owner: screened, agent: screened, dealer: screened, staff: everyRule(screened) }),
};
