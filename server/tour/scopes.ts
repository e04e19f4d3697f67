import { type RawBuilder, sql } from 'kysely';
import type { Me } from '#server/kernel/ctx.ts';
import { hasSameHolderSql } from '#server/kernel/same-holder.ts';
import {
  anyRule,
  callerRows,
  companyScope,
  leasedOutScope,
  leasingScope,
  makeTableScope,
  noRows,
  type ScopeRule,
  type TableScopes,
} from '#server/kernel/scope.ts';

/** A host's own hours, and those of hosts in the same company. */
const hours = (column: string) => {
  const { see } = companyScope();
  const own = callerRows(column);
  return {
    see: { ...see, owner: anyRule(own, see.owner), agent: anyRule(own, see.agent), dealer: anyRule(own, see.dealer), staff: anyRule(own, see.staff) },
  };
};

/** Visits to the home the person occupies now, for which they are asked. A guarantor does not occupy it. */
const livesThere: ScopeRule = (me, t) =>
  me.userId === null
    ? noRows(me, t)
    : sql<boolean>`(${t('consent')} <> 'none' and exists (select 1 from tenancy tc join tenancy_person tp on tp.tenancy_id = tc.id join tenant tn on tn.id = tp.tenant_id
        where (tc.unit_id = ${t('unit_id')} or exists (select 1 from stay ts where ts.tenancy_id = tc.id and ts.released_at is null and lower(ts.during) <= app.today()
          and (ts.unit_id = ${t('unit_id')} or (${t('unit_id')} is null and ts.property_id = ${t('property_id')})))) and tc.status in ('active', 'expired') and tp.role <> 'guarantor' and tp.until is null and tn.person_id = ${me.userId}))`;

/** Tours booked without an account under a number that was proven by code and is now the caller's: they belong to the caller. */
export const guestToursSql = (me: Me): RawBuilder<number> =>
  sql<number>`(select gt.id from person gp join tour gt on gt.phone = gp.phone where gp.id = ${me.userId} and gt.person_id is null and gt.phone_proved and ${hasSameHolderSql('gp', 'gt.created_at')})`;
const asGuest: ScopeRule = (me, t) => (me.userId === null || me.role !== 'tenant' ? noRows(me, t) : sql<boolean>`${t('id')} in ${guestToursSql(me)}`);

export const tourScopes: TableScopes = {
  tour_host: hours('person_id'),
  tour_day: hours('host_id'),
  viewing: leasedOutScope('tours'),
  tour: leasingScope('tours', anyRule(callerRows('person_id'), callerRows('host_id'), asGuest)),
  'tour:managed': leasedOutScope('tours'),
  'tour:home': makeTableScope(livesThere, { superadmin: livesThere, anonymous: noRows }),
};
