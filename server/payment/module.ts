import { sql } from 'kysely';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import type { JournalSourcePage } from '#contract/ledger/source.ts';
import { paymentActionCalls } from '#contract/payment/act-calls.ts';
import { paymentCalls } from '#contract/payment/calls.ts';
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
import { paymentActionService, paymentService } from './service.ts';

/** Pending since receipt, which may be long before a statement reports the payment. */
const unmatched = (ctx: Ctx) => countWithOldest(filterPayments(ctx, pendingTaskKinds.suspense.filter), paymentReceivedAtSql);

import type { ServerModule } from '#server/kernel/module.ts';

export const paymentModule: ServerModule = {
  lookups: paymentLookups,
  sources: { payment: sql<JournalSourcePage>`(select 'payment' as of, p.id, p.code from payment p where p.id = w.source_id)` },
  pendingTasks: { suspense: unmatched, unmatched },
  proofs: paymentLedgerChecks,
  calls: { payment: { ...paymentCalls, ...paymentActionCalls } },
  routes: (services) => [...serveCalls(paymentCalls, paymentService(services)), ...serveCalls(paymentActionCalls, paymentActionService(services))],
  http: async (app, services) => {
    await receiptRoutes(app, services);
    await accountStatementRoutes(app, services);
  },
  jobs: paymentJobs,
  handlers: paymentHandlers,
  handlersMany: paymentBatchHandlers,
  withoutFeatures: {
    messages: 'The modules below tell of payments.',
    search: 'Open: a payment is found in its list, by code or M-Pesa code.',
    personPage: 'Open: the page of a tenant leads to the tenancy, which shows the payments.',
    reviewBasis: 'Reviews rest on enquiries that led to a tour.',
    unitTimeline: 'Open: the timeline shows moves, prices and edits of the unit; its records have pages of their own.',
    export: 'Module collection hands out the payments.',
    erasure: 'Module collection and module refund forget the numbers.',
    closing: 'Module collection says which prompts are under way.',
  },
};
