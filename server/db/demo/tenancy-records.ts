import { sql } from 'kysely';
import { bookingDeadlines } from '#contract/booking/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import { readBookableListing, takePriceSnapshot } from '#server/booking/bill.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';

/** Homes of the demo's owner come first. */
const mine = (company: string) => sql`(${sql.ref(company)} = (select o.company_id from person o where o.email = 'owner@makao.test'))`;
/** Active tenancies without notice or planned transfer whose tenants have no account; the demo tenant's own tenancy therefore stays unchanged. */
const plain = sql`select t.* from tenancy t where t.status = 'active' and t.leaving_on is null and not t.whole and t.transfer is null and t.leaving_ask is null
  and not exists (select 1 from tenancy_person p join tenant n on n.id = p.tenant_id where p.tenancy_id = t.id and n.person_id is not null)`;

/** Adds one of each relation between homes: a property listed as a whole, a planned unit transfer, and a request for a shorter notice period. */
export async function fillTenancyRecords(db: Db): Promise<void> {
  await offeredWhole(db);
  await movesOn(db);
  await askedToLeave(db);
}

/**
 * The tenant of the first unit has all units of the property. The tenancies of the other units never existed, and no occupant is recorded for them
 * yet.
 */
export async function leaseWholeDemoProperty(db: Db): Promise<void> {
  const { rows } = await sql<{ first: number; property_id: number; rent: number; others: number[] }>`with plain as (${plain})
    select min(t.id)::int as first, t.property_id, sum(h.rent)::bigint as rent, array_remove(array_agg(t.id::int), min(t.id)::int) as others
    from plain t join demo_home h on h.unit_id = t.unit_id group by t.company_id, t.property_id
    having count(*) between 2 and 12 and count(*) = (select count(*) from unit u where u.property_id = t.property_id and u.deleted_at is null)
      and min(t.unit_id) = (select l.unit_id from plain l where l.id = min(t.id))
    order by ${mine('t.company_id')} desc, count(*), t.property_id limit 1`.execute(db);
  const [one] = rows;
  if (!one) return;
  const { rows: gone } = await sql<{
    id: number;
  }>`select tenant_id as id from tenancy_person where tenancy_id = any (${one.others}::bigint[])`.execute(db);
  await sql`update tenancy set whole = true, deposit_cents = ${one.rent} where id = ${one.first}`.execute(db);
  await sql`update tenancy_term set rent_cents = ${one.rent} where tenancy_id = ${one.first}`.execute(db);
  await sql`update stay s set tenancy_id = ${one.first}, during = (select f.during from stay f where f.tenancy_id = ${one.first} order by f.id limit 1)
    where s.tenancy_id = any (${one.others}::bigint[])`.execute(db);
  for (const table of ['tenancy_charge', 'tenancy_term', 'tenancy_person'])
    await sql`delete from ${sql.table(table)} where tenancy_id = any (${one.others}::bigint[])`.execute(db);
  await sql`delete from tenancy where id = any (${one.others}::bigint[])`.execute(db);
  await sql`delete from tenant where id = any (${gone.map(({ id }) => id)}::bigint[])`.execute(db);
}

/**
 * A small property without any tenancy, or with one unit until its tenant leaves: the whole property is listed beside its units, and an applicant
 * asks for it.
 */
