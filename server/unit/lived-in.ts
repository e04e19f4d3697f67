import { sql } from 'kysely';
import { startOf } from '#contract/time/days.ts';
import { unitMachine } from '#contract/unit/machine.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { moveMany } from '#server/kernel/move.ts';

/**
 * Units that were made a moment ago in this transaction and are lived in already, since a day where somebody said it. Nothing can be offered
 * of them yet, so nobody is told; their rows in the log come from whoever made them.
 */
export async function sayLivedIn(ctx: Ctx, units: readonly { id: number; since: string | null }[]): Promise<void> {
  const ids = units.map((unit) => unit.id);
  await moveMany(ctx, unitMachine, 'occupy_said', ids);
  if (ids.length > 0)
    await sql`/* all: the units that were just moved */ update unit set occupied_said = true,
      status_since = coalesce(said.since, app.now())
      from unnest(${ids}::bigint[], ${units.map(({ since }) => since && startOf(since))}::timestamptz[]) as said (id, since) where unit.id = said.id`.execute(
      ctx.db,
    );
}
