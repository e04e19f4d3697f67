import { sql } from 'kysely';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';
import { fillTenancyRecords, leaseWholeDemoProperty } from './tenancy-records.ts';

const names =
  'Brian Otieno,Mercy Wambui,Kevin Mutua,Faith Chebet,Hassan Ali,Lilian Nekesa,Dennis Kiprop,Ann Nyokabi,Peter Mwangi,Zawadi Juma,Collins Ouma,Rehema Said,James Kariuki,Beatrice Atieno,Samuel Maina,Halima Yusuf'.split(
    ',',
  );

/** One kind by the unit’s number: most tenancies continue, some are under notice, some are past their term, and some have been renewed. */
const kind = sql`(case when t.status <> 'active' then '' when t.unit_id % 9 = 4 then 'leaving' when t.unit_id % 11 = 5 then 'over' when t.unit_id % 3 = 1 then 'renewed' else 'plain' end)`;

/**
 * Some tenancies began this year. Most began a year ago, and those of the demo owner up to two years ago, so that they have a rent history. The demo
 * tenant moved in this year.
 */
const since = sql`case when u.id = 1 or u.id % 4 = 1 then least(app.day(u.status_since), app.today() - 1) else app.today() - 35 - (u.id * 7919 % case when p.company_id = (select o.company_id from person o where o.email = 'owner@makao.test') then 690 else 330 end)::int end`;
/** The agent of tenancies let under a mandate for the whole building. */
const agent = sql`(select m.agent_company_id from mandate m where m.owner_company_id = h.company_id and m.ended_at is null and m.all_properties and m.scope = 'full_management'
  and m.starts_on <= h.starts_on and h.property_id % 2 = 0 order by m.id limit 1)`;

/**
 * Current and future tenants of demo units: every occupied unit has a tenancy since its occupation, every reserved unit without a booking has a
 * tenancy that has not begun, and some vacant units have an ended one. It takes a few statements for any number of units.
 */
export async function fillTenancies(db: Db): Promise<void> {
  await sql`create temporary table demo_home on commit drop as
    select u.id as unit_id, u.property_id, p.company_id, u.status, coalesce(u.rent_cents, 3500000) as rent,
      case u.status when 'occupied' then ${since} when 'ordered' then app.today() + 5 + (u.id % 20)::int else app.today() - 500 - (u.id % 90)::int end as starts_on
    from unit u join property p on p.id = u.property_id
    where u.deleted_at is null and not exists (select 1 from stay s where s.unit_id = u.id and s.released_at is null)
      and ((u.status = 'occupied' and not u.occupied_said) or u.status = 'ordered' or (u.status = 'vacant' and u.id % 4 = 0))`.execute(db);
  await sql`insert into tenant (company_id, name, phone, email, status)
    select company_id, (${names}::text[])[1 + (unit_id % ${names.length})::int], '+25471' || lpad(unit_id::text, 7, '0'), null,
      case status when 'occupied' then 'current' when 'ordered' then 'approved' else 'past' end from demo_home order by unit_id`.execute(db);
  await sql`insert into tenancy (company_id, agent_company_id, property_id, unit_id, listing_type, status, starts_on, ends_on, deposit_cents, due_day, created_at)
    select company_id, ${agent}, property_id, unit_id, 0, case status when 'occupied' then 'active' when 'ordered' then 'pending' else 'terminate' end, starts_on,
      (case when status = 'vacant' then starts_on + 364 else starts_on + ((greatest(0, app.today() - starts_on) / 365 + 1) * 365 - 1) end)::date, rent, 1 + (unit_id % 5)::int,
      least(starts_on - interval '9 days', app.now() - interval '21 days') from demo_home h order by unit_id`.execute(db);
  await sql`insert into tenancy_person (tenancy_id, tenant_id, role, share_bp, since)
    select t.id, n.id, 'lead', 10000, t.starts_on from tenancy t join demo_home h on h.unit_id = t.unit_id
    join tenant n on n.company_id = t.company_id and n.phone = '+25471' || lpad(t.unit_id::text, 7, '0') order by t.id`.execute(db);
  await sql`insert into stay (company_id, property_id, unit_id, tenancy_id, during, released_at)
    select t.company_id, t.property_id, t.unit_id, t.id, case when t.status = 'terminate' then daterange(t.starts_on, t.ends_on + 1) else daterange(t.starts_on, null) end,
      case when t.status = 'terminate' then t.ends_on::timestamptz end from tenancy t join demo_home h on h.unit_id = t.unit_id order by t.id`.execute(
    db,
  );
  await fillTermsAndCharges(db);
  await fillEndings(db);
  await leaseWholeDemoProperty(db);
  await sql`insert into move_log (at, subject, subject_id, move, from_state, to_state, actor_type)
    select least(t.starts_on + interval '10 hours', app.now() - interval '1 hour'), 'tenancy', t.id, 'activate', 'pending', 'active', 'clock' from tenancy t join demo_home h on h.unit_id = t.unit_id where t.status <> 'pending'
    union all select least(t.ends_on + interval '34 hours', app.now() - interval '1 hour'), 'tenancy', t.id, case t.status when 'expired' then 'expire' else 'end' end, 'active', t.status, 'clock'
    from tenancy t join demo_home h on h.unit_id = t.unit_id where t.status in ('expired', 'terminate') order by 1`.execute(db);
  // The demo's tenant lives in a home of the demo's owner.
  await sql`update tenant n set person_id = g.id, name = g.name, phone = g.phone from person g where g.email = 'tenant@makao.test'
    and n.id = (select p.tenant_id from tenancy t join tenancy_person p on p.tenancy_id = t.id join person o on o.email = 'owner@makao.test' and o.company_id = t.company_id
      where t.status = 'active' and t.leaving_on is null order by t.id limit 1)
    and not exists (select 1 from tenant known where known.company_id = n.company_id and (known.person_id = g.id or known.phone = g.phone))`.execute(
    db,
  );
  await fillTenancyRecords(db);
}

