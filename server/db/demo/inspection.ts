import { type RawBuilder, sql } from 'kysely';
import { timeZone } from '#contract/constants.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';
import { addDemoPhotos, signDemoInspections } from './inspection-photos.ts';

/**
 * Inspections in every state for every company: the home of the demo tenant with a pending answer, move-ins and move-outs, and a pending
 * verification of each property. The result is deterministic.
 */
const states = ['scheduled', 'in_progress', 'submitted', 'agreed', 'disputed', 'canceled', 'scheduled', 'agreed'] as const;
const reasonCanceled = 'The tenant is away that week';
const reasonShut = 'The gate was locked and the caretaker did not answer';

export async function fillInspections(db: Db): Promise<void> {
  await forms(db);
  await put(db, homes);
  await put(db, own);
  await put(db, came);
  await put(db, left);
  await put(db, leaving);
  await verifications(db);
  await answers(db);
  await past(db);
  await addDemoPhotos(db);
  await signDemoInspections(db);
}

/** Adds two inspection forms to each demo company; one of them is retired. */
const forms = (db: Db) =>
  sql`insert into inspection_template (company_id, name, kinds, areas, retired_at, created_by)
    select p.company_id, f.name, array['move_in', 'move_out', 'routine'], t.areas || coalesce((select jsonb_agg(a) from inspection_template b, jsonb_array_elements(b.areas) a
      where b.key = 'bedrooms_1' and a ->> 'key' = 'outside'), '[]'::jsonb), case when f.old then app.now() - interval '90 days' end, p.id
    from person p cross join (values ('Studio with a balcony', false), ('Studio without a balcony', true)) f (name, old)
    join inspection_template t on t.key = 'bedsitter'
    where p.email in ('owner@makao.test', 'agent@makao.test') order by p.id, f.old`.execute(db);

const tenants = sql`(select tp.tenancy_id from person g join tenant n on n.person_id = g.id join tenancy_person tp on tp.tenant_id = n.id where g.email = 'tenant@makao.test')`;
type Planned = RawBuilder<unknown>;
const tenAt = (day: RawBuilder<unknown>) => sql`((${day})::timestamp + interval '10 hours') at time zone ${timeZone}`;

/** The first homes of each company, one in each state. */
const homes: Planned = sql`select p.company_id, p.id as property_id, u.id as unit_id, tn.id as tenancy_id, ty.bedrooms,
    -- Only a tenant can dispute an item, so without a tenancy the inspection is agreed.
    case when o.status = 'disputed' and tn.id is null then 'agreed' else o.status end as status,
    case when o.status in ('submitted', 'disputed', 'agreed') and tn.id is not null then 'move_in' when u.status = 'vacant' then 'pre_listing' else 'routine' end as kind,
    case o.status when 'scheduled' then ${tenAt(sql`app.today() + 2 + u.id::int % 9`)}
      else date_trunc('hour', app.now()) - make_interval(days => case o.status when 'in_progress' then 0 when 'canceled' then 4 when 'submitted' then 2 else 20 + u.id::int % 40 end) end as at,
    null::bigint as baseline_id
  from (select u.*, row_number() over (partition by q.company_id order by u.id) as n from unit u join property q on q.id = u.property_id
      where u.deleted_at is null and q.deleted_at is null and q.archived_at is null
        and u.id not in (select t.unit_id from tenancy t where t.id in ${tenants})) u
  join property p on p.id = u.property_id
  join unnest(${[...states]}::text[]) with ordinality o (status, n) on o.n = u.n
  left join taxon ty on ty.id = u.unit_type_id
  left join lateral (select id from tenancy where tenancy.unit_id = u.id and tenancy.status in ('active', 'expired') order by id limit 1) tn on true`;

const ofTenancy = (kind: string, status: RawBuilder<unknown>, at: RawBuilder<unknown>, baseline: RawBuilder<unknown> = sql`null::bigint`): Planned =>
  sql`select t.company_id, t.property_id, t.unit_id, t.id as tenancy_id, ty.bedrooms, ${status} as status, ${kind} as kind, ${at} as at, ${baseline} as baseline_id
    from (select t.*, row_number() over (partition by t.company_id, t.status, t.leaving_on is null order by t.id) as n from tenancy t) t
    join unit u on u.id = t.unit_id and u.deleted_at is null left join taxon ty on ty.id = u.unit_type_id`;

/** The home of the demo tenant: an inspection that is pending the tenant’s answer, and an earlier one. */
const own: Planned = sql`${ofTenancy('move_in', sql`'submitted'`, sql`date_trunc('hour', app.now()) - interval '2 days'`)} where t.id in ${tenants} and t.status = 'active'
  union all ${ofTenancy('routine', sql`'agreed'`, sql`date_trunc('hour', app.now()) - interval '70 days'`)} where t.id in ${tenants} and t.status = 'active'`;

