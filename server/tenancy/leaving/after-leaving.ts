import { type RawBuilder, sql } from 'kysely';
import type { TenancyDetails, TenancySummary } from '#contract/tenancy/shapes.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';

/** The day a person left a tenancy; null while they are in it or if they never were. `t` is the tenancy. */
export const tenancyDepartureDaySql = (t: RawBuilder<unknown>, personId: number | null) =>
  sql<string | null>`(select case when bool_and(lp.until is not null) then max(lp.until)::text end from tenancy_person lp
    join tenant ln on ln.id = lp.tenant_id where lp.tenancy_id = ${t} and ln.person_id = ${personId})`;

type Home = Pick<TenancySummary, 'unit' | 'property'>;
type Then = Home & Pick<TenancySummary, 'lead' | 'others' | 'ends_on' | 'rent_cents' | 'period'>;

const there = (day: string) => sql`(p.since is null or p.since <= ${day}::date) and (p.until is null or p.until >= ${day}::date)`;

/**
 * The tenancy on the reader's last day in it, with its unit on that day. The reader sees neither the present home nor the present rent of the others.
 */
export async function readTenancySummaryAtDeparture<H extends TenancySummary>(ctx: Pick<Ctx, 'db'>, head: H, day: string): Promise<H> {
  const { rows } = await sql<Then>`/* unscoped: records of former tenants of a tenancy that the caller sees */ select
      jsonb_build_object('id', u.id, 'code', u.code, 'name', case when t.whole then app.whole_name(pr.id) else u.name end) as unit,
      jsonb_build_object('id', pr.id, 'code', pr.code, 'name', pr.name) as property,
      (select jsonb_build_object('tenant_id', n.id, 'name', n.name) from tenancy_person p join tenant n on n.id = p.tenant_id
        where p.tenancy_id = t.id and p.role = 'lead' and ${there(day)} order by p.since desc nulls last, p.id desc limit 1) as lead,
      (select count(*)::int from tenancy_person p where p.tenancy_id = t.id and p.role = 'co_tenant' and ${there(day)}) as others,
      coalesce((select (min(lower(x.during)) - 1)::text from tenancy_term x where x.tenancy_id = t.id and x.why = 'renewal' and lower(x.during) > ${day}::date),
        t.ends_on::text) as ends_on,
      coalesce(x.rent_cents, 0) as rent_cents, coalesce(x.period, 2) as period
    from tenancy t
    left join lateral (select s.unit_id, s.property_id from stay s where s.tenancy_id = t.id order by s.during @> ${day}::date desc,
      lower(s.during) <= ${day}::date desc, s.unit_id = t.unit_id desc, lower(s.during), s.id limit 1) h on true
    join unit u on u.id = coalesce(h.unit_id, t.unit_id) join property pr on pr.id = coalesce(h.property_id, t.property_id)
    left join lateral (select x.rent_cents, x.period from tenancy_term x where x.tenancy_id = t.id
      order by x.during @> ${day}::date desc, lower(x.during) limit 1) x on true
    where t.id = ${head.id}`.execute(ctx.db);
  const [then] = rows;
  return then ? { ...head, ...then, rent_cents: Number(then.rent_cents), stage: 'normal', leaving_on: null, next: null, asks: false } : head;
}

/** The other people as they were on that day, without their later move-out and their present shares. */
export const getTenancyPeopleAtDeparture = (people: TenancyDetails['people'], day: string): TenancyDetails['people'] =>
  people
    .filter((one) => one.is_me || one.since === null || one.since <= day)
    .map((one) => (one.is_me ? one : { ...one, share_bp: 0, until: one.until !== null && one.until <= day ? one.until : null }));

/** The property in which a person lives by a tenancy, or lived when they left it. */
export async function readPropertyOfTenancy(db: Db, tenancyId: number, personId: number | null): Promise<number | null> {
  const { rows } = await sql<{
    property_id: number;
  }>`/* unscoped: the former unit of a tenant in a tenancy that the caller sees */ select coalesce((select s.property_id
      from stay s where s.tenancy_id = t.id and s.during @> ${tenancyDepartureDaySql(sql`t.id`, personId)}::date order by s.id limit 1), t.property_id) as property_id
    from tenancy t where t.id = ${tenancyId}`.execute(db);
  return rows[0] ? Number(rows[0].property_id) : null;
}
