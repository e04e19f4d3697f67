import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { FoundLocation, locationCalls } from '#contract/location/calls.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { fuzzyLocationMatchSql, similarityRankSql } from './fuzzy-search.ts';
import { type LocationRow, locationColumns, locationPathSql, toFoundLocation, toLocation } from './rows.ts';

export {
  createLocation as create,
  listChildLocations as adminChildren,
  mergeLocations as merge,
  moveLocation as move,
  readLocationDetails as details,
  removeLocation as remove,
  searchLocationsAsAdmin as adminSearch,
  updateLocation as update,
} from './admin.ts';

type Calls = typeof locationCalls;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

const shown = sql<boolean>`location.visible`;
/** Areas that contain properties; landmarks have their own search. */
const isArea = sql<boolean>`location.kind <> 'landmark'`;
const childrenShown = sql`(select count(*) from location c where c.parent_id = location.id and c.kind <> 'landmark' and c.visible and c.deleted_at is null) as children`;

export async function children(ctx: Ctx, { id }: HandlerInput<Calls['children']>): Promise<HandlerResult<Calls['children']>> {
  if (id !== undefined) await publicDetails(ctx, { id });
  const { rows } = await sql<LocationRow>`
    select ${locationColumns}, ${childrenShown} from location
    where location.parent_id is not distinct from ${id ?? null}::bigint and ${shown} and ${isArea} and location.deleted_at is null
    order by lower(location.name), location.id`.execute(ctx.db);
  return { results: rows.map(toLocation), count: rows.length };
}

export async function publicDetails(ctx: Ctx, { id }: HandlerInput<Calls['publicDetails']>): Promise<FoundLocation> {
  const { rows } = await sql<LocationRow & Pick<FoundLocation, 'path'>>`
    select ${locationColumns}, ${childrenShown}, ${locationPathSql('location.parent_id')} as path from location
    where location.id = ${id} and location.deleted_at is null`.execute(ctx.db);
  if (!rows[0]) throw missing();
  return toFoundLocation(rows[0]);
}

/**
 * The best matches by similarity: the exact name, then a prefix of the name or an alias, then similar spelling. The index finds candidates; only
 * they are ranked.
 */
export async function search(ctx: Ctx, { q, kind, limit }: HandlerInput<Calls['search']>): Promise<HandlerResult<Calls['search']>> {
  // "Kilimani, Nairobi": the part after the comma narrows the result.
  const [head = '', ...tail] = q.toLowerCase().split(',');
  const text = head.trim() || q.toLowerCase();
  const where = tail.join(' ').trim();
  const { rows } = await sql<LocationRow & Pick<FoundLocation, 'path'>>`
    with ranked as (
      select location.*, ${similarityRankSql(text)} as rank from location
      where ${fuzzyLocationMatchSql(text)} and ${shown} and location.deleted_at is null and ${kind ? sql`location.kind = ${kind}` : isArea}),
    found as (select * from ranked order by rank desc, lower(name), id limit 60),
    located as (select location.*, ${locationPathSql('location.parent_id')} as path from found location)
    select ${locationColumns}, ${childrenShown}, location.path from located location
    where not exists (select 1 from json_array_elements(location.path) up join location a on a.id = (up->>'id')::bigint where not a.visible)
      and ${where === '' ? sql`true` : sql`exists (select 1 from json_array_elements(location.path) up where word_similarity(${where}, lower(up->>'name')) > 0.5)`}
    order by location.rank desc, array_position(array['county', 'sub_county', 'estate', 'ward', 'country'], location.kind), lower(location.name), location.id
    limit ${limit}`.execute(ctx.db);
  return { results: rows.map(toFoundLocation), count: rows.length };
}
