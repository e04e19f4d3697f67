import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { change, everything, oneRow } from '#server/kernel/scoped.ts';
import { audience, notify } from '#server/notification/service.ts';
import { answering, step } from './moves.ts';
import { holdAbove } from './plan.ts';
import { missingOf, readinessOf } from './ready.ts';
import { unitOfWhole } from './whole.ts';

/** A draft that is to go live by itself once nothing keeps it back. Whoever calls audits. */
export const want = (ctx: Ctx, id: number) => change(ctx, 'listing').set({ wanted_at: clock.now() }).where('id', '=', id).$call(oneRow);

/** Something a property's listings wait for may have come about: those that are ready go live and who offers them is told. Bears a repeat. */
export async function publishWaiting(db: Db, propertyId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ctx = atClock(tx);
    await holdAbove(ctx, sql`(${propertyId}::bigint)`, []);
    const drafts = await everything(tx, 'listing', 'drafts that wait go live by themselves')
      .select()
      .selectAll()
      .where('property_id', '=', propertyId)
      .where('status', '=', 'draft')
      .where('wanted_at', 'is not', null)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    for (const draft of drafts) {
      const readiness = await readinessOf(tx, draft.id);
      if (missingOf(readiness).length > 0) continue;
      await unitOfWhole(ctx, draft);
      const doubted = readiness.items.some((item) => item.key === 'genuine' && !item.ok);
      const row = await step(ctx, draft, { name: doubted ? 'submit' : 'publish', actor: 'clock', reason: 'all it waited for is there' });
      if (row.status !== 'live') continue;
      const to = audience().people(await answering(ctx, row));
      await notify(ctx, 'listing.live', { title: row.title }, to, { key: `${row.id}:${row.revision}` });
    }
  });
}
