import { sql } from 'kysely';
import type { Ctx } from '#server/kernel/ctx.ts';
import { listRegisteredReferences } from '#server/kernel/references.ts';
import { locationDescendantsSql } from './rows.ts';

export type MovedReferenceCounts = { properties: number; places: number };
export type MergedLocation = { id: number; name: string; into: number };

/**
 * Moves everything of one location to another of its kind: references of other modules and child locations. Children with the same name are merged
 * too and returned, so that each gets an audit entry.
 */
export async function mergeLocationTrees(ctx: Ctx, from: number, to: number, moved: MovedReferenceCounts): Promise<MergedLocation[]> {
  const { rows: children } = await sql<{ id: number; name: string; twin: number | null }>`
    select c.id, c.name, (select t.id from location t where t.parent_id = ${to} and t.kind = c.kind and lower(t.name) = lower(c.name)
      and t.deleted_at is null and t.id <> c.id) as twin
    from location c where c.parent_id = ${from} and c.deleted_at is null order by c.id for update`.execute(ctx.db);
  const twins: MergedLocation[] = [];
  for (const { id, name, twin } of children) {
    moved.places += 1;
    if (twin === null) {
      await sql`update location set parent_id = ${to}, revision = revision + 1, updated_at = app.now() where id = ${id}`.execute(ctx.db);
    } else {
      twins.push(...(await mergeLocationTrees(ctx, id, twin, moved)), { id, name, into: twin });
    }
  }
  for (const { place } of listRegisteredReferences()) moved.properties += (await place?.(ctx, from, to))?.properties ?? 0;
  await sql`update location set deleted_at = app.now(), updated_at = app.now(), merged_into = ${to} where id = ${from}`.execute(ctx.db);
  await sql`update location set merged_into = ${to} where merged_into = ${from}`.execute(ctx.db);
  return twins;
}

/** Sets the county of a location for everything in it and for references of other modules. */
export async function updateCountyOfLocation(ctx: Ctx, id: number, county: string): Promise<void> {
  await sql`update location set county = ${county} where id in ${locationDescendantsSql(id)} and county is distinct from ${county}`.execute(ctx.db);
  for (const references of listRegisteredReferences()) await references.county?.(ctx, locationDescendantsSql(id), county);
}
