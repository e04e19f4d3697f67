import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { countWithOldest, type PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { filterFeaturedBookings } from './bookings.ts';

export const featuredPendingTasks: PendingTaskCounters = {
  featured: (ctx) => countWithOldest(filterFeaturedBookings(ctx, pendingTaskKinds.featured.filter), 'featured_booking.created_at'),
};
