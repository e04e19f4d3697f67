import { waits } from '#contract/home/waits.ts';
import { refundCalls } from '#contract/refund/calls.ts';
import { askedAtOf } from '#server/approval/service.ts';
import { serve } from '#server/http/registry.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { because } from '#server/kernel/features.ts';
import { leasedOut, seenWith } from '#server/kernel/scope.ts';
import { oldestOf } from '#server/kernel/waits.ts';
import { send, transferJob } from '#server/transfer/service.ts';
import { platformRail } from '#server/treasury/service.ts';
import * as acts from './acts.ts';
import { clientRefundApproval } from './approvals.ts';
import { endRefunds } from './ends.ts';
import { forgetRefunds } from './personal-data.ts';
import { askedOfCredits, insistNoneLeaves, promisedRefunds } from './promised.ts';
import * as refunds from './refunds.ts';
import { followRecalled } from './taken-back.ts';
import { refundTexts } from './texts.ts';
import { onRefundAnswer, refundTransfers } from './transfers.ts';

const waiting = (ctx: Ctx) => oldestOf(refunds.foundRefunds(ctx, waits.refunds.filter), askedAtOf(clientRefundApproval));

import type { ServerRoom } from '#server/kernel/room.ts';

export const refundRoom: ServerRoom = {
  calls: { payment: refundCalls },
  routes: (house) =>
    serve(refundCalls, {
      refunds: refunds.refunds,
      decideRefund: refunds.decideRefund,
      refundTo: refunds.refundTo,
      sendRefund: acts.sendRefund,
      settleRefund: acts.settleRefund,
      refundEvidence: refunds.refundEvidence(house),
      paidRefund: refunds.paidRefund,
    }),
  texts: refundTexts,
  readable: ['refund', 'refund_transfer'],
  scopes: { refund: leasedOut('payments'), refund_transfer: seenWith('refund', 'refund_id') },
  waits: { refunds: waiting, refundsHere: waiting },
  promised: promisedRefunds,
  promisedOfCredits: askedOfCredits,
  jobs: (house) => [transferJob('payment.refunds', refundTransfers, platformRail(house))],
  handlers: (house) => ({
    'payment.refund_send': ({ transferId }) => send(house.database.db, refundTransfers, platformRail(house), transferId),
  }),
  follows: {
    'payout.answered': onRefundAnswer,
    'payment.freeing': endRefunds,
    'payment.recalled': followRecalled,
    'credit.handing_over': insistNoneLeaves,
  },
  forget: forgetRefunds,
  without: because(
    'Its records are parts of payments, which module payment shows.',
    ...(['search', 'personPage', 'reviewBasis', 'unitTimeline', 'export', 'closing'] as const),
  ),
};
