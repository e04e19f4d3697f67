import { sql } from 'kysely';
import { both, hangsOn, leased, leasedOut, none, type Rule, type Scopes, scopeOf, visible } from '#server/kernel/scope.ts';

/** What a former holder found is nobody's any more; nor is any of it for who looks as somebody else. */
const screened: Rule = (me, t) =>
  me.impersonatorId === null
    ? both(hangsOn('booking:managed', 'booking_id', visible), (_, of) => sql<boolean>`${of('former_company_id')} is null`)(me, t)
    : none(me, t);

export const bookingScopes: Scopes = {
  booking: leased('booking'),
  'booking:managed': leasedOut('booking'),
  /** What managers found out about an applicant is theirs: neither the platform's nor the applicant's. */
  screening_check: scopeOf(none, { superadmin: none, owner: screened, agent: screened, dealer: screened, staff: both(screened) }),
};
