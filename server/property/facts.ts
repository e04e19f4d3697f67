import { sql } from 'kysely';
import type { Ctx } from '#server/kernel/ctx.ts';
import { visible } from '#server/kernel/scope.ts';

export type PropertyFacts = {
  properties: number;
  pending: number;
  unverified: number;
  rejected: number;
  vacant: number;
  occupied: number;
  units: number;
  live: number;
};

/** What the home of a dashboard says of the properties its reader looks after. Those put away are not counted. */
export async function facts(ctx: Ctx): Promise<PropertyFacts> {
  const { rows } = await sql<PropertyFacts>`
    with mine as materialized (select property.id, property.status from property where ${visible('property:managed', ctx.me)} and property.archived_at is null)
    select count(*) as properties, count(*) filter (where status = 'pending_verification') as pending,
      count(*) filter (where status in ('draft', 'expired')) as unverified, count(*) filter (where status = 'rejected') as rejected,
      u.vacant, u.occupied, u.units, (select count(*) from listing_card k where k.property_id in (select id from mine)) as live
    from mine, (select count(*) as units, count(*) filter (where unit.status = 'vacant') as vacant, count(*) filter (where unit.status = 'occupied') as occupied
      from unit where unit.deleted_at is null and unit.property_id in (select id from mine)) u
    group by u.vacant, u.occupied, u.units`.execute(ctx.db);
  return rows[0] ?? { properties: 0, pending: 0, unverified: 0, rejected: 0, vacant: 0, occupied: 0, units: 0, live: 0 };
}
