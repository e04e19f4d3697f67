import { sql } from 'kysely';
import { asUnscoped, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { change, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { lockCompanyPropertyAndListings } from './plan-limit.ts';
import { listMissingReadinessItems, readListingReadiness } from './readiness.ts';
import { applyListingMove, readListingContacts } from './status-changes.ts';

/** The automatic pause by Makao, after several complaints or an upheld one. Only Makao lifts it. */
export async function pauseReportedListing(asker: Ctx, id: number, reason: string): Promise<void> {
  const ctx = asUnscoped(asker, 'reports pause the listing');
  await lockCompanyPropertyAndListings(ctx, sql`(select property_id from listing where id = ${id})`, [id]);
  const before = await from(ctx, 'listing').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst();
  if (!before) throw new Refusal('notFound', sentence('itemNotFound'));
  if (before.paused_by === 'platform') return;
  // A listing that is not live now must not go live automatically after the pause.
  const row =
    before.status === 'live'
      ? await applyListingMove(ctx, before, { name: 'hold', actor: 'clock', reason, pausedBy: 'platform' })
      : await change(ctx, 'listing')
          .set({ paused_by: 'platform', status_reason: reason })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
  if (before.status !== 'live') await publishEvent(ctx, 'listing.frozen', { listingId: id });
  const to = createNotificationAudience().people(await readListingContacts(ctx, row));
  await notifyAudience(ctx, 'listing.paused', { title: row.title, reason }, to, { key: `${row.code}:${row.revision}` });
}

/**
 * Lifts a pause for complaints after an appeal: the listing is live again if it was live and nothing else blocks it, otherwise the company controls
 * it again.
 */
export async function resumeReportedListing(asker: Ctx, id: number, reason: string): Promise<void> {
  const ctx = asUnscoped(asker, 'an appeal ends the pause of the listing');
  await lockCompanyPropertyAndListings(ctx, sql`(select property_id from listing where id = ${id})`, [id]);
  const before = await from(ctx, 'listing').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst();
  if (before?.paused_by !== 'platform') return;
  const last = await unscopedTable(ctx.db, 'move_log', 'finds the reason for which the listing was paused')
    .select()
    .select('move')
    .where('subject', '=', 'listing')
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const returns =
    before.status === 'paused' &&
    last?.move === 'hold' &&
    listMissingReadinessItems(await readListingReadiness(ctx.db, id), ['not_held']).length === 0;
  if (!returns) {
    await change(ctx, 'listing')
      .set({ paused_by: before.status === 'paused' ? 'company' : null, status_reason: reason })
      .where('id', '=', id)
      .$call(oneRow);
    await publishEvent(ctx, 'listing.thawed', { listingId: id });
    return;
  }
  const row = await applyListingMove(ctx, before, { name: 'wake', actor: 'clock', reason });
  const to = createNotificationAudience().people(await readListingContacts(ctx, row));
  await notifyAudience(ctx, 'listing.live', { title: row.title }, to, { key: `${row.id}:${row.revision}` });
}
