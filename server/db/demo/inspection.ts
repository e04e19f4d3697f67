import { sql } from 'kysely';
import { digestOf } from '#server/inspection/service.ts';
import type { WholeDb as Db } from '#server/kernel/scoped.ts';

/** A home of every company in every state an inspection can have, and a look at each property that waits for one. The same every time. */
const states = ['scheduled', 'in_progress', 'submitted', 'agreed', 'disputed', 'canceled', 'scheduled', 'agreed'] as const;
const reasonCanceled = 'The tenant is away that week';

export async function fillInspections(db: Db): Promise<void> {
  await homes(db);
  await verifications(db);
  await answers(db);
  await past(db);
  await signatures(db);
}

const head = sql`(select h.id from person h where h.company_id = p.company_id and app.is_head(h.user_type, h.is_active, h.closed_at) order by h.id limit 1)`;

const homes = (db: Db) =>
  sql`insert into inspection (company_id, property_id, unit_id, tenancy_id, kind, template_id, areas, inspector_id, scheduled_at, status, submitted_at, answer_by, remind_at,
      keys_count, readings, reason, created_by, created_at, device)
    select w.company_id, w.property_id, w.unit_id, w.tenancy_id, w.kind, t.id, t.areas, w.head, w.at, w.status,
      case when w.done then w.at + interval '40 minutes' end,
      case when w.status = 'submitted' and w.kind = 'move_in' then app.now() + interval '3 days' end,
      case when w.status = 'submitted' and w.kind = 'move_in' then app.now() + interval '2 days' end,
      case when w.done then 3 end,
      case when w.done then jsonb_build_array(jsonb_build_object('meter', 'W-' || (40000 + w.unit_id), 'kind', 'water', 'value', 120 + w.unit_id % 400)) else '[]'::jsonb end,
      case when w.status = 'canceled' then ${reasonCanceled} else '' end, w.head, least(w.at - interval '6 days', app.now() - interval '1 day'),
      case when w.status = 'in_progress' then 'demo-device' end
    from (select p.company_id, p.id as property_id, u.id as unit_id, o.status, ${head} as head, tn.id as tenancy_id, ty.bedrooms,
        case when o.status in ('submitted', 'disputed', 'agreed') and tn.id is not null then 'move_in' when u.status = 'vacant' then 'pre_listing' else 'routine' end as kind,
        o.status in ('submitted', 'agreed', 'disputed') as done,
        app.now() + make_interval(days => case o.status when 'scheduled' then 2 + u.id::int % 9 when 'in_progress' then 0 when 'canceled' then -4 when 'submitted' then -2 else -20 - u.id::int % 40 end) as at
      from (select u.*, row_number() over (partition by q.company_id order by u.id) as n from unit u join property q on q.id = u.property_id
          where u.deleted_at is null and q.deleted_at is null and q.archived_at is null) u
      join property p on p.id = u.property_id
      join unnest(${[...states]}::text[]) with ordinality o (status, n) on o.n = u.n
      left join taxon ty on ty.id = u.unit_type_id
      left join lateral (select id from tenancy where tenancy.unit_id = u.id and tenancy.status in ('active', 'expired') order by id limit 1) tn on true) w
    join inspection_template t on t.key = case when coalesce(w.bedrooms, 0) <= 0 then 'bedsitter' else 'bedrooms_' || least(3, w.bedrooms) end
    order by w.unit_id`.execute(db);

/** Each that waits is planned with a dealer of its county, or with nobody yet; some that were verified were looked at on site. */
const verifications = (db: Db) =>
  sql`insert into inspection (company_id, property_id, kind, template_id, areas, inspector_id, scheduled_at, status, submitted_at, card, place, created_by, created_at)
    select p.company_id, p.id, 'verification', t.id, t.areas, who.id,
      case when p.status = 'verified' then p.verified_at else app.now() + make_interval(days => 1 + p.id::int % 5) end,
      case when p.status = 'verified' then 'agreed' else 'scheduled' end,
      case when p.status = 'verified' then p.verified_at end, 'K7M4' || chr(65 + p.id::int % 26) || (p.id % 10),
      case when p.status = 'verified' and p.lat is not null then jsonb_build_object('lat', p.lat, 'lng', p.lng, 'accuracy_m', 14, 'at', p.verified_at) end,
      who.id, app.now() - interval '8 days'
    from property p join inspection_template t on t.key = 'verification'
    left join lateral (select d.id from person d join company c on c.id = d.company_id
      where d.user_type = 7 and d.is_active and c.region = p.region and c.id <> p.company_id order by d.id limit 1) who on true
    where p.deleted_at is null and (p.status = 'pending_verification' or (p.status = 'verified' and p.verified_at is not null and p.id % 6 = 0))
    order by p.id`.execute(db);

