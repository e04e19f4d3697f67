import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { AdminLocation, locationCalls } from '#contract/location/calls.ts';
import { childLocationKind, defaultLandmarkReachKm, editableLocationKinds, parentLocationKind } from '#contract/location/kinds.ts';
import { locationKindLabels } from '#contract/location/labels.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { oneRow } from '#server/kernel/scoped.ts';
import { toSlug } from '#server/kernel/slug.ts';
import { m } from '#words/messages.js';
import { fuzzyLocationMatchSql, similarityRankSql } from './fuzzy-search.ts';
import { type MovedReferenceCounts, mergeLocationTrees, updateCountyOfLocation } from './merge.ts';
import { type AdminLocationRow, adminLocationColumns, toAdminLocation } from './rows.ts';

type Calls = typeof locationCalls;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));
const fixed = () => new Refusal('conflict', m.location_refusal_fixed());

export async function readLocationDetails(ctx: Ctx, { id }: HandlerInput<Calls['details']>): Promise<AdminLocation> {
  const { rows } =
    await sql<AdminLocationRow>`select ${adminLocationColumns(ctx.me)} from location where location.id = ${id} and location.deleted_at is null`.execute(
      ctx.db,
    );
  if (!rows[0]) throw missing();
  return toAdminLocation(rows[0]);
}

export async function listChildLocations(ctx: Ctx, { id }: HandlerInput<Calls['adminChildren']>): Promise<HandlerResult<Calls['adminChildren']>> {
  if (id !== undefined) await readLocationDetails(ctx, { id });
  const { rows } = await sql<AdminLocationRow>`select ${adminLocationColumns(ctx.me)} from location
    where location.parent_id is not distinct from ${id ?? null}::bigint and location.deleted_at is null
    order by location.kind = 'landmark', lower(location.name), location.id`.execute(ctx.db);
  return { results: rows.map(toAdminLocation), count: rows.length };
}

export async function searchLocationsAsAdmin(
  ctx: Ctx,
  { page, page_size, z_filter: f = {} }: HandlerInput<Calls['adminSearch']>,
): Promise<HandlerResult<Calls['adminSearch']>> {
  const text = f.q?.toLowerCase();
  const wanted = [sql<boolean>`location.deleted_at is null`];
  if (text) wanted.push(fuzzyLocationMatchSql(text));
  if (f.kind) wanted.push(sql<boolean>`location.kind = ${f.kind}`);
  if (f.visible) wanted.push(sql<boolean>`location.visible = ${f.visible === 'shown'}`);
  const where = sql.join(wanted, sql` and `);
  const { rows: total } = await sql<{ n: number }>`select count(*) as n from location where ${where}`.execute(ctx.db);
  // Selects one page first, then computes counts and paths only for its rows.
  const { rows } = await sql<AdminLocationRow>`with one_page as (
      select location.id, ${text ? similarityRankSql(text) : sql`0`} as rank from location where ${where}
      order by rank desc, lower(location.name), location.id limit ${page_size} offset ${(page - 1) * page_size})
    select ${adminLocationColumns(ctx.me)} from location join one_page on one_page.id = location.id
    order by one_page.rank desc, lower(location.name), location.id`.execute(ctx.db);
  return { results: rows.map(toAdminLocation), count: Number(total[0]?.n ?? 0) };
}

/** Changes of the location tree run one at a time, so that checks of names, parents and regions stay valid. */
const queue = (ctx: Ctx) => sql`select pg_advisory_xact_lock(hashtextextended('location', 0))`.execute(ctx.db);

async function lockPlace(ctx: Ctx, id: number, revision: number | undefined): Promise<AdminLocation> {
  await queue(ctx);
  await sql`select 1 from location where id = ${id} for update`.execute(ctx.db);
  const place = await readLocationDetails(ctx, { id });
  if (revision !== undefined && revision !== place.revision) throw new Refusal('conflict', sentence('editConflict'), { current: place });
  return place;
}

