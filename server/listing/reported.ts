import { sql } from 'kysely';
import { type Ctx, Refusal, unscoped } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { sentence } from '#server/kernel/locale.ts';
import { change, everything, from, oneRow } from '#server/kernel/scoped.ts';
import { audience, notify } from '#server/notification/service.ts';
import { answering, step } from './moves.ts';
import { holdAbove } from './plan.ts';
import { missingOf, readinessOf } from './ready.ts';

/** The platform's pause, without a person pressing it: several people reported the offer, or a report was upheld. Only the platform lifts it. */
export async function holdReported(asker: Ctx, id: number, reason: string): Promise<void> {
  const ctx = unscoped(asker, 'reports bring it about');
  await holdAbove(ctx, sql`(select property_id from listing where id = ${id})`, [id]);
  const before = await from(ctx, 'listing').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst();
  if (!before) throw new Refusal('notFound', sentence('itemNotFound'));
  if (before.paused_by === 'platform') return;
  // One that is not live now must not come back by itself.
  const row =
    before.status === 'live'
      ? await step(ctx, before, { name: 'hold', actor: 'clock', reason, pausedBy: 'platform' })
      : await change(ctx, 'listing')
          .set({ paused_by: 'platform', status_reason: reason })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
  if (before.status !== 'live') await happened(ctx, 'listing.frozen', { listingId: id });
  const to = audience().people(await answering(ctx, row));
  await notify(ctx, 'listing.paused', { title: row.title, reason }, to, { key: `${row.code}:${row.revision}` });
}

/** What was paused for a report comes back when the appeal is heard: live, if it was live and nothing else keeps it; else it is its company's again. */
export async function liftReported(asker: Ctx, id: number, reason: string): Promise<void> {
  const ctx = unscoped(asker, 'an appeal brings it about');
  await holdAbove(ctx, sql`(select property_id from listing where id = ${id})`, [id]);
  const before = await from(ctx, 'listing').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst();
  if (before?.paused_by !== 'platform') return;
  const last = await everything(ctx.db, 'move_log', 'how the listing came to be paused')
    .select()
    .select('move')
    .where('subject', '=', 'listing')
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const returns = before.status === 'paused' && last?.move === 'hold' && missingOf(await readinessOf(ctx.db, id), ['not_held']).length === 0;
  if (!returns) {
    await change(ctx, 'listing')
      .set({ paused_by: before.status === 'paused' ? 'company' : null, status_reason: reason })
      .where('id', '=', id)
      .$call(oneRow);
    await happened(ctx, 'listing.thawed', { listingId: id });
    return;
  }
  const row = await step(ctx, before, { name: 'wake', actor: 'clock', reason });
  const to = audience().people(await answering(ctx, row));
  await notify(ctx, 'listing.live', { title: row.title }, to, { key: `${row.id}:${row.revision}` });
}
