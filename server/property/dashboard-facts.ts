import { sql } from 'kysely';
import { companyRoles } from '#contract/kernel/roles.ts';
import { countHiddenListings, type HiddenListingCount, type ListingVisibilityFacts } from '#contract/listing/hidden-reasons.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { mayChange, visibleTo } from '#server/kernel/scope.ts';
import { isOwnerVerifiedSql } from '#server/people/service.ts';

export type PropertyDashboardFigures = {
  properties: number;
  pending: number;
  unverified: number;
  rejected: number;
  vacant: number;
  occupied: number;
  kept: number;
  units: number;
  live: number;
  hidden: HiddenListingCount[];
};

/** The property figures of the dashboard home. Archived properties are not counted. */
export async function readPropertyDashboardFigures(ctx: Ctx): Promise<PropertyDashboardFigures> {
  const { rows } = await sql<Omit<PropertyDashboardFigures, 'hidden'>>`
    with mine as materialized (select property.id, property.status, ${mayChange('property', ctx.me, 'tenancies.read')} as tenancies from property where ${visibleTo('property:managed', ctx.me)} and property.archived_at is null)
    select count(*) as properties, count(*) filter (where status = 'pending_verification') as pending,
      count(*) filter (where status in ('draft', 'expired')) as unverified, count(*) filter (where status = 'rejected') as rejected,
      u.vacant, u.occupied, u.kept, u.units, (select count(*) from listing_card k where k.property_id in (select id from mine)) as live
    from mine, (select count(*) as units, count(*) filter (where unit.status = 'vacant') as vacant, count(*) filter (where unit.status = 'occupied') as occupied,
      count(*) filter (where unit.status = 'occupied' and not exists (select 1 from mine m where m.id = unit.property_id and m.tenancies)) as kept
      from unit where unit.deleted_at is null and unit.property_id in (select id from mine)) u
    group by u.vacant, u.occupied, u.kept, u.units`.execute(ctx.db);
  const counted = rows[0] ?? { properties: 0, pending: 0, unverified: 0, rejected: 0, vacant: 0, occupied: 0, kept: 0, units: 0, live: 0 };
  return { ...counted, hidden: await hiddenOf(ctx) };
}

type Unseen = Omit<ListingVisibilityFacts, 'property'> & { property_status: string; stalled: boolean; n: number };

/**
 * Listings that the reader published or queued and that are not publicly visible. The figure is only for companies that let units; platform staff use
 * the lists.
 */
async function hiddenOf(ctx: Ctx): Promise<HiddenListingCount[]> {
  if (!(companyRoles as readonly string[]).includes(ctx.me.role)) return [];
  const { rows } = await sql<Unseen>`
    with mine as materialized (select property.id, property.status, property.stalled, ${isOwnerVerifiedSql} as holder
      from property where ${visibleTo('property:managed', ctx.me)} and property.archived_at is null)
    select p.status as property_status, p.stalled, p.holder, l.status, l.paused_by, l.over_plan, l.wanted_at is not null as wanted,
      case when u.let_from is not null then 'vacant' else u.status end as unit_status, count(*)::int as n
    from mine p join listing l on l.property_id = p.id left join unit u on u.id = l.unit_id
    where l.deleted_at is null and (l.status = 'live' or (l.status = 'draft' and l.wanted_at is not null))
      and not exists (select 1 from listing_card k where k.id = l.id)
    group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(ctx.db);
  return countHiddenListings(
    rows.map(({ property_status, stalled, ...row }) => ({ ...row, property: { status: property_status, stalled, archived: false } })),
  );
}
