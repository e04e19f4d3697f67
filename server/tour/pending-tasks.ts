import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { countWithDue, type PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { filterTours } from './manage-tours.ts';

/** The next deadline of the tours that need an answer. */
export const tourPendingTasks: PendingTaskCounters = {
  tours: (ctx) => countWithDue(filterTours(ctx, pendingTaskKinds.tours.filter), 'tour.lapse_at'),
};