async function offeredWhole(db: Db): Promise<void> {
  const { rows: places } = await sql<{ id: number; unit_id: number; company_id: number; rent: number; lived: number[] }>`with plain as (${plain})
    select p.id, p.company_id, min(u.id)::int as unit_id, sum(u.rent_cents)::bigint as rent, coalesce(array_agg(t.id::int) filter (where t.id is not null), '{}') as lived
    from property p join unit u on u.property_id = p.id and u.deleted_at is null left join plain t on t.unit_id = u.id
    where p.status = 'verified' and p.deleted_at is null and not p.stalled and not exists (select 1 from listing w where w.property_id = p.id and w.unit_id is null)
    group by p.id having bool_and((u.status = 'vacant' or t.id is not null) and u.rent_cents is not null) and count(*) between 2 and 12 and count(t.id) <= 1
      and exists (select 1 from listing l where l.property_id = p.id and l.status = 'live' and l.listing_type = 0 and l.deleted_at is null)
    order by ${mine('p.company_id')} desc, count(t.id), p.id limit 1`.execute(db);
  const [place] = places;
  if (!place) return;
  await sql`update tenancy set leaving_on = app.today() + 25, stage = 'ending', leaving = jsonb_build_object('on', app.today() + 25, 'kind', 'notice', 'reason', '', 'by', null, 'at', app.now(), 'file', null)
    where id = any (${place.lived}::bigint[])`.execute(db);
  await sql`update stay set during = daterange(lower(during), app.today() + 26) where released_at is null and tenancy_id = any (${place.lived}::bigint[])`.execute(
    db,
  );
  await sql`update unit set let_from = app.today() + 26 where id in (select unit_id from tenancy where id = any (${place.lived}::bigint[]))`.execute(
    db,
  );
  const { rows } = await sql<{ listing_id: number; unit_id: number; property_id: number; company_id: number }>`insert into listing
      (property_id, unit_id, listing_type, title, description, price_cents, price_period, deposit_cents, status, contact_id, available_from, published_at, last_confirmed_at, created_by, created_at)
    select ${place.id}, null, 0, p.name || ', whole property', l.description, ${place.rent}, 2, ${place.rent}, 'live', l.contact_id, app.today() + 26, l.published_at, l.last_confirmed_at, l.created_by, l.created_at
    from property p join lateral (select * from listing l where l.property_id = p.id and l.status = 'live' and l.listing_type = 0 and l.deleted_at is null order by l.id limit 1) l on true
    where p.id = ${place.id} returning id as listing_id, property_id, ${place.unit_id}::int as unit_id, ${place.company_id}::int as company_id`.execute(
    db,
  );
  const [home] = rows;
  const offer = home && (await readBookableListing({ db }, home.listing_id));
  if (!home || !offer) return;
  const { rows: people } = await sql<{
    id: number;
    name: string;
  }>`select g.id, g.name from person g where g.user_type = 0 and g.is_active and g.closed_at is null
    and g.email <> 'tenant@makao.test' and not exists (select 1 from booking b where b.person_id = g.id and b.property_id = ${home.property_id}) order by g.id desc limit 1`.execute(
    db,
  );
  const [who] = people;
  if (!who) return;
  await sql`insert into tenant (company_id, person_id, name) values (${home.company_id}, ${who.id}, ${who.name}) on conflict do nothing`.execute(db);
  await sql`insert into booking (company_id, property_id, unit_id, whole, listing_id, tenant_id, person_id, status, stage, starts_on, term_months, occupants, bill, message, decide_by, created_at, updated_at)
    select ${home.company_id}, ${home.property_id}, ${home.unit_id}, true, ${home.listing_id}, n.id, ${who.id}, 'await_screening', 'screening', app.today() + 30, 24, 6,
      ${JSON.stringify(takePriceSnapshot(offer))}, 'We are a school and would like to rent the whole property for our teachers.', ${computeEveningDeadline(clock.now(), bookingDeadlines.decide)}, app.now() - interval '2 hours', app.now() - interval '2 hours'
    from tenant n where n.company_id = ${home.company_id} and n.person_id = ${who.id}`.execute(db);
}

/** A transfer in three weeks to a vacant unit of the same property without applicants. */
async function movesOn(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number; unit_id: number; target: number; day: string }>`with plain as (${plain})
    select t.id, t.unit_id, u.id as target, (app.today() + 21)::text as day from plain t join unit u on u.property_id = t.property_id and u.status = 'vacant' and u.deleted_at is null
    where not exists (select 1 from stay s where s.unit_id = u.id and s.released_at is null) and not exists (select 1 from booking b where b.unit_id = u.id)
      and not exists (select 1 from listing l where l.unit_id is null and l.property_id = u.property_id and l.deleted_at is null)
    order by ${mine('t.company_id')} desc, t.id desc, u.id desc limit 1`.execute(db);
  const [one] = rows;
  if (!one) return;
  const plan = { unit_id: one.target, on: one.day, rent_cents: null, reason: 'The tenant needs one more room', after: 'vacant' };
  await sql`update tenancy set transfer = ${JSON.stringify(plan)}::jsonb where id = ${one.id}`.execute(db);
  await sql`update stay set during = daterange(lower(during), ${one.day}::date) where tenancy_id = ${one.id} and released_at is null`.execute(db);
  await sql`insert into stay (company_id, property_id, unit_id, tenancy_id, during) select company_id, property_id, ${one.target}, id, daterange(${one.day}::date, null)
    from tenancy where id = ${one.id}`.execute(db);
  await sql`update unit set let_from = ${one.day}::date where id = ${one.unit_id}`.execute(db);
  await sql`update unit set status = 'ordered', status_since = app.now() - interval '1 day', available_from = null where id = ${one.target}`.execute(
    db,
  );
  await sql`update listing set status = 'paused', paused_by = 'unit', status_reason = 'unit_ordered' where unit_id = ${one.target} and status = 'live' and listing_type <> 2`.execute(
    db,
  );
}

/** The owner proposes an earlier move-out day to a tenant with an account, so that the request can be answered. */
async function askedToLeave(db: Db): Promise<void> {
  await sql`with plain as (${plain}), one as (select t.id, t.company_id, p.tenant_id from plain t join tenancy_person p on p.tenancy_id = t.id and p.role = 'lead'
      where t.notice_days > 12 order by ${mine('t.company_id')} desc, t.id desc limit 1),
    who as (select g.id, g.name, g.phone from person g, one where g.user_type = 0 and g.is_active and g.closed_at is null and g.email <> 'tenant@makao.test'
      and not exists (select 1 from tenant k where k.company_id = one.company_id and (k.person_id = g.id or k.phone = g.phone)) order by g.id limit 1),
    known as (update tenant n set person_id = who.id, name = who.name, phone = coalesce(who.phone, n.phone) from one, who where n.id = one.tenant_id returning n.id)
    update tenancy t set leaving_ask = jsonb_build_object('version', t.revision, 'on', app.today() + 12, 'kind', 'mutual', 'reason', 'The tenant has a new job in Mombasa',
      'by', (select o.name from person o where o.company_id = t.company_id order by o.id limit 1), 'at', app.now() - interval '5 hours') from one, known where t.id = one.id`.execute(
    db,
  );
}
