import { countWithOldest, type PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { filterListings } from './listing-reads.ts';

export const listingPendingTasks: PendingTaskCounters = {
  confirm: (ctx) => countWithOldest(filterListings(ctx, { unconfirmed: true }), 'listing.last_confirmed_at'),
};
