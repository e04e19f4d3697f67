import { sql } from 'kysely';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { refundCalls } from '#contract/refund/calls.ts';
import { getRequestedAtColumn } from '#server/approval/service.ts';
import { serveCalls } from '#server/http/registry.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import { countWithOldest } from '#server/kernel/pending-tasks.ts';
import { leasedOutScope, visibleWith } from '#server/kernel/scope.ts';
import { sendTransfer, transferJob } from '#server/transfer/service.ts';
import { makePlatformRail } from '#server/treasury/service.ts';
import * as acts from './acts.ts';
import { clientRefundApproval } from './approvals.ts';
import { cancelUnfundedRefunds } from './end-refunds.ts';
import { refundFailureAct } from './failure-request.ts';
import { eraseRefundPersonalData } from './personal-data.ts';
import { assertNoRefundInTransit, readRefundsInTransit, readReservedRefundCredits, readReservedRefundTransfers } from './promised-refunds.ts';
import * as refunds from './refunds.ts';
import { onPaymentRecalled } from './reversal.ts';
import { refundTexts } from './texts.ts';
import { onRefundAnswer, refundTransferPurpose } from './transfers.ts';

const waiting = (ctx: Ctx) =>
  countWithOldest(refunds.filterRefunds(ctx, pendingTaskKinds.refunds.filter), getRequestedAtColumn(clientRefundApproval));

import type { ServerModule } from '#server/kernel/module.ts';

export const refundModule: ServerModule = {
  calls: { payment: refundCalls },
  routes: (services) =>
    serveCalls(refundCalls, {
      listRefunds: refunds.listRefunds,
      decideRefund: refunds.decideRefund,
      refundDestination: refunds.readRefundDestination,
      sendRefund: acts.retryRefundTransfer,
      settleRefund: acts.recordRefundOutcome,
      addRefundEvidence: refunds.addRefundEvidence(services),
      recordPaidRefund: refunds.recordManualRefundPayment,
    }),
  lookups: { codeOfRefund: (refund) => sql`(select r.code from refund r where r.id = ${refund})` },
  requestedActs: { refundFailure: refundFailureAct },
  texts: refundTexts,
  readable: ['refund', 'refund_transfer'],
  scopes: { refund: leasedOutScope('payments'), refund_transfer: visibleWith('refund', 'refund_id') },
  pendingTasks: { refunds: waiting, refundsHere: waiting },
  outstandingTransfers: readReservedRefundTransfers,
  transfersInTransit: readRefundsInTransit,
  reservedCredits: readReservedRefundCredits,
  jobs: (services) => [transferJob('payment.refunds', refundTransferPurpose, makePlatformRail(services))],
  handlers: (services) => ({
    'payment.refund_send': ({ transferId }) => sendTransfer(services.database.db, refundTransferPurpose, makePlatformRail(services), transferId),
  }),
  eventHandlers: {
    'payout.answered': onRefundAnswer,
    'payment.freeing': cancelUnfundedRefunds,
    'payment.recalled': onPaymentRecalled,
    'credit.handing_over': assertNoRefundInTransit,
  },
  erasePersonalData: eraseRefundPersonalData,
  withoutFeatures: explainMissingFeatures(
    'The records are parts of payments, which module payment shows.',
    ...(['search', 'personPage', 'reviewBasis', 'unitTimeline', 'export', 'closing'] as const),
  ),
};
