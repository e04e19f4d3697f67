import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { dueOf, type PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { filterTours } from './manage-tours.ts';

/** The next deadline of the tours that need an answer. */
export const tourPendingTasks: PendingTaskCounters = { tours: (ctx) => dueOf(filterTours(ctx, pendingTaskKinds.tours.filter), 'tour.lapse_at') };
