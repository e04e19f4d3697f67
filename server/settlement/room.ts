import { settlementCalls } from '#contract/settlement/calls.ts';
import { withdrawCalls } from '#contract/settlement/withdraw-calls.ts';
import { fillMoney } from '#server/db/demo/money/money.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import { refusing } from '#server/kernel/personal-data.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { send } from '#server/transfer/service.ts';
import { platformRail } from '#server/treasury/service.ts';
import { adviceRoutes } from './bank/advice.ts';
import { followReturn, followStatement } from './bank/bank.ts';
import { payoutOpen } from './closing.ts';
import { monthRoutes } from './month/month-paper.ts';
import { settlementProofs } from './proofs.ts';
import { askedByDrafts, promisedTransfers, refuseOwnNumber } from './rail.ts';
import { workOnRun } from './run-batches.ts';
import { settlementScopes } from './scopes.ts';
import { settlementService } from './service.ts';
import { settlementSources } from './sources.ts';
import { settlementTexts } from './texts.ts';
import { onPayoutAnswer, payoutTransfers, settlementJobs } from './transfers.ts';
import { settlementWaits } from './waits.ts';
import { withdrawService } from './withdraw.ts';

export const settlementRoom: ServerRoom = {
  sources: settlementSources,
  waits: settlementWaits,
  proofs: settlementProofs,
  promised: promisedTransfers,
  asked: askedByDrafts,
  scopes: settlementScopes,
  calls: { settlement: settlementCalls, withdraw: withdrawCalls },
  routes: (house) => [...serve(settlementCalls, settlementService(house)), ...serve(withdrawCalls, withdrawService(house))],
  http: async (app, house) => {
    await adviceRoutes(app, house);
    await monthRoutes(app, house);
  },
  jobs: (house) => settlementJobs(platformRail(house)),
  handlers: (house) => ({
    'settlement.run': ({ runId }) => workOnRun(house.database.db, runId),
    'settlement.send': ({ transferId }) => send(house.database.db, payoutTransfers, platformRail(house), transferId),
  }),
  follows: {
    'payout.answered': onPayoutAnswer,
    'statement.went': followStatement,
    'statement.returned': followReturn,
    'refund.proving': refuseOwnNumber,
    'account.removing': refusing(payoutOpen),
  },
  texts: settlementTexts,
  demo: ({ db }) => fillMoney(db),
  closing: [payoutOpen],
  without: {
    search: 'Payouts are found in the list of their run.',
    ...because('A payout goes to a company.', 'personPage', 'reviewBasis', 'unitTimeline'),
    ...because('Payouts name companies and are kept by law.', 'export', 'erasure'),
  },
};