const answers = (db: Db) =>
  sql`insert into inspection_answer (inspection_id, item, condition, passed, counted, note, cost_cents, charge_to, answer, answer_note)
    select i.id, a.area ->> 'key' || '.' || (x.item ->> 'key'),
      case when x.item ->> 'kind' = 'condition' then (array['good', 'good', 'excellent', 'fair', 'good', 'poor'])[1 + (i.id + x.n * 3 + a.n) % 6] end,
      case when x.item ->> 'kind' <> 'condition' then true end,
      case when x.item ->> 'kind' = 'count' then (select count(*) from unit u where u.property_id = i.property_id and u.deleted_at is null) end,
      case when (i.id + x.n * 3 + a.n) % 6 = 5 then 'Worn, needs work' when x.item ->> 'kind' <> 'condition' then 'Seen on site' else '' end,
      case when (i.id + x.n * 3 + a.n) % 6 = 5 and x.item ->> 'kind' = 'condition' then 350000 end, 'none',
      case when i.status = 'disputed' and a.n = 1 and x.n = 1 then 'disputed' when i.status in ('agreed', 'disputed') and i.kind = 'move_in' then 'agreed' end,
      case when i.status = 'disputed' and a.n = 1 and x.n = 1 then 'It was like this when we came' else '' end
    from inspection i cross join lateral jsonb_array_elements(i.areas) with ordinality a (area, n)
      cross join lateral jsonb_array_elements(a.area -> 'items') with ordinality x (item, n)
    where i.status in ('submitted', 'agreed', 'disputed') or (i.status = 'in_progress' and a.n = 1)`.execute(db);

/** How each came to be what it is. */
async function past(db: Db): Promise<void> {
  const moves = [
    {
      states: ['in_progress', 'submitted', 'agreed', 'disputed'],
      move: 'begin',
      from: 'scheduled',
      to: 'in_progress',
      minutes: 0,
      by: 'owner',
      reason: null,
    },
    { states: ['submitted', 'agreed', 'disputed'], move: 'submit', from: 'in_progress', to: 'submitted', minutes: 40, by: 'owner', reason: null },
    { states: ['agreed'], move: 'agree', from: 'submitted', to: 'agreed', minutes: 7200, by: 'clock', reason: 'nobody answered in time' },
    { states: ['disputed'], move: 'dispute', from: 'submitted', to: 'disputed', minutes: 2000, by: 'tenant', reason: null },
    { states: ['canceled'], move: 'cancel', from: 'scheduled', to: 'canceled', minutes: -900, by: 'owner', reason: reasonCanceled },
  ];
  for (const { states: of, move, from, to, minutes, by, reason } of moves)
    await sql`insert into move_log (at, subject, subject_id, move, from_state, to_state, actor_type, actor_id, reason)
      select scheduled_at + make_interval(mins => ${minutes}), 'inspection', id, ${move}, ${from}, ${to}, ${by}, case when ${by} = 'owner' then inspector_id end,
        case when kind <> 'verification' then ${reason} end
      from inspection where status = any (${of}) order by id`.execute(db);
}

/** Signed by whoever looked, over what stands there. */
async function signatures(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('inspection')
    .leftJoin('person', 'person.id', 'inspection.inspector_id')
    .selectAll('inspection')
    .select('person.name as signer')
    .where('submitted_at', 'is not', null)
    .execute();
  const said = await db.selectFrom('inspection_answer').selectAll().execute();
  const byInspection = Map.groupBy(said, (one) => one.inspection_id);
  const signed = rows.map((row) => ({
    id: row.id,
    signatures: [
      {
        ...{ role: 'inspector', name: row.signer ?? 'Makao', drawn: null, at: row.submitted_at?.toISOString(), by_id: row.inspector_id },
        digest: digestOf(row, byInspection.get(row.id) ?? [], []),
      },
    ],
  }));
  await sql`update inspection set signatures = s.signatures from jsonb_to_recordset(${JSON.stringify(signed)}::jsonb) s (id bigint, signatures jsonb)
    where s.id = inspection.id`.execute(db);
}
