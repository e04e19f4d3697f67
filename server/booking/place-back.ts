import { atClock, type Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { holdPromotion, uncountPromotion } from '#server/promotion/service.ts';

const why = 'a booking that led to nothing gives back the place it took of a promotion';

/** Once: the booking forgets which one it was when the place is given back. Its bill keeps the price as it was. */
export const givePlaceBack = (db: Db, bookingId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const ctx = atClock(tx);
    const seen = await everything(tx, 'booking', why).select().select('promotion_id').where('id', '=', bookingId).executeTakeFirst();
    if (!seen?.promotion_id || !(await holdPromotion(ctx, seen.promotion_id))) return;
    const { numUpdatedRows } = await everything(tx, 'booking', why)
      .change()
      .set({ promotion_id: null })
      .where('id', '=', bookingId)
      .where('promotion_id', '=', seen.promotion_id)
      .where('status', 'in', ['declined', 'expired', 'canceled', 'deleted'])
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await uncountPromotion(ctx, seen.promotion_id);
  });
