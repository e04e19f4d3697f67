import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { oldestOf, type PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { filterWallets, oldestPendingAdjustment } from './read.ts';

export const walletPendingTasks: PendingTaskCounters = {
  adjustments: (ctx) => oldestOf(filterWallets(ctx, pendingTaskKinds.adjustments.filter), oldestPendingAdjustment(ctx)),
};