/** Two units of a company with a move-in and a move-out. */
const came: Planned = sql`${ofTenancy('move_in', sql`'agreed'`, tenAt(sql`t.starts_on`))} where t.status = 'terminate' and t.n <= 2`;
const left: Planned = sql`${ofTenancy(
  'move_out',
  sql`case t.n when 1 then 'disputed' else 'agreed' end`,
  tenAt(sql`t.ends_on`),
  sql`(select i.id from inspection i where i.tenancy_id = t.id and i.kind = 'move_in' order by i.id limit 1)`,
)} where t.status = 'terminate' and t.n <= 2`;
/** The move-out inspection of each home whose tenants are leaving. */
const leaving: Planned = sql`${ofTenancy('move_out', sql`'scheduled'`, tenAt(sql`t.leaving_on`))} where t.leaving_on is not null and t.status = 'active' and t.n = 1`;

const head = sql`(select h.id from person h where h.company_id = w.company_id and app.is_head(h.user_type, h.is_active, h.closed_at) order by h.id limit 1)`;
const waits = sql`(w.status = 'submitted' and w.tenancy_id is not null)`;
const until = (days: number) =>
  sql`case when ${waits} then ((app.today() + ${days}::int)::timestamp + interval '20 hours') at time zone ${timeZone} end`;

const put = (db: Db, planned: Planned) =>
  sql`insert into inspection (company_id, property_id, unit_id, tenancy_id, kind, template_id, areas, inspector_id, scheduled_at, status, submitted_at, answer_by, remind_at,
      keys_count, readings, reason, created_by, created_at, device, baseline_id)
    select w.company_id, w.property_id, w.unit_id, w.tenancy_id, w.kind, t.id, t.areas, ${head}, w.at, w.status,
      case when w.status in ('submitted', 'agreed', 'disputed') then w.at + interval '40 minutes' end, ${until(3)}, ${until(2)},
      case when w.status in ('submitted', 'agreed', 'disputed') then 3 end,
      case when w.status in ('submitted', 'agreed', 'disputed') then jsonb_build_array(jsonb_build_object('meter', 'W-' || (40000 + w.unit_id), 'kind', 'water',
        'value', 120 + w.unit_id % 400 + case w.kind when 'move_out' then 96 else 0 end)) else '[]'::jsonb end,
      case when w.status = 'canceled' then ${reasonCanceled} else '' end, ${head}, least(w.at - interval '6 days', app.now() - interval '1 day'),
      case when w.status = 'in_progress' then 'demo-device' end, w.baseline_id
    from (${planned}) w
    join inspection_template t on t.key = case when coalesce(w.bedrooms, 0) <= 0 then 'bedsitter' else 'bedrooms_' || least(3, w.bedrooms) end
    order by w.unit_id, w.at`.execute(db);

/**
 * Pending verifications are planned with a dealer of the county, or unassigned; some are in progress, and some were submitted from a phone with an
 * uncertain position. Some verified properties were inspected on site, a few after a cancelled visit.
 */
const verifications = (db: Db) =>
  sql`insert into inspection (company_id, property_id, kind, template_id, areas, inspector_id, scheduled_at, status, submitted_at, card, place, reason, created_by, created_at, device, outcome)
    select p.company_id, p.id, 'verification', t.id, t.areas, case when s.status = 'scheduled' then dealer.id else who.id end, s.at, s.status,
      case when s.status in ('submitted', 'agreed') then s.at + interval '40 minutes' end, 'K7M4' || chr(65 + p.id::int % 26) || (p.id % 10),
      case when s.status in ('submitted', 'agreed') and p.lat is not null
        then jsonb_build_object('lat', p.lat, 'lng', p.lng, 'accuracy_m', case s.status when 'agreed' then 14 else 240 end, 'at', s.at + interval '30 minutes') end,
      case s.status when 'canceled' then ${reasonShut} else '' end, who.id, least(s.at, app.now()) - interval '3 days', case when s.status = 'in_progress' then 'demo-device' end, case when s.status = 'agreed' then 'verified' end
    from (select p.*, row_number() over (partition by p.status order by p.id) as n from property p where p.deleted_at is null) p
    join inspection_template t on t.key = 'verification'
    left join lateral (select d.id from person d join company c on c.id = d.company_id
      where d.user_type = 7 and d.is_active and c.region = p.region and c.id <> p.company_id order by d.id limit 1) dealer on true
    cross join lateral (select coalesce(dealer.id, (select a.id from person a where a.email = 'admin@makao.test')) as id) who
    join lateral (values ('verified', 'agreed', p.verified_at - interval '40 minutes', true), ('verified', 'canceled', p.verified_at - interval '9 days', p.id % 12 = 0),
        ('pending_verification', 'scheduled', ${tenAt(sql`app.today() + 1 + p.id::int % 5`)}, p.n % 3 = 1),
        ('pending_verification', 'submitted', app.now() - interval '1 day', p.n % 3 = 2),
        ('pending_verification', 'in_progress', app.now() - interval '30 minutes', p.n % 3 = 0)) s (of, status, at, here) on s.of = p.status and s.here
    where p.status = 'pending_verification' or (p.verified_at is not null and p.id % 6 = 0)
    order by p.id, s.at`.execute(db);

