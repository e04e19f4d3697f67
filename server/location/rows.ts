import { type RawBuilder, sql } from 'kysely';
import type { AdminLocation, FoundLocation, LocationSummary } from '#contract/location/calls.ts';
import type { Me } from '#server/kernel/ctx.ts';
import { visibleTo } from '#server/kernel/scope.ts';

/** The columns of a location; queries name the table `location`. */
export const locationColumns = sql`location.id, location.kind, location.name, location.slug, location.county, location.lat, location.lng`;

/** The ancestors of a location, from the country down. */
export const locationPathSql = (parent: string): RawBuilder<FoundLocation['path']> => sql<FoundLocation['path']>`(
  with recursive up as (
    select a.id, a.parent_id, a.kind, a.name, 1 as n from location a where a.id = ${sql.ref(parent)}
    union all
    select a.id, a.parent_id, a.kind, a.name, up.n + 1 from location a join up on a.id = up.parent_id where up.n < 8)
  select coalesce(json_agg(json_build_object('id', up.id, 'kind', up.kind, 'name', up.name) order by up.n desc), '[]') from up)`;

/** A location and every location below it. */
export const locationDescendantsSql = (id: number | RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  with recursive down as (
    select ${id}::bigint as id
    union all
    select c.id from location c join down on c.parent_id = down.id where c.deleted_at is null)
  select id from down)`;

export type LocationRow = Omit<LocationSummary, 'children'> & { children: number };
export const toLocation = (r: LocationRow): LocationSummary => ({
  id: r.id,
  kind: r.kind,
  name: r.name,
  slug: r.slug,
  county: r.county,
  lat: r.lat,
  lng: r.lng,
  children: Number(r.children),
});
export const toFoundLocation = (r: LocationRow & Pick<FoundLocation, 'path'>): FoundLocation => ({ ...toLocation(r), path: r.path });

export type AdminLocationRow = LocationRow &
  Pick<AdminLocation, 'path' | 'parent_id' | 'aliases' | 'landmark' | 'line' | 'radius_km' | 'visible' | 'properties' | 'revision'>;
export const adminLocationColumns = (
  me: Me,
) => sql`${locationColumns}, location.parent_id, location.aliases, location.landmark, location.line, location.radius_km, location.visible, location.revision,
  (select count(*) from location c where c.parent_id = location.id and c.deleted_at is null) as children,
  (select count(*) from property where property.location_id in ${locationDescendantsSql(sql.ref('location.id'))} and ${visibleTo('property', me)}) as properties,
  ${locationPathSql('location.parent_id')} as path`;
export const toAdminLocation = (r: AdminLocationRow): AdminLocation => ({
  ...toFoundLocation(r),
  landmark: r.landmark,
  line: r.line,
  radius_km: r.radius_km,
  parent_id: r.parent_id,
  aliases: r.aliases,
  visible: r.visible,
  properties: Number(r.properties),
  revision: r.revision,
});
