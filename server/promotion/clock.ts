import { sql } from 'kysely';
import { promotionMachine } from '#contract/promotion/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Db } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { makeMove } from '#server/kernel/move.ts';
import { oneRow, unscopedTable } from '#server/kernel/scoped.ts';

/**
 * Starts promotions that are due and ends those that are over, each in its own transaction. A promotion whose days passed while the job did not run
 * ends without having started.
 */
export async function advancePromotions(db: Db): Promise<number> {
  const now = clock.now();
  const due = await unscopedTable(db, 'promotion', 'scheduled job starts and ends promotions')
    .select()
    .select(['id', 'code', 'ends_at'])
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([eb.and([eb('status', '=', 'scheduled'), eb('starts_at', '<=', now)]), eb.and([eb('status', '=', 'running'), eb('ends_at', '<=', now)])]),
    )
    .orderBy('id')
    .execute();
  return processDueRows(db, due, async (tx, { id, code, ends_at }) => {
    const ctx = asClock(tx);
    const { from, to } = await makeMove(ctx, promotionMachine, ends_at <= now ? 'end' : 'start', id, null, 'clock');
    await unscopedTable(tx, 'promotion', 'scheduled job starts and ends promotions')
      .change()
      .set({ updated_at: now })
      .where('id', '=', id)
      .$call(oneRow);
    await audit(tx, ctx, { kind: 'edit', document: 'offers', id, code, before: { status: from }, after: { status: to }, reason: 'its days' });
  });
}

/** Returns the quota that failed bookings had used. Bookings that continue or became a lease keep theirs. */
export const recountPromotionUses = (db: Db) =>
  sql`/* unscoped: counts the bookings that use a promotion */ update promotion set used = b.n, updated_at = app.now()
    from ${getLookup('bookedWithPromotions')()} b
    where promotion.id = b.promotion_id and promotion.used <> b.n`.execute(db);

export const promotionJobs: readonly ScheduledJob[] = [
  {
    name: 'promotion.turn',
    everyMinutes: 5,
    run: async (db) => {
      await advancePromotions(db);
      await recountPromotionUses(db);
    },
  },
];
