import { sql } from 'kysely';
import { nameKey } from '#contract/property/pattern.ts';
import { clock } from '#contract/time/clock.ts';
import { emit } from '#server/jobs/queue.ts';
import { auditMany } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { slugOf } from '#server/kernel/slug.ts';
import { missing } from './find.ts';
import { moveOne } from './moves.ts';
import { factsOf, pickTraits, type Traits, type UnitRow } from './rows.ts';
import { columnOf } from './terms.ts';

export type LivedInMove = 'occupy_said' | 'vacate_said';

/** The units of a property by how their names are compared; asked under the property's lock, the answer holds until the end of the transaction. */
export async function namedUnits(ctx: Ctx, propertyId: number): Promise<Map<string, UnitRow>> {
  const rows = await from(ctx, 'unit').selectAll().where('property_id', '=', propertyId).where('deleted_at', 'is', null).execute();
  return new Map(rows.map((row) => [nameKey(row.name), row]));
}

/** Says of a unit that somebody lives in it or no longer does, since a moment where one is known. Whoever calls writes the row in the log. */
export async function sayOf(ctx: Ctx, row: UnitRow, move: LivedInMove, since: Date | null): Promise<UnitRow> {
  const moved = await moveOne(ctx, row, move, { reason: '', expected_on: null });
  if (since) await change(ctx, 'unit').set({ status_since: since }).where('id', '=', row.id).$call(oneRow);
  return moved;
}

/** What a unit says itself: what it only inherits it does not say, and written back it inherits that again. */
export const saidBy = (row: UnitRow): Traits => ({
  ...pickTraits(row),
  ...Object.fromEntries(Object.entries(columnOf).flatMap(([name, column]) => (row.inherits.includes(name) ? [[column, null]] : []))),
});

const written = Object.keys(pickTraits({} as Traits));

/** What many units of a property that is held are from now on, in one step however many there are; each has its row in the log. */
export async function rewriteMany(
  ctx: Ctx,
  changes: readonly { readonly before: UnitRow; readonly next: Traits }[],
  reason: string,
): Promise<UnitRow[]> {
  if (changes.length === 0) return [];
  const given = changes.map(({ before, next }) => ({ id: before.id, ...next, slug: slugOf(`${next.block} ${next.name}`) }));
  const sets = [...written, 'slug'].map((column) => sql`${sql.id(column)} = given.${sql.id(column)}`);
  const { rows } = await sql<UnitRow>`/* all: units whoever calls was found to work on */ update unit set ${sql.join(sets)},
    revision = unit.revision + 1, updated_by = ${ctx.me.userId}, updated_at = ${clock.now()}
    from jsonb_populate_recordset(null::unit, ${JSON.stringify(given)}::jsonb) as given
    where unit.id = given.id and unit.deleted_at is null returning unit.*`.execute(ctx.db);
  if (rows.length !== changes.length) throw missing();
  const after = new Map(rows.map((row) => [row.id, row]));
  const pairs = changes.flatMap(({ before }) => {
    const now = after.get(before.id);
    return now ? [{ before, now }] : [];
  });
  await auditMany(
    ctx.db,
    ctx,
    pairs.map(({ before, now }) => ({
      ...{ kind: 'edit', document: 'units', id: now.id, code: now.code, before: factsOf(before), after: factsOf(now), reason },
    })),
  );
  const repriced = pairs.filter(({ before, now }) =>
    Object.values(columnOf).some((column) => JSON.stringify(before[column]) !== JSON.stringify(now[column])),
  );
  for (const propertyId of new Set(repriced.map(({ now }) => now.property_id))) await emit(ctx.db, 'property.terms', { propertyId });
  return pairs.map(({ now }) => now);
}
