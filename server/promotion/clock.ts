import { promotionMachine } from '#contract/promotion/machine.ts';
import { clock } from '#contract/time/clock.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import { audit } from '#server/kernel/audit.ts';
import { atClock, type Db } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { everything, oneRow } from '#server/kernel/scoped.ts';

/** Starts what is due and ends what is over, each in a transaction of its own. One whose days passed unseen ends without having run. */
export async function turnPromotions(db: Db): Promise<number> {
  const now = clock.now();
  const due = await everything(db, 'promotion', 'the clock turns promotions')
    .select()
    .select(['id', 'code', 'ends_at'])
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([eb.and([eb('status', '=', 'scheduled'), eb('starts_at', '<=', now)]), eb.and([eb('status', '=', 'running'), eb('ends_at', '<=', now)])]),
    )
    .orderBy('id')
    .limit(500)
    .execute();
  for (const { id, code, ends_at } of due)
    await db.transaction().execute(async (tx) => {
      const ctx = atClock(tx);
      const { from, to } = await move(ctx, promotionMachine, ends_at <= now ? 'end' : 'start', id, null, 'clock');
      await everything(tx, 'promotion', 'the clock turns promotions').change().set({ updated_at: now }).where('id', '=', id).$call(oneRow);
      await audit(tx, ctx, { kind: 'edit', document: 'offers', id, code, before: { status: from }, after: { status: to }, reason: 'its days' });
    });
  return due.length;
}

export const promotionJobs: readonly Job[] = [{ name: 'promotion.turn', everyMinutes: 5, run: turnPromotions }];
