import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { getRequestedAtColumn } from '#server/approval/service.ts';
import { countWithOldest, type PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { moneyModeApproval } from './approval.ts';
import { filterMoneyModes, selectLedgerCheckRuns } from './ledger-admin.ts';

export const ledgerPendingTasks: PendingTaskCounters = {
  books: (ctx) => countWithOldest(selectLedgerCheckRuns(ctx, pendingTaskKinds.books.filter), 'ledger_proof.at'),
  modes: (ctx) => countWithOldest(filterMoneyModes(ctx, pendingTaskKinds.modes.filter), getRequestedAtColumn(moneyModeApproval)),
};
