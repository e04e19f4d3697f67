import { asClock, type Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { lockPromotion, releasePromotionUse } from '#server/promotion/service.ts';

const why = 'a booking that ends without a tenancy releases its place in a promotion';

/**
 * Releases the promotion slot of a booking once, because the booking then no longer names the promotion. The price of the booking does not change.
 */
export const releasePromotionPlace = (db: Db, bookingId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const ctx = asClock(tx);
    const seen = await unscopedTable(tx, 'booking', why).select().select('promotion_id').where('id', '=', bookingId).executeTakeFirst();
    if (!seen?.promotion_id || !(await lockPromotion(ctx, seen.promotion_id))) return;
    const { numUpdatedRows } = await unscopedTable(tx, 'booking', why)
      .change()
      .set({ promotion_id: null })
      .where('id', '=', bookingId)
      .where('promotion_id', '=', seen.promotion_id)
      .where('status', 'in', ['declined', 'expired', 'canceled', 'deleted'])
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await releasePromotionUse(ctx, seen.promotion_id);
  });
