import { sql } from 'kysely';
import { asUnscoped, type Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { lockCompanyPropertyAndListings } from './plan-limit.ts';
import { listMissingReadinessItems, readListingReadiness } from './readiness.ts';
import { applyListingMove } from './status-changes.ts';

/** Locks a listing, and before it the property and unit, before anything that depends on the listing. */
export const lockListing = (ctx: Pick<Ctx, 'db'>, id: number) =>
  lockCompanyPropertyAndListings(ctx, sql`(select property_id from listing where id = ${id})`, [id]);

async function lockListingRow(ctx: Ctx, id: number) {
  await lockListing(ctx, id);
  return from(ctx, 'listing').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst();
}

/** A bid was accepted: the listing is hidden during the sale. */
export async function pauseListingForSale(asker: Ctx, id: number, sale: string): Promise<void> {
  const ctx = asUnscoped(asker, 'an accepted bid changes the status of the listing');
  const before = await lockListingRow(ctx, id);
  if (before?.status === 'live') await applyListingMove(ctx, before, { name: 'hold', actor: 'clock', reason: sale, pausedBy: 'company' });
}

/** The sale process ended: the listing is closed as sold, or live again if nothing else blocks it. */
export async function applySaleOutcome(asker: Ctx, id: number, sold: boolean, sale: string): Promise<void> {
  const ctx = asUnscoped(asker, 'the end of a sale changes the status of the listing');
  const before = await lockListingRow(ctx, id);
  if (!before || (before.status !== 'paused' && before.status !== 'live')) return;
  if (sold) await applyListingMove(ctx, before, { name: 'close', actor: 'clock', reason: sale, closedAs: 'sold' });
  else if (
    before.status === 'paused' &&
    before.paused_by === 'company' &&
    listMissingReadinessItems(await readListingReadiness(ctx.db, id)).length === 0
  )
    await applyListingMove(ctx, before, { name: 'wake', actor: 'clock', reason: sale });
}
