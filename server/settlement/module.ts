import { settlementCalls } from '#contract/settlement/calls.ts';
import { withdrawCalls } from '#contract/settlement/withdraw-calls.ts';
import { fillDemoPayments } from '#server/db/demo/money/money.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { makeClosingGuard } from '#server/kernel/personal-data.ts';
import { sendTransfer } from '#server/transfer/service.ts';
import { makePlatformRail } from '#server/treasury/service.ts';
import { remittanceAdviceRoutes } from './bank/advice.ts';
import { onStatementTransferPaid, onStatementTransferReturned } from './bank/bank.ts';
import { openPayoutsClosingCheck } from './closing.ts';
import { payoutFailureAct } from './control/failure-request.ts';
import { payoutFoundAct } from './control/found-request.ts';
import { monthStatementRoutes } from './month/month-statement-pdf.ts';
import { settlementPendingTasks } from './pending-tasks.ts';
import { settlementLedgerChecks } from './proofs.ts';
import { processPayoutRun } from './run-batches.ts';
import { settlementScopes } from './scopes.ts';
import { settlementService } from './service.ts';
import { assertReferenceNotUsedByPayout, readDraftPayoutAmounts, readPayoutsInTransit, readReservedPayoutTransfers } from './source-account.ts';
import { settlementSources } from './sources.ts';
import { settlementTexts } from './texts.ts';
import { onPayoutAnswer, payoutTransferPurpose, settlementJobs } from './transfers.ts';
import { withdrawService } from './withdraw.ts';

export const settlementModule: ServerModule = {
  sources: settlementSources,
  pendingTasks: settlementPendingTasks,
  requestedActs: { payoutFailure: payoutFailureAct, payoutFound: payoutFoundAct },
  proofs: settlementLedgerChecks,
  outstandingTransfers: readReservedPayoutTransfers,
  transfersInTransit: readPayoutsInTransit,
  unapprovedAmounts: readDraftPayoutAmounts,
  readable: ['settlement_error', 'settlement_transaction'],
  scopes: settlementScopes,
  calls: { settlement: settlementCalls, withdraw: withdrawCalls },
  routes: (services) => [...serveCalls(settlementCalls, settlementService(services)), ...serveCalls(withdrawCalls, withdrawService(services))],
  http: async (app, services) => {
    await remittanceAdviceRoutes(app, services);
    await monthStatementRoutes(app, services);
  },
  jobs: (services) => settlementJobs(makePlatformRail(services)),
  handlers: (services) => ({
    'settlement.run': ({ runId }) => processPayoutRun(services.database.db, runId),
    'settlement.send': ({ transferId }) => sendTransfer(services.database.db, payoutTransferPurpose, makePlatformRail(services), transferId),
  }),
  eventHandlers: {
    'payout.answered': onPayoutAnswer,
    'statement.went': onStatementTransferPaid,
    'statement.returned': onStatementTransferReturned,
    'refund.proving': assertReferenceNotUsedByPayout,
    'account.removing': makeClosingGuard(openPayoutsClosingCheck),
  },
  texts: settlementTexts,
  demo: fillDemoPayments,
  closingChecks: [openPayoutsClosingCheck],
  withoutFeatures: {
    search: 'Payouts are found in the list of payouts.',
    ...explainMissingFeatures('A payout is made to a company, not to a person.', 'personPage', 'reviewBasis', 'unitTimeline'),
    ...explainMissingFeatures('Payouts are about companies, and the law requires that they are kept.', 'export', 'erasure'),
  },
};
