import { sql } from 'kysely';
import { toUnitNameKey } from '#contract/property/unit-pattern.ts';
import { clock } from '#contract/time/clock.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { writeAuditEntries } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { toSlug } from '#server/kernel/slug.ts';
import { pickUnitTraits, toUnitAuditValues, type UnitRow, type UnitTraits } from './rows.ts';
import { moveUnit } from './status-changes.ts';
import { termColumns } from './terms.ts';
import { unitNotFound } from './unit-lookup.ts';

export type ReportedOccupancyMove = 'occupy_said' | 'vacate_said';

/** The units of a property by normalized name. Under the property's lock the result is valid until the end of the transaction. */
export async function readUnitsByName(ctx: Ctx, propertyId: number): Promise<Map<string, UnitRow>> {
  const rows = await from(ctx, 'unit').selectAll().where('property_id', '=', propertyId).where('deleted_at', 'is', null).execute();
  return new Map(rows.map((row) => [toUnitNameKey(row.name), row]));
}

/** Marks a unit as occupied or vacant, with the date where it is known. The caller writes the audit row. */
export async function changeUnitOccupancy(ctx: Ctx, row: UnitRow, move: ReportedOccupancyMove, since: Date | null): Promise<UnitRow> {
  const moved = await moveUnit(ctx, row, move, { reason: '', expected_on: null });
  if (since) await change(ctx, 'unit').set({ status_since: since }).where('id', '=', row.id).$call(oneRow);
  return moved;
}

/** The values a unit sets itself. Inherited values are left out, so saving these keeps them inherited. */
export const pickNonInheritedUnitTraits = (row: UnitRow): UnitTraits => ({
  ...pickUnitTraits(row),
  ...Object.fromEntries(Object.entries(termColumns).flatMap(([name, column]) => (row.inherits.includes(name) ? [[column, null]] : []))),
});

const written = Object.keys(pickUnitTraits({} as UnitTraits));

/** Saves new values of many units of a locked property in one statement; each unit gets its audit row. */
export async function updateTraitsOfUnits(
  ctx: Ctx,
  changes: readonly { readonly before: UnitRow; readonly next: UnitTraits }[],
  reason: string,
): Promise<UnitRow[]> {
  if (changes.length === 0) return [];
  const given = changes.map(({ before, next }) => ({ id: before.id, ...next, slug: toSlug(`${next.block} ${next.name}`) }));
  const sets = [...written, 'slug'].map((column) => sql`${sql.id(column)} = given.${sql.id(column)}`);
  const { rows } = await sql<UnitRow>`/* unscoped: units that the caller was found to work on */ update unit set ${sql.join(sets)},
    revision = unit.revision + 1, updated_by = ${ctx.me.userId}, updated_at = ${clock.now()}
    from jsonb_populate_recordset(null::unit, ${JSON.stringify(given)}::jsonb) as given
    where unit.id = given.id and unit.deleted_at is null returning unit.*`.execute(ctx.db);
  if (rows.length !== changes.length) throw unitNotFound();
  const after = new Map(rows.map((row) => [row.id, row]));
  const pairs = changes.flatMap(({ before }) => {
    const now = after.get(before.id);
    return now ? [{ before, now }] : [];
  });
  await writeAuditEntries(
    ctx.db,
    ctx,
    pairs.map(({ before, now }) => ({
      kind: 'edit',
      document: 'units',
      id: now.id,
      code: now.code,
      before: toUnitAuditValues(before),
      after: toUnitAuditValues(now),
      reason,
    })),
  );
  const repriced = pairs.filter(({ before, now }) =>
    Object.values(termColumns).some((column) => JSON.stringify(before[column]) !== JSON.stringify(now[column])),
  );
  for (const propertyId of new Set(repriced.map(({ now }) => now.property_id))) await enqueueJob(ctx.db, 'property.terms', { propertyId });
  return pairs.map(({ now }) => now);
}
