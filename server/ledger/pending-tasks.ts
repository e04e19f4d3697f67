import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { requestedAtColumn } from '#server/approval/service.ts';
import { oldestOf, type PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { modeApproval } from './approval.ts';
import { checkRuns, filterMoneyModes } from './ledger-admin.ts';

export const ledgerPendingTasks: PendingTaskCounters = {
  books: (ctx) => oldestOf(checkRuns(ctx, pendingTaskKinds.books.filter), 'ledger_proof.at'),
  modes: (ctx) => oldestOf(filterMoneyModes(ctx, pendingTaskKinds.modes.filter), requestedAtColumn(modeApproval)),
};
