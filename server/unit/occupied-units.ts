import { sql } from 'kysely';
import { startOfDay } from '#contract/time/days.ts';
import { unitMachine } from '#contract/unit/machine.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { moveRows } from '#server/kernel/move.ts';

/**
 * Marks units created in this transaction as occupied, with the date where it is known. They have no listings yet, so no event is published; the
 * caller writes the audit rows.
 */
export async function markUnitsOccupied(ctx: Ctx, units: readonly { id: number; since: string | null }[]): Promise<void> {
  const ids = units.map((unit) => unit.id);
  await moveRows(ctx, unitMachine, 'occupy_said', ids);
  if (ids.length > 0)
    await sql`/* unscoped: the units that were just transferred */ update unit set occupied_said = true,
      status_since = coalesce(said.since, app.now())
      from unnest(${ids}::bigint[], ${units.map(({ since }) => since && startOfDay(since))}::timestamptz[]) as said (id, since) where unit.id = said.id`.execute(
      ctx.db,
    );
}
