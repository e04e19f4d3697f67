import { sql } from 'kysely';
import { type Ctx, unscoped } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { step } from './moves.ts';
import { holdAbove } from './plan.ts';
import { missingOf, readinessOf } from './ready.ts';

/** An offer and what is above it, before anything that hangs on it is held. */
export const holdOffer = (ctx: Pick<Ctx, 'db'>, id: number) => holdAbove(ctx, sql`(select property_id from listing where id = ${id})`, [id]);

async function held(ctx: Ctx, id: number) {
  await holdOffer(ctx, id);
  return from(ctx, 'listing').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst();
}

/** A bid was accepted: nobody else is shown the home while it is being sold. */
export async function pauseForSale(asker: Ctx, id: number, sale: string): Promise<void> {
  const ctx = unscoped(asker, 'an accepted bid brings it about');
  const before = await held(ctx, id);
  if (before?.status === 'live') await step(ctx, before, { name: 'hold', actor: 'clock', reason: sale, pausedBy: 'company' });
}

/** The sale ended: sold, or offered again where nothing else keeps it. */
export async function afterSale(asker: Ctx, id: number, sold: boolean, sale: string): Promise<void> {
  const ctx = unscoped(asker, 'the end of a sale brings it about');
  const before = await held(ctx, id);
  if (!before || (before.status !== 'paused' && before.status !== 'live')) return;
  if (sold) await step(ctx, before, { name: 'close', actor: 'clock', reason: sale, closedAs: 'sold' });
  else if (before.status === 'paused' && before.paused_by === 'company' && missingOf(await readinessOf(ctx.db, id)).length === 0)
    await step(ctx, before, { name: 'wake', actor: 'clock', reason: sale });
}