const answers = (db: Db) =>
  sql`insert into inspection_answer (inspection_id, item, condition, passed, counted, note, cost_cents, charge_to, answer, answer_note)
    select i.id, a.area ->> 'key' || '.' || (x.item ->> 'key'), k.condition,
      case when x.item ->> 'kind' <> 'condition' then true end,
      case when x.item ->> 'kind' = 'count' then (select count(*) from unit u where u.property_id = i.property_id and u.deleted_at is null) end,
      case when k.condition = 'poor' then 'Worn and needs repair' when x.item ->> 'kind' <> 'condition' then 'Checked on site' else '' end,
      case when k.condition = 'poor' then 350000 end, case when k.condition <> 'poor' or k.condition is null then 'none' when i.kind = 'move_out' then 'tenant' else 'owner' end,
      case when k.disputed then 'disputed' when i.status in ('agreed', 'disputed') and i.kind in ('move_in', 'move_out') then 'agreed' end,
      case when k.disputed then 'It was already like this when we moved in' else '' end
    from inspection i cross join lateral jsonb_array_elements(i.areas) with ordinality a (area, n)
      cross join lateral jsonb_array_elements(a.area -> 'items') with ordinality x (item, n)
      cross join lateral (select i.status = 'disputed' and a.n = 1 and x.n = 1 as disputed, case when x.item ->> 'kind' <> 'condition' then null
        when i.kind = 'move_out' then (array['poor', 'good', 'fair', 'good'])[1 + ((x.n + a.n * 2) % 4)::int]
        else (array['good', 'good', 'excellent', 'fair', 'good', 'poor'])[1 + ((i.id + x.n * 3 + a.n) % 6)::int] end as condition) k
    where i.status in ('submitted', 'agreed', 'disputed') or (i.status = 'in_progress' and a.n = 1)`.execute(db);

/** The history of the inspections: the time and author of each move. Managers inspect units, and the assigned inspector verifies properties. */
function pastMoves() {
  const done = ['submitted', 'agreed', 'disputed'];
  const actor = sql`case when kind <> 'verification' then 'owner' when inspector_id in (select id from person where user_type = 7) then 'dealer' else 'admin' end`;
  const asked = sql`kind in ('move_in', 'move_out')`;
  return [
    { of: ['in_progress', ...done], move: 'begin', from: 'scheduled', to: 'in_progress', at: sql`scheduled_at`, by: actor, reason: null },
    { of: done, move: 'submit', from: 'in_progress', to: 'submitted', at: sql`submitted_at`, by: actor, reason: null },
    // Tenants agreed or did not answer. Inspections without a question to a tenant are completed, and verifications are decided at once.
    {
      of: ['agreed'],
      move: 'agree',
      from: 'submitted',
      to: 'agreed',
      at: sql`submitted_at + interval '5 days'`,
      by: 'clock',
      reason: 'nobody answered in time',
      where: sql`${asked} and id % 2 = 1`,
    },
    {
      of: ['agreed'],
      move: 'agree',
      from: 'submitted',
      to: 'agreed',
      at: sql`submitted_at + interval '20 hours'`,
      by: 'tenant',
      reason: null,
      where: sql`${asked} and id % 2 = 0`,
    },
    {
      of: ['agreed'],
      move: 'agree',
      from: 'submitted',
      to: 'agreed',
      at: sql`submitted_at + interval '1 day'`,
      by: actor,
      reason: 'No action needed',
      where: sql`not ${asked} and kind <> 'verification'`,
    },
    {
      of: ['agreed'],
      move: 'agree',
      from: 'submitted',
      to: 'agreed',
      at: sql`submitted_at`,
      by: actor,
      reason: null,
      where: sql`kind = 'verification'`,
    },
    { of: ['disputed'], move: 'dispute', from: 'submitted', to: 'disputed', at: sql`submitted_at + interval '30 hours'`, by: 'tenant', reason: null },
    {
      of: ['canceled'],
      move: 'cancel',
      from: 'scheduled',
      to: 'canceled',
      at: sql`scheduled_at - interval '15 hours'`,
      by: actor,
      reason: sql`reason`,
    },
  ];
}
async function past(db: Db): Promise<void> {
  for (const { of, move, from, to, at, by, reason, where } of pastMoves())
    await sql`insert into move_log (at, subject, subject_id, move, from_state, to_state, actor_type, actor_id, reason)
      select least(${at}, app.now()), 'inspection', id, ${move}, ${from}, ${to}, ${by}, case when ${by} not in ('clock', 'tenant') then inspector_id end, ${reason}
      from inspection where status = any (${of}) and ${where ?? sql`true`} order by id`.execute(db);
}
