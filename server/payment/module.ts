import { sql } from 'kysely';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import type { JournalSourcePage } from '#contract/ledger/source.ts';
import { paymentActionCalls } from '#contract/payment/act-calls.ts';
import { paymentCalls } from '#contract/payment/calls.ts';
import { paymentCorrectionCalls } from '#contract/payment/correction-calls.ts';
import { paymentReceivedAtSql } from '#server/collection/service.ts';
import { serveCalls } from '#server/http/registry.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { countWithOldest } from '#server/kernel/pending-tasks.ts';
import { accountStatementRoutes } from './account-statement.ts';
import { paymentBatchHandlers, paymentHandlers, paymentJobs } from './jobs.ts';
import { filterPayments } from './lists.ts';
import { paymentLookups } from './lookups.ts';
import { paymentLedgerChecks } from './proofs.ts';
import { receiptRoutes } from './receipt-pdf.ts';
import { paymentActionService, paymentCorrectionService, paymentService } from './service.ts';

/** The waiting time counts from the receipt of the payment, which may be long before a statement reports it. */
const unmatched = (ctx: Ctx) => countWithOldest(filterPayments(ctx, pendingTaskKinds.suspense.filter), paymentReceivedAtSql);

const unbanked = (ctx: Ctx) => countWithOldest(filterPayments(ctx, pendingTaskKinds.unbanked.filter), paymentReceivedAtSql);

import type { ServerModule } from '#server/kernel/module.ts';

export const paymentModule: ServerModule = {
  lookups: paymentLookups,
  sources: { payment: sql<JournalSourcePage>`(select 'payment' as of, p.id, p.code from payment p where p.id = w.source_id)` },
  pendingTasks: { suspense: unmatched, unmatched, unbanked },
  proofs: paymentLedgerChecks,
  calls: { payment: { ...paymentCalls, ...paymentActionCalls, ...paymentCorrectionCalls } },
  routes: (services) => [
    ...serveCalls(paymentCalls, paymentService(services)),
    ...serveCalls(paymentActionCalls, paymentActionService(services)),
    ...serveCalls(paymentCorrectionCalls, paymentCorrectionService),
  ],
  http: async (app, services) => {
    await receiptRoutes(app, services);
    await accountStatementRoutes(app, services);
  },
  jobs: paymentJobs,
  handlers: paymentHandlers,
  handlersMany: paymentBatchHandlers,
  shownIn: { personPage: 'server/payment/lookups.ts', unitTimeline: 'server/payment/lookups.ts' },
  withoutFeatures: {
    messages: 'The modules that depend on this module notify people of payments.',
    search: 'Open: a payment is found in the list of payments, by its code or M-Pesa code.',
    reviewBasis: 'A review requires an enquiry that led to a tour.',
    export: 'Module collection exports the payments.',
    erasure: 'Module collection and module refund erase the phone numbers.',
    closing: 'Module collection checks for pending M-Pesa prompts.',
  },
};
