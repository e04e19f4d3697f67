import { paymentCalls } from '#contract/payment/calls.ts';
import { paymentCashCalls } from '#contract/payment/cash-calls.ts';
import { paymentDeskCalls } from '#contract/payment/desk-calls.ts';
import { paymentRecordCalls } from '#contract/payment/record-calls.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { everything } from '#server/kernel/scoped.ts';
import { followTenancy, lookForCredit, spendCredit } from './credit.ts';
import { followCredited } from './given-back.ts';
import { followHolder } from './handed-over.ts';
import { hookRoutes } from './hooks.ts';
import { paymentHandlers, paymentHandlersMany, paymentJobs } from './jobs.ts';
import { lapsing } from './lapse.ts';
import { paymentLookups } from './lookups.ts';
import { ownAccountRoutes } from './own-account.ts';
import { forgetPayments, paymentHoldings, underWay } from './personal-data.ts';
import { promisedRefunds } from './places.ts';
import { plainPayRoutes } from './plain-form.ts';
import { paymentProofs } from './proofs.ts';
import { receiptRoutes } from './receipt-paper.ts';
import { bookingPaid } from './record.ts';
import { onRefundAnswer } from './refund-transfers.ts';
import { paymentScopes } from './scopes.ts';
import { paymentCashService, paymentDeskService, paymentRecordService, paymentService } from './service.ts';
import { paymentSources } from './sources.ts';
import { paymentTexts } from './texts.ts';
import { paymentWaits } from './waits.ts';

export const paymentRoom: ServerRoom = {
  lookups: paymentLookups,
  sources: paymentSources,
  waits: paymentWaits,
  scopes: paymentScopes,
  readable: ['allocation', 'payment'],
  proofs: paymentProofs,
  promised: promisedRefunds,
  calls: { payment: { ...paymentCalls, ...paymentDeskCalls, ...paymentRecordCalls, ...paymentCashCalls } },
  routes: (house) => [
    ...serve(paymentCalls, paymentService(house)),
    ...serve(paymentDeskCalls, paymentDeskService(house)),
    ...serve(paymentCashCalls, paymentCashService),
    ...serve(paymentRecordCalls, paymentRecordService(house)),
  ],
  http: async (app, house, served) => {
    await hookRoutes(app, house);
    await plainPayRoutes(app, house, served);
    await receiptRoutes(app, house);
    await ownAccountRoutes(app, house);
  },
  jobs: paymentJobs,
  handlers: paymentHandlers,
  handlersMany: paymentHandlersMany,
  follows: {
    'payout.answered': onRefundAnswer,
    'booking.paid': bookingPaid,
    'tenancy.made': followTenancy,
    'tenancy.handed_over': followHolder,
    'invoice.issued': async (ctx, what) => {
      await spendCredit(ctx, what);
    },
    'invoice.credited': async (ctx, what) => {
      await followCredited(ctx, what);
      await lookForCredit(ctx, what.tenancyId, `note:${what.creditNoteId}`);
    },
    'payment.unallocated': (ctx, { tenancyId, allocationId }) => lookForCredit(ctx, tenancyId, `off:${allocationId}`),
    'invoice.lapsing': lapsing,
    'tenant.merged': async (ctx, { from, into }) => {
      await everything(ctx.db, 'payment', 'two relations became one').change().set({ tenant_id: into }).where('tenant_id', '=', from).execute();
    },
  },
  texts: paymentTexts,
  holdings: paymentHoldings,
  forget: forgetPayments,
  closing: [underWay],
  without: {
    search: 'Open: a payment is found in its list, by code or M-Pesa code.',
    personPage: 'Open: the page of a tenant leads to the tenancy, which shows the payments.',
    reviewBasis: 'Reviews rest on enquiries that led to a tour.',
    unitTimeline: 'Open: the timeline shows moves, prices and edits of the unit; its records have pages of their own.',
  },
};