/** The rent of each term, and a monthly charge of every second home. */
async function fillTermsAndCharges(db: Db): Promise<void> {
  await sql`insert into tenancy_term (tenancy_id, during, rent_cents, why)
    select t.id, daterange(t.starts_on, case when ${kind} = 'renewed' and t.ends_on - t.starts_on > 365 then t.starts_on + 365 else t.ends_on + 1 end), h.rent, 'start'
    from tenancy t join demo_home h on h.unit_id = t.unit_id
    union all select t.id, daterange(t.starts_on + 365, t.ends_on + 1), h.rent * 21 / 20 - h.rent * 21 / 20 % 10000, 'renewal'
    from tenancy t join demo_home h on h.unit_id = t.unit_id where ${kind} = 'renewed' and t.ends_on - t.starts_on > 365`.execute(db);
  await sql`insert into tenancy_charge (tenancy_id, label, kind, cents, during) select t.id, 'Garbage', 'garbage', 30000, daterange(t.starts_on, case when t.status = 'terminate' then t.ends_on + 1 end)
    from tenancy t join demo_home h on h.unit_id = t.unit_id where t.unit_id % 2 = 0`.execute(db);
}

/** Notices, tenancies past their term, and tenancies that have ended. */
async function fillEndings(db: Db): Promise<void> {
  await sql`update tenancy t set leaving_on = app.today() + 12 + (t.unit_id % 30)::int, stage = 'ending',
      leaving = jsonb_build_object('on', app.today() + 12 + (t.unit_id % 30)::int, 'kind', 'notice', 'reason', '', 'by', null, 'at', app.now(), 'file', null)
    from demo_home h where h.unit_id = t.unit_id and ${kind} = 'leaving'`.execute(db);
  await sql`update stay s set during = daterange(lower(s.during), t.leaving_on + 1) from tenancy t where t.id = s.tenancy_id and t.leaving_on is not null`.execute(
    db,
  );
  await sql`update unit u set let_from = upper(s.during) from stay s join tenancy t on t.id = s.tenancy_id where s.unit_id = u.id and s.released_at is null and t.leaving_on is not null
    and u.status = 'occupied'`.execute(db);
  await sql`update tenancy t set status = 'expired', stage = 'holdover', holdover = 'stop', ends_on = app.today() - 1 from demo_home h
    where h.unit_id = t.unit_id and ${kind} = 'over' and t.starts_on < app.today() - 30`.execute(db);
  await sql`update tenancy_term x set during = daterange(lower(x.during), t.ends_on + 1) from tenancy t where t.id = x.tenancy_id and t.status = 'expired'`.execute(
    db,
  );
  await sql`update tenancy t set termination = jsonb_build_object('kind', 'notice', 'reason', '', 'on', t.ends_on), stage = 'closing' from demo_home h
    where h.unit_id = t.unit_id and t.status = 'terminate'`.execute(db);
  await sql`update unit u set status_since = least(u.status_since, h.starts_on::timestamptz) from demo_home h where h.unit_id = u.id and h.status = 'occupied'`.execute(
    db,
  );
}
