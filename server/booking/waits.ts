import { waits } from '#contract/home/waits.ts';
import { oldestOf, type Waits } from '#server/kernel/waits.ts';
import { found, ownBookings } from './find.ts';

export const bookingWaits: Waits = {
  bookings: (ctx) => oldestOf(found(ctx, waits.bookings.filter), 'booking.created_at'),
  troubles: (ctx) => oldestOf(found(ctx, waits.troubles.filter), 'booking.updated_at'),
  applied: (ctx) => oldestOf(ownBookings(ctx, waits.applied.filter.waiting === 'true'), 'booking.updated_at'),
};
