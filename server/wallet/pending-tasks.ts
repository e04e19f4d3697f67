import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { countWithOldest, type PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { filterWallets, oldestPendingAdjustmentSql } from './read.ts';

export const walletPendingTasks: PendingTaskCounters = {
  adjustments: (ctx) => countWithOldest(filterWallets(ctx, pendingTaskKinds.adjustments.filter), oldestPendingAdjustmentSql(ctx)),
};
