import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { countWithOldest, type PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { filteredBookings, ownBookings } from './lists.ts';

export const bookingTasks: PendingTaskCounters = {
  bookings: (ctx) => countWithOldest(filteredBookings(ctx, pendingTaskKinds.bookings.filter), 'booking.created_at'),
  troubles: (ctx) => countWithOldest(filteredBookings(ctx, pendingTaskKinds.troubles.filter), 'booking.updated_at'),
  applied: (ctx) => countWithOldest(ownBookings(ctx, pendingTaskKinds.applied.filter.waiting === 'true'), 'booking.updated_at'),
};