export async function createLocation(
  ctx: Ctx,
  { parent_id, landmark, line, radius_km, ...given }: HandlerInput<Calls['create']>,
): Promise<AdminLocation> {
  await queue(ctx);
  const parent = await readLocationDetails(ctx, { id: parent_id });
  const kind = landmark ? 'landmark' : childLocationKind[parent.kind];
  if (!kind) throw invalidInputRefusal({ parent_id: m.location_problem_in_estate() });
  if (!editableLocationKinds.includes(kind)) throw fixed();
  if (parentLocationKind[kind] !== parent.kind)
    throw invalidInputRefusal({ parent_id: m.location_problem_kind({ kind: locationKindLabels[parentLocationKind[kind] ?? 'country']() }) });
  await nameIsFree(ctx, parent_id, given.name, null);
  const { id } = await ctx.db
    .insertInto('location')
    .values({
      ...given,
      ...reachOf({ kind, landmark: landmark ?? null, line, radius_km, lat: given.lat, lng: given.lng }),
      aliases: unlike(given.name, given.aliases),
      kind,
      parent_id,
      county: parent.county,
      slug: toSlug(given.name),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return noted(ctx, 'add', null, await readLocationDetails(ctx, { id }));
}

export async function updateLocation(ctx: Ctx, { id, revision, ...given }: HandlerInput<Calls['update']>): Promise<AdminLocation> {
  const before = await lockPlace(ctx, id, revision);
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<AdminLocation>;
  const next = { ...factsOf(before), ...sent };
  if (next.name !== before.name) await nameIsFree(ctx, before.parent_id, next.name, id);
  const reach = reachOf({ ...next, kind: before.kind });
  await ctx.db
    .updateTable('location')
    .set((eb) => ({
      name: next.name,
      slug: next.name === before.name ? before.slug : toSlug(next.name),
      aliases: unlike(next.name, next.aliases),
      ...reach,
      visible: next.visible,
      revision: eb('revision', '+', 1),
      updated_at: clock.now(),
    }))
    .where('id', '=', id)
    .$call(oneRow);
  return noted(ctx, 'edit', before, await readLocationDetails(ctx, { id }));
}

export async function moveLocation(ctx: Ctx, { id, parent_id, revision }: HandlerInput<Calls['move']>): Promise<AdminLocation> {
  const before = await lockPlace(ctx, id, revision);
  if (!editableLocationKinds.includes(before.kind)) throw fixed();
  const parent = await readLocationDetails(ctx, { id: parent_id });
  if (parent.kind !== parentLocationKind[before.kind])
    throw invalidInputRefusal({ parent_id: m.location_problem_kind({ kind: locationKindLabels[parentLocationKind[before.kind] ?? 'country']() }) });
  await nameIsFree(ctx, parent_id, before.name, id);
  await ctx.db
    .updateTable('location')
    .set((eb) => ({ parent_id, revision: eb('revision', '+', 1), updated_at: clock.now() }))
    .where('id', '=', id)
    .$call(oneRow);
  if (parent.county !== null && parent.county !== before.county) await updateCountyOfLocation(ctx, id, parent.county);
  return noted(ctx, 'edit', before, await readLocationDetails(ctx, { id }));
}

export async function mergeLocations(ctx: Ctx, { id, into_id, revision }: HandlerInput<Calls['merge']>): Promise<HandlerResult<Calls['merge']>> {
  if (id === into_id) throw invalidInputRefusal({ into_id: m.location_problem_another() });
  const gone = await lockPlace(ctx, id, revision);
  if (!editableLocationKinds.includes(gone.kind)) throw fixed();
  const target = await lockPlace(ctx, into_id, undefined);
  if (target.kind !== gone.kind) throw invalidInputRefusal({ into_id: m.location_problem_kind({ kind: locationKindLabels[gone.kind]() }) });
  const moved: MovedReferenceCounts = { properties: 0, places: 0 };
  for (const twin of await mergeLocationTrees(ctx, id, into_id, moved))
    await audit(ctx.db, ctx, {
      kind: 'delete',
      document: 'locations',
      id: twin.id,
      code: twin.name,
      before: { name: twin.name },
      after: { merged_into: twin.into },
      reason: 'merged with its twin',
    });
  if (target.county !== null) await updateCountyOfLocation(ctx, into_id, target.county);
  const aliases = unlike(target.name, [...target.aliases, gone.name, ...gone.aliases]).slice(0, 20);
  await ctx.db
    .updateTable('location')
    .set((eb) => ({ aliases, revision: eb('revision', '+', 1), updated_at: clock.now() }))
    .where('id', '=', into_id)
    .$call(oneRow);
  await audit(ctx.db, ctx, {
    kind: 'delete',
    document: 'locations',
    id,
    code: gone.name,
    before: factsOf(gone),
    after: { merged_into: into_id, moved },
    reason: `merged into ${target.name}`,
  });
  return { into: await noted(ctx, 'edit', target, await readLocationDetails(ctx, { id: into_id })), moved };
}

export async function removeLocation(ctx: Ctx, { id }: HandlerInput<Calls['remove']>): Promise<HandlerResult<Calls['remove']>> {
  const place = await lockPlace(ctx, id, undefined);
  const uses = [
    ...counted(place.properties, m.location_used_properties),
    ...counted(place.children, m.location_used_places),
    ...counted(await getLookup('featuredIn')(ctx.db, id), m.location_used_slots),
  ].join(', ');
  if (uses)
    throw new Refusal('conflict', m.location_refusal_used({ name: place.name, uses }), {
      used: { properties: place.properties, places: place.children },
    });
  if (!editableLocationKinds.includes(place.kind)) throw fixed();
  await ctx.db.updateTable('location').set({ deleted_at: clock.now(), updated_at: clock.now() }).where('id', '=', id).$call(oneRow);
  await noted(ctx, 'delete', place, null);
  return { id };
}

const counted = (count: number, says: (inputs: { count: number }) => string): string[] => (count === 0 ? [] : [says({ count })]);

const unlike = (name: string, aliases: readonly string[]): string[] => {
  const seen = new Set([name.toLowerCase()]);
  return aliases.filter((alias) => !seen.has(alias.toLowerCase()) && seen.add(alias.toLowerCase()));
};

async function nameIsFree(ctx: Ctx, parent_id: number | null, name: string, but: number | null): Promise<void> {
  const { rows } = await sql`select 1 from location where parent_id is not distinct from ${parent_id}::bigint and lower(name) = lower(${name})
    and deleted_at is null and id is distinct from ${but}::bigint`.execute(ctx.db);
  const said = m.location_refusal_name_taken({ name });
  if (rows[0]) throw new Refusal('conflict', said, { fields: { name: said } });
}

type Reach = Pick<AdminLocation, 'kind' | 'landmark' | 'line' | 'radius_km' | 'lat' | 'lng'>;
/** The position of a location: a landmark has a kind, a radius and a centre, which a line sets; an area has only a centre. */
function reachOf({ kind, landmark, line, radius_km, lat, lng }: Reach) {
  if (kind !== 'landmark') return { lat, lng };
  if (!landmark) throw invalidInputRefusal({ landmark: m.location_problem_landmark() });
  const middle = line?.[Math.floor(line.length / 2)];
  const at = { lat: middle?.[0] ?? lat, lng: middle?.[1] ?? lng };
  if (at.lat === null || at.lng === null) throw invalidInputRefusal({ lat: m.location_problem_point() });
  return { ...at, landmark, line: line && JSON.stringify(line), radius_km: radius_km ?? defaultLandmarkReachKm[landmark] };
}

const factsOf = ({ name, aliases, lat, lng, landmark, line, radius_km, visible: shown, parent_id, county }: AdminLocation) => ({
  name,
  aliases,
  lat,
  lng,
  landmark,
  line,
  radius_km,
  visible: shown,
  parent_id,
  county,
});

async function noted<T extends AdminLocation | null>(ctx: Ctx, kind: 'add' | 'edit' | 'delete', before: AdminLocation | null, after: T): Promise<T> {
  const place = after ?? before;
  const facts = { before: before && factsOf(before), after: after && factsOf(after) };
  await audit(ctx.db, ctx, { kind, document: 'locations', id: place?.id ?? null, code: place?.name ?? null, ...facts });
  await enqueueJob(ctx.db, 'vocabulary.changed', { kind: 'location' });
  return after;
}
