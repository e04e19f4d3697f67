import { type RawBuilder, sql } from 'kysely';
import type { Me } from '#server/kernel/ctx.ts';
import { sameHolder } from '#server/kernel/same-holder.ts';
import { byCompany, either, leased, leasedOut, mine, none, type Rule, type Scopes, scopeOf } from '#server/kernel/scope.ts';

/** A host's own hours, and those of their company's hosts. */
const hours = (column: string) => {
  const { see } = byCompany();
  const own = mine(column);
  return {
    see: { ...see, owner: either(own, see.owner), agent: either(own, see.agent), dealer: either(own, see.dealer), staff: either(own, see.staff) },
  };
};

/** Visits to the home somebody lives in now, for which they are asked; whoever stands surety for it is not at home there. */
const livesThere: Rule = (me, t) =>
  me.userId === null
    ? none(me, t)
    : sql<boolean>`(${t('consent')} <> 'none' and exists (select 1 from tenancy tc join tenancy_person tp on tp.tenancy_id = tc.id join tenant tn on tn.id = tp.tenant_id
        where (tc.unit_id = ${t('unit_id')} or exists (select 1 from stay ts where ts.tenancy_id = tc.id and ts.released_at is null and lower(ts.during) <= app.today()
          and (ts.unit_id = ${t('unit_id')} or (${t('unit_id')} is null and ts.property_id = ${t('property_id')})))) and tc.status in ('active', 'expired') and tp.role <> 'guarantor' and tp.until is null and tn.person_id = ${me.userId}))`;

/** Booked without an account, under a number that was shown by a code and is the caller's: theirs as if they had been signed in. */
export const guestTours = (me: Me): RawBuilder<number> =>
  sql<number>`(select gt.id from person gp join tour gt on gt.phone = gp.phone where gp.id = ${me.userId} and gt.person_id is null and gt.phone_proved and ${sameHolder('gp', 'gt.created_at')})`;
const asGuest: Rule = (me, t) => (me.userId === null || me.role !== 'tenant' ? none(me, t) : sql<boolean>`${t('id')} in ${guestTours(me)}`);

export const tourScopes: Scopes = {
  tour_host: hours('person_id'),
  tour_day: hours('host_id'),
  viewing: leasedOut('tours'),
  tour: leased('tours', either(mine('person_id'), mine('host_id'), asGuest)),
  'tour:managed': leasedOut('tours'),
  'tour:home': scopeOf(livesThere, { superadmin: livesThere, anonymous: none }),
};
