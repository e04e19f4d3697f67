import { sql } from 'kysely';
import { everyRule, hangsOn, leasedOut, leasingScope, noRows, type Rule, type Scopes, scopeOf, visibleTo } from '#server/kernel/scope.ts';

/** Screening results of a former owner are hidden from everyone, and all results are hidden during impersonation. */
const screened: Rule = (me, t) =>
  me.impersonatorId === null
    ? everyRule(hangsOn('booking:managed', 'booking_id', visibleTo), (_, of) => sql<boolean>`${of('former_company_id')} is null`)(me, t)
    : noRows(me, t);

export const bookingScopes: Scopes = {
  booking: leasingScope('booking'),
  'booking:managed': leasedOut('booking'),
  /** What managers found out about an applicant is theirs: neither the platform's nor the applicant's. */
  screening_check: scopeOf(noRows, { superadmin: noRows, owner: screened, agent: screened, dealer: screened, staff: everyRule(screened) }),
};
