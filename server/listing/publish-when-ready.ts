import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { change, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { lockCompanyPropertyAndListings } from './plan-limit.ts';
import { listMissingReadinessItems, readListingReadiness } from './readiness.ts';
import { applyListingMove, readListingContacts } from './status-changes.ts';
import { createWholePropertyUnit } from './whole-property.ts';

/** Queues a draft to go live automatically once it is ready. The caller writes the audit entry. */
export const requestPublication = (ctx: Ctx, id: number) => change(ctx, 'listing').set({ wanted_at: clock.now() }).where('id', '=', id).$call(oneRow);

/**
 * A condition of a property's listings may have been met: queued drafts that are ready go live and their contacts are notified. A repeat changes
 * nothing.
 */
export async function publishReadyDrafts(db: Db, propertyId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ctx = asClock(tx);
    await lockCompanyPropertyAndListings(ctx, sql`(${propertyId}::bigint)`, []);
    const drafts = await unscopedTable(tx, 'listing', 'drafts with all requirements met go live automatically')
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
      const readiness = await readListingReadiness(tx, draft.id);
      if (listMissingReadinessItems(readiness).length > 0) continue;
      await createWholePropertyUnit(ctx, draft);
      const doubted = readiness.items.some((item) => item.key === 'genuine' && !item.ok);
      const row = await applyListingMove(ctx, draft, { name: doubted ? 'submit' : 'publish', actor: 'clock', reason: 'all it waited for is there' });
      if (row.status !== 'live') continue;
      const to = createNotificationAudience().people(await readListingContacts(ctx, row));
      await notifyAudience(ctx, 'listing.live', { title: row.title }, to, { key: `${row.id}:${row.revision}` });
    }
  });
}
