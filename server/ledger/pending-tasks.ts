import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { requestedAtColumn } from '#server/approval/service.ts';
import { countWithOldest, type PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { modeApproval } from './approval.ts';
import { filterMoneyModes, selectLedgerCheckRuns } from './ledger-admin.ts';

export const ledgerPendingTasks: PendingTaskCounters = {
  books: (ctx) => countWithOldest(selectLedgerCheckRuns(ctx, pendingTaskKinds.books.filter), 'ledger_proof.at'),
  modes: (ctx) => countWithOldest(filterMoneyModes(ctx, pendingTaskKinds.modes.filter), requestedAtColumn(modeApproval)),
};
