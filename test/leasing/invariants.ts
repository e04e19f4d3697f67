import { sql } from 'kysely';
import type { LeasingFixture } from './fixture.ts';

/** Which freeze affects which bookings: one by Makao affects all that are not paid, works and a hold only those in screening. */
const platformFreezes = sql`(u.stalled or p.stalled or coalesce(l.paused_by = 'platform', false))`;

/** Invariants after any acts in any order at any time; each line is a sentence with the record that violates it. */
export async function findBrokenInvariants({ db }: LeasingFixture): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    with held as (select * from stay where released_at is null),
    -- Where they live or are to live; the home they move to on a day to come is theirs from then on.
    home as (select s.* from held s where not exists (select 1 from tenancy t where t.id = s.tenancy_id and (t.transfer ->> 'unit_id')::bigint = s.unit_id)),
    b as (select b.*, ${platformFreezes} as platform, u.works
      from booking b cross join lateral (select bool_or(o.status = 'stall') as stalled, bool_or(o.status in ('maintenance', 'onhold')) as works
        from unit o where o.id = b.unit_id or (b.whole and o.property_id = b.property_id)) u join property p on p.id = b.property_id left join listing l on l.id = b.listing_id),
    facts as (select n.id, n.status,
        exists (select 1 from tenancy_person x join tenancy t on t.id = x.tenancy_id where x.tenant_id = n.id and x.until is null and t.status in ('active', 'expired')) as lives,
        exists (select 1 from tenancy_person x join tenancy t on t.id = x.tenancy_id where x.tenant_id = n.id and x.until is null and t.status = 'pending')
          or exists (select 1 from booking x where x.tenant_id = n.id and x.status in ('await_payment', 'confirmed')) as comes,
        exists (select 1 from booking x where x.tenant_id = n.id and x.status = 'await_screening') as asks,
        exists (select 1 from tenancy_person x join tenancy t on t.id = x.tenancy_id where x.tenant_id = n.id and t.status = 'terminate' and t.termination ->> 'kind' <> 'withdrawn') as lived,
        exists (select 1 from booking x where x.tenant_id = n.id and x.status = 'declined') as declined
      from tenant n where merged_into is null)
    select 'two stays overlap: unit ' || x.unit_id as what from held x join held y on y.unit_id = x.unit_id and y.id > x.id and y.during && x.during
    union all select 'occupied, and no tenancy is lived in: unit ' || u.id from unit u where u.status = 'occupied' and not u.occupied_said
      and not exists (select 1 from tenancy t join home s on s.tenancy_id = t.id and s.unit_id = u.id where t.status in ('active', 'expired'))
    union all select 'lived in, and the unit is ' || u.status || ': tenancy ' || t.id from tenancy t join home s on s.tenancy_id = t.id join unit u on u.id = s.unit_id
      where t.status in ('active', 'expired') and (u.status <> 'occupied' or u.occupied_said)
    union all select 'two live in one unit: ' || s.unit_id from tenancy t join home s on s.tenancy_id = t.id where t.status in ('active', 'expired') group by s.unit_id having count(*) > 1
    union all select 'reserved, and nobody holds it: unit ' || u.id from unit u where (u.status = 'ordered' or (u.status = 'stall' and u.status_before = 'ordered'))
      and not exists (select 1 from held where unit_id = u.id)
    union all select 'held, and the unit is ' || u.status || ': unit ' || u.id from unit u where exists (select 1 from held where unit_id = u.id)
      and not (u.status = 'ordered' or (u.status = 'occupied' and not u.occupied_said) or (u.status = 'stall' and u.status_before = 'ordered'))
    union all select 'promised without one stay: booking ' || b.id from b where b.status in ('await_payment', 'confirmed')
      and (select count(*) from unit o where o.id = b.unit_id or (b.whole and o.property_id = b.property_id)) <> (select count(*) from held where booking_id = b.id)
    union all select 'not one stay of its own: tenancy ' || t.id from tenancy t where t.status <> 'terminate'
      and (select count(*) from unit o where o.id = t.unit_id or (t.whole and o.property_id = t.property_id)) <> (select count(*) from home where tenancy_id = t.id)
    union all select 'not where it says it is: tenancy ' || t.id from tenancy t where t.status <> 'terminate' and not exists (select 1 from home where tenancy_id = t.id and unit_id = t.unit_id)
    union all select 'to move, and it does not hold the new home from then: tenancy ' || t.id from tenancy t where t.transfer is not null and (t.status not in ('active', 'expired')
      or t.leaving_on is not null or not exists (select 1 from held s where s.tenancy_id = t.id and s.unit_id = (t.transfer ->> 'unit_id')::bigint and lower(s.during) <= (t.transfer ->> 'on')::date))
    union all select 'asked to leave, and leaving: tenancy ' || id from tenancy where leaving_ask is not null and (leaving_on is not null or status not in ('active', 'expired'))
    union all select 'a stay of nobody: ' || s.id from held s where not exists (select 1 from tenancy t where t.id = s.tenancy_id and t.status <> 'terminate')
      and not exists (select 1 from booking x where x.id = s.booking_id and s.tenancy_id is null and x.status = 'await_payment')
    union all select 'offered, and not free: listing ' || v.id from public_listing v
      where exists (select 1 from held where (unit_id = v.unit_id or (v.unit_id is null and property_id = v.property_id)) and upper_inf(during))
    union all select 'offered, and frozen: listing ' || v.id from public_listing v
      join unit u on u.id = v.unit_id or (v.unit_id is null and u.property_id = v.property_id) join property p on p.id = v.property_id
      where p.stalled or u.status in ('stall', 'maintenance', 'onhold', 'ordered')
    union all select 'a tenant is ' || status || ': ' || id from facts where status <> case when lives then 'current' when comes then 'approved' when asks then 'prospective'
      when lived then 'past' when declined then 'rejected' else 'prospective' end
    union all select 'its clock: booking ' || id from b where (decide_by is not null) <> (status = 'await_screening' and stage in ('screening', 'shortlisted'))
      or (pay_until is not null) <> (status = 'await_payment' and stage <> 'frozen')
    union all select 'confirmed without a tenancy that waits: booking ' || b.id from b where status = 'confirmed'
      and 1 <> (select count(*) from tenancy t where t.booking_id = b.id and t.status = 'pending')
    union all select 'closed, and nobody moved in: booking ' || b.id from b where status = 'closed'
      and not exists (select 1 from tenancy t where t.booking_id = b.id and (t.status in ('active', 'expired') or t.termination ->> 'kind' <> 'withdrawn'))
    union all select 'given up, and its tenancy goes on: booking ' || b.id from b where status in ('declined', 'expired', 'canceled', 'deleted', 'await_screening', 'await_payment')
      and exists (select 1 from tenancy t where t.booking_id = b.id and t.status <> 'terminate')
    union all select 'not frozen where it should be: booking ' || id from b where stage <> 'frozen'
      and ((status in ('await_screening', 'await_payment') and platform) or (status = 'await_screening' and works))
    union all select 'frozen for no reason: booking ' || id from b where stage = 'frozen' and status in ('await_screening', 'await_payment')
      and not platform and not (status = 'await_screening' and works)
    union all select 'somebody waits for a home that is free: unit ' || u.id from unit u join property p on p.id = u.property_id where u.status = 'vacant' and not p.stalled
      and exists (select 1 from booking x where x.unit_id = u.id and not x.whole and x.status = 'await_screening' and x.stage in ('backup', 'waitlist'))
      and not exists (select 1 from booking x where (x.unit_id = u.id or x.whole) and x.status = 'await_screening' and x.stage not in ('backup', 'waitlist'))
    union all select 'a gap in the terms: tenancy ' || x.tenancy_id from (select tenancy_id, lower(during) as starts, lag(upper(during)) over (partition by tenancy_id order by during) as ends from tenancy_term) x
      where x.ends is not null and x.ends <> x.starts
    union all select 'no terms: tenancy ' || t.id from tenancy t where not exists (select 1 from tenancy_term x where x.tenancy_id = t.id)
    union all select 'somebody may read an application, and it is ' || b.status || ': booking ' || b.id from b join application_grant g on g.booking_id = b.id
      where b.status not in ('await_screening', 'await_payment', 'confirmed') and g.ended_at is null and g.until > app.now()
    union all select 'signed by all, without a seal: agreement ' || a.id from agreement a where a.status = 'fully_signed' and a.wet_ink is null
      and (a.sealed_sha256 is null or exists (select 1 from agreement_party y where y.agreement_id = a.id and y.status not in ('signed', 'void')))
    union all select 'another holder than its tenancy: agreement ' || a.id from agreement a join tenancy t on t.id = a.tenancy_id
      where a.status <> 'archived' and a.company_id <> t.company_id
    union all select 'to be signed, and its tenancy is over: agreement ' || a.id from agreement a join tenancy t on t.id = a.tenancy_id
      where t.status = 'terminate' and a.kind = 'lease' and a.status in ('draft', 'pending_signature', 'partially_signed')`.execute(db);
  return rows.map((row) => row.what);
}

/** Invariants after the jobs have run: nothing is overdue, and the worker has done all work after commits. */
export async function findOverdueWork({ db }: LeasingFixture): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'overdue: booking ' || id as what from booking where status in ('await_screening', 'await_payment') and (decide_by <= app.now() or pay_until <= app.now() or waitlist_until <= app.now())
    union all select 'its day has come: tenancy ' || t.id from tenancy t where t.status = 'pending' and t.starts_on <= app.today()
      and (select bool_and(u.status = 'ordered') from stay s join unit u on u.id = s.unit_id where s.tenancy_id = t.id and s.released_at is null)
      and coalesce(t.waived, '{}') ?& array['agreement', 'inspection'] and (t.booking_id is not null or t.waived ? 'payment')
    union all select 'past its end: tenancy ' || id from tenancy where status = 'active' and ends_on < app.today() and leaving_on is null
    union all select 'not gone, and its stay is over: tenancy ' || t.id from tenancy t join stay s on s.tenancy_id = t.id and s.released_at is null
      where t.status in ('active', 'expired') and upper(s.during) <= app.today()
    union all select 'its day to move has come: tenancy ' || id from tenancy where (transfer ->> 'on')::date <= app.today() and status in ('active', 'expired')
    union all select 'asked for a day that has passed: tenancy ' || id from tenancy where (leaving_ask ->> 'on')::date < app.today()
    union all select 'nobody came for two weeks, and it holds: tenancy ' || id from tenancy where status = 'pending' and booking_id is null and starts_on < app.today() - 14
    union all select 'still offered, and let: listing ' || l.id from listing l
      join unit u on u.id = l.unit_id or (l.unit_id is null and u.property_id = l.property_id) where l.status = 'live' and l.deleted_at is null and u.status = 'ordered'
    union all select 'free again, and not offered: listing ' || l.id from listing l join unit u on u.id = l.unit_id join property p on p.id = l.property_id
      where l.status = 'paused' and l.paused_by = 'unit' and u.status = 'vacant' and not p.stalled`.execute(db);
  return rows.map((row) => row.what);
}
