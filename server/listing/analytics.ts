import { type RawBuilder, sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { listingCalls } from '#contract/listing/calls.ts';
import { calculateListingQuality } from '#contract/listing/quality.ts';
import { calculateVacancyLoss, statusesWithoutRent } from '#contract/unit/vacancy.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { from } from '#server/kernel/scoped.ts';
import { listingNotFound } from './listing-reads.ts';

type Calls = typeof listingCalls;
type Answer = HandlerResult<Calls['analytics']>;

const today = sql`app.today()`;

/** A year is grouped by weeks, because 365 points are harder to read than 52. */
async function series(ctx: Ctx, id: number, days: number): Promise<Answer['days']> {
  const step = days > 90 ? 7 : 1;
  const { rows } = await sql<Answer['days'][number]>`
    /* unscoped: the property was loaded through the scope */ select d::date::text as day, coalesce(sum(ld.views), 0)::int as views, coalesce(sum(ld.saves), 0)::int as saves, coalesce(sum(ld.enquiries), 0)::int as enquiries
    from generate_series(${today} - ${days - 1}::int, ${today}, make_interval(days => ${step})) d
    left join (listing_day ld join listing l on l.id = ld.listing_id and l.property_id = ${id}) on ld.day >= d::date and ld.day < d::date + ${step}::int
    group by d order by d`.execute(ctx.db);
  return rows;
}

/** Sums from `since` days ago up to `until` days ago. A tour or a signed agreement counts on the day of its enquiry. */
async function sums(ctx: Ctx, id: number, since: number, until: number): Promise<Answer['now']> {
  const enquiries = getLookup('enquiriesOf');
  const came = (day: RawBuilder<unknown>) => sql<boolean>`${day} > ${today} - ${since}::int and ${day} <= ${today} - ${until}::int`;
  const { rows } = await sql<Answer['now']>`
    /* unscoped: the property was loaded through the scope */ select coalesce(sum(ld.views), 0)::int as views, coalesce(sum(ld.saves), 0)::int as saves, coalesce(sum(ld.enquiries), 0)::int as enquiries,
      ${enquiries(id, false, came)} as tours, ${enquiries(id, true, came)} as won
    from listing l left join listing_day ld on ld.listing_id = l.id and ld.day > ${today} - ${since}::int and ld.day <= ${today} - ${until}::int
    where l.property_id = ${id}`.execute(ctx.db);
  return rows[0] ?? { views: 0, saves: 0, enquiries: 0, tours: 0, won: 0 };
}

async function emptyUnits(ctx: Ctx, id: number): Promise<Answer['units']> {
  const { rows } = await sql<Omit<Answer['units'][number], 'cost_cents'>>`
    /* unscoped: the property was loaded through the scope */ select u.id, u.code, u.name, u.status, u.rent_cents, d.days
    from unit u cross join lateral (select greatest(0, extract(day from app.now() - u.status_since))::int as days) d
    where u.property_id = ${id} and u.deleted_at is null and u.status = any(${[...statusesWithoutRent]})
    order by u.rent_cents * d.days desc nulls last, u.id limit 200`.execute(ctx.db);
  return rows.map((u) => ({ ...u, cost_cents: u.rent_cents === null ? null : calculateVacancyLoss(u.rent_cents, u.days) }));
}

const monthly = (l: string) =>
  sql`coalesce(monthly_price(${sql.ref(`${l}.price_cents`)}, ${sql.ref(`${l}.price_period`)}), ${sql.ref(`${l}.price_cents`)})`;

/** Each live listing beside the median of comparable listings of other companies: same unit type, listing type and county. */
async function market(ctx: Ctx, id: number): Promise<Answer['market']> {
  const { rows } = await sql<Answer['market'][number] & { middle: number | null }>`
    /* unscoped: the property was loaded through the scope */ select l.id, l.code, l.title, t.name as kind, ${monthly('l')}::bigint as cents, o.middle, o.n as others
    from listing l join property p on p.id = l.property_id join unit u on u.id = l.unit_id join taxon t on t.id = u.unit_type_id
    cross join lateral (
      select count(*) as n, round(percentile_cont(0.5) within group (order by ${monthly('ol')}))::bigint as middle
      from public_listing pl join listing ol on ol.id = pl.id join unit ou on ou.id = ol.unit_id join property op on op.id = ol.property_id
      where ou.unit_type_id = u.unit_type_id and ol.listing_type = l.listing_type and op.region = p.region and op.id <> p.id
    ) o
    where l.property_id = ${id} and l.status = 'live' and l.deleted_at is null order by l.id limit 100`.execute(ctx.db);
  return rows.map(({ middle, ...row }) => ({ ...row, median_cents: row.others >= 3 ? middle : null }));
}

type Facts = {
  id: number;
  code: string;
  title: string;
  pictures: number;
  video: boolean;
  plan: boolean;
  description: number;
  kiswahili: boolean;
  pin: boolean;
  amenities: number;
  charges: boolean;
  contact: boolean;
  confirmedDays: number | null;
};

async function quality(ctx: Ctx, id: number): Promise<Answer['quality']> {
  const media = (type: number) =>
    sql`(select count(*) from media_item mi where mi.property_id = l.property_id and (mi.unit_id is null or mi.unit_id = l.unit_id)
      and mi.media_type = ${type} and mi.status = 'ready')`;
  const { rows } = await sql<Facts>`
    /* unscoped: the property was loaded through the scope */ select l.id, l.code, l.title, ${media(0)} as pictures, ${media(1)} + ${media(2)} > 0 as video, ${media(3)} > 0 as plan,
      length(l.description) as description, l.description_sw <> '' as kiswahili, p.lat is not null as pin,
      cardinality(p.amenities) + coalesce(cardinality(u.amenities), 0) as amenities,
      (l.listing_type = 2 or l.deposit_cents > 0 or l.service_charge_cents > 0) as charges, l.contact_id is not null as contact,
      extract(day from app.now() - l.last_confirmed_at)::int as "confirmedDays"
    from listing l join property p on p.id = l.property_id left join unit u on u.id = l.unit_id
    where l.property_id = ${id} and l.deleted_at is null and l.status in ('draft', 'review', 'live', 'paused') order by l.id limit 100`.execute(
    ctx.db,
  );
  return rows
    .map((f) => ({ id: f.id, code: f.code, title: f.title, ...calculateListingQuality(f) }))
    .sort((a, b) => a.score - b.score || a.id - b.id);
}

export async function readPropertyAnalytics(ctx: Ctx, { id, days }: HandlerInput<Calls['analytics']>): Promise<Answer> {
  const property = await from(ctx, 'property').select(['id', 'code', 'name']).where('id', '=', id).executeTakeFirst();
  if (!property) throw listingNotFound();
  return {
    property,
    days: await series(ctx, id, days),
    now: await sums(ctx, id, days, 0),
    before: await sums(ctx, id, 2 * days, days),
    units: await emptyUnits(ctx, id),
    market: await market(ctx, id),
    quality: await quality(ctx, id),
  };
}
