import { sql } from 'kysely';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import type { JournalSourcePage } from '#contract/ledger/source.ts';
import { treasuryCalls } from '#contract/treasury/calls.ts';
import { taxCalls } from '#contract/treasury/tax-calls.ts';
import { getRequestedAtColumn } from '#server/approval/service.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { countWithOldest } from '#server/kernel/pending-tasks.ts';
import { cashCorrectionApproval, collectionAccountApproval } from './approvals.ts';
import * as cash from './cash-moves.ts';
import { treasuryLookups } from './lookups.ts';
import { registerCallbackUrls } from './register-callbacks.ts';
import { treasuryScopes } from './scopes.ts';
import * as settings from './settings.ts';
import { listTaxMonths } from './tax-months.ts';
import { requestTaxUndo, taxRemittanceUndoAct } from './tax-undo.ts';
import { listTaxRemittances, requestTaxRemittance, taxRemittanceAct } from './taxes.ts';
import { treasuryTexts } from './texts.ts';

export const treasuryModule: ServerModule = {
  lookups: treasuryLookups,
  calls: { payment: { ...treasuryCalls, ...taxCalls } },
  requestedActs: { taxRemittance: taxRemittanceAct, taxRemittanceUndo: taxRemittanceUndoAct },
  routes: (services) => [
    ...serveCalls(taxCalls, {
      listRemittances: listTaxRemittances,
      listTaxMonths,
      requestRemittance: requestTaxRemittance(services),
      requestRemittanceUndo: requestTaxUndo,
    }),
    ...serveCalls(treasuryCalls, {
      listAccounts: settings.listCollectionAccounts,
      saveAccount: settings.saveCollectionAccount,
      decideAccount: settings.decideCollectionAccount,
      listCashMoves: cash.listCashMoves,
      queryPaybill: cash.queryPaybill,
      recordSweep: cash.recordSweep,
      recordClearing: cash.recordInterFundClearing,
      confirmMoveArrived: cash.confirmCashMoveArrival,
      undoMove: cash.undoCashMove,
    }),
  ],
  texts: treasuryTexts,
  readable: ['cash_move', 'collection_account'],
  scopes: treasuryScopes,
  sources: {
    tax_remittance: sql<JournalSourcePage>`(select 'tax' as of, t.id, t.code from tax_remittance t where t.id = w.source_id)`,
    cash_move: sql<JournalSourcePage>`(select 'cash' as of, c.id, c.code from cash_move c where c.id = w.source_id)`,
  },
  pendingTasks: {
    accounts: (ctx) =>
      countWithOldest(settings.filterCollectionAccounts(ctx, pendingTaskKinds.accounts.filter), getRequestedAtColumn(collectionAccountApproval)),
    corrections: (ctx) =>
      countWithOldest(cash.filterCashMoves(ctx, pendingTaskKinds.corrections.filter), getRequestedAtColumn(cashCorrectionApproval)),
  },
  // This is a separate job, so that paybills that Safaricom rejects do not delay payments.
  jobs: (services) => [{ name: 'payment.announce', everyMinutes: 1, run: (db) => registerCallbackUrls(services, db) }],
  withoutFeatures: explainMissingFeatures(
    'The records are collection accounts of companies and Makao, and cash moves. They are not about a person or a unit.',
    ...(['search', 'personPage', 'reviewBasis', 'unitTimeline', 'export', 'erasure', 'closing'] as const),
  ),
};
