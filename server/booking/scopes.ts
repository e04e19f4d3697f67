import { both, hangsOn, leased, leasedOut, none, type Scopes, scopeOf, visible } from '#server/kernel/scope.ts';

const screened = hangsOn('booking:managed', 'booking_id', visible);

export const bookingScopes: Scopes = {
  booking: leased('booking'),
  'booking:managed': leasedOut('booking'),
  /** What managers found out about an applicant is theirs: neither the platform's nor the applicant's. */
  screening_check: scopeOf(none, { superadmin: none, owner: screened, agent: screened, dealer: screened, staff: both(screened) }),
};
