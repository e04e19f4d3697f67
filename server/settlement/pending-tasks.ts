import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { getRequestedAtColumn } from '#server/approval/service.ts';
import { countWithOldest, type PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { payoutApproval } from './approvals.ts';
import { filterPayoutErrors } from './payout-errors.ts';
import { filterPayouts } from './read.ts';

export const settlementPendingTasks: PendingTaskCounters = {
  payouts: (ctx) => countWithOldest(filterPayouts(ctx, pendingTaskKinds.payouts.filter), getRequestedAtColumn(payoutApproval)),
  payoutErrors: (ctx) => countWithOldest(filterPayoutErrors(ctx, pendingTaskKinds.payoutErrors.filter), 'settlement_error.first_at'),
};
