import { sql } from 'kysely';
import { statementCalls } from '#contract/bank-statement/calls.ts';
import { reconciliationCalls } from '#contract/bank-statement/reconciliation-calls.ts';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import type { JournalSourcePage } from '#contract/ledger/source.ts';
import { serveCalls } from '#server/http/registry.ts';
import { runEachTask } from '#server/jobs/due-rows.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { countWithOldest } from '#server/kernel/pending-tasks.ts';
import { allRows, companyScope, makeTableScope, noRows, visibleWith } from '#server/kernel/scope.ts';
import { requestAccountBalances } from './balance.ts';
import { reconcileAccounts } from './bank-reconciliation.ts';
import { bankedCashAct, listDepositCandidates, recordPaymentAsCashDeposit } from './banked-cash.ts';
import { approveCashMove, correctReconciliationDifference, listReconciliations } from './corrections.ts';
import { processStatement } from './import-lines.ts';
import { statementImportAct } from './import-request.ts';
import { cashMoveUndo, requestMoveUndo } from './move-undo.ts';
import { notifyStaffOfUnallocatedPayment } from './notify-unallocated.ts';
import * as doubts from './payment-exceptions.ts';
import * as rules from './rules.ts';
import * as lists from './statement-lists.ts';
import * as statements from './statements.ts';
import { bankStatementTexts } from './texts.ts';
import { statementUndoAct } from './undo/undo-request.ts';
import { expireUnreadStatements } from './unread-statements.ts';

export const bankStatementModule: ServerModule = {
  calls: { payment: { ...statementCalls, ...reconciliationCalls } },
  routes: (services) => [
    ...serveCalls(statementCalls, {
      listStatements: lists.listStatements,
      statementDetails: lists.readStatementDetails,
      statementLines: lists.listStatementLines,
      readStatement: statements.uploadStatement,
      setColumns: statements.setStatementColumns,
      importStatement: statements.importStatement,
      undoStatement: statements.undoStatement,
      listRules: rules.listStatementRules,
      saveRule: rules.saveStatementRule,
      deleteRule: rules.deleteStatementRule,
      depositCandidates: listDepositCandidates(services),
      bankedCash: recordPaymentAsCashDeposit,
      listExceptions: doubts.listPaymentExceptions,
      resolveException: doubts.resolvePaymentException,
    }),
    ...serveCalls(reconciliationCalls, {
      listReconciliations,
      correctDifference: correctReconciliationDifference,
      approveMove: approveCashMove,
      requestMoveUndo,
    }),
  ],
  lookups: lists.bankStatementLookups,
  texts: bankStatementTexts,
  requestedActs: {
    cashMoveUndo,
    statementImport: statementImportAct,
    statementUndo: statementUndoAct,
    bankedCash: bankedCashAct,
    ...doubts.platformLossActs,
  },
  readable: ['statement_line'],
  scopes: {
    bank_figure: makeTableScope(noRows, { superadmin: allRows, admin: allRows }),
    statement: companyScope(),
    statement_line: visibleWith('statement', 'statement_id'),
    statement_rule: companyScope(),
  },
  sources: {
    statement_line: sql<JournalSourcePage>`(select 'statement' as of, s.id, s.name as code, l.n as line from statement_line l join statement s on s.id = l.statement_id where l.id = w.source_id)`,
  },
  pendingTasks: { doubts: (ctx) => countWithOldest(doubts.filterPaymentExceptions(ctx, pendingTaskKinds.doubts.filter), 'payment_doubt.created_at') },
  jobs: (services) => [
    { name: 'payment.unread_statements', cron: '40 1 * * *', run: expireUnreadStatements },
    { name: 'payment.balance', cron: '50 1 * * *', run: (db) => requestAccountBalances(services, db, false) },
    {
      name: 'payment.reconcile',
      everyMinutes: 60,
      run: (db) => runEachTask([() => reconcileAccounts(db), () => requestAccountBalances(services, db, true)]),
    },
  ],
  handlers: (services) => ({ 'payment.import': ({ statementId }) => processStatement(services, statementId) }),
  eventHandlers: {
    'cash.moved': (ctx, { accountId }) => reconcileAccounts(ctx.db, accountId),
    'payment.ownerless': notifyStaffOfUnallocatedPayment,
  },
  withoutFeatures: explainMissingFeatures(
    'The records are bank files and balances of Makao accounts. Module payment shows the payments from statement lines.',
    ...(['search', 'personPage', 'reviewBasis', 'unitTimeline', 'export', 'erasure', 'closing'] as const),
  ),
};
