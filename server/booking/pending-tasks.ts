import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { countWithOldest, type PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { filterBookings, selectOwnBookings } from './lists.ts';

export const bookingTasks: PendingTaskCounters = {
  bookings: (ctx) => countWithOldest(filterBookings(ctx, pendingTaskKinds.bookings.filter), 'booking.created_at'),
  troubles: (ctx) => countWithOldest(filterBookings(ctx, pendingTaskKinds.troubles.filter), 'booking.updated_at'),
  applied: (ctx) => countWithOldest(selectOwnBookings(ctx, pendingTaskKinds.applied.filter.waiting === 'true'), 'booking.updated_at'),
};
