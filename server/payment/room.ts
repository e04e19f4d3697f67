import { sql } from 'kysely';
import { waits } from '#contract/home/waits.ts';
import type { SourcePage } from '#contract/ledger/source.ts';
import { paymentActCalls } from '#contract/payment/act-calls.ts';
import { paymentCalls } from '#contract/payment/calls.ts';
import { cameAt } from '#server/collection/service.ts';
import { serve } from '#server/http/registry.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { oldestOf } from '#server/kernel/waits.ts';
import { paymentHandlers, paymentHandlersMany, paymentJobs } from './jobs.ts';
import { found } from './lists.ts';
import { paymentLookups } from './lookups.ts';
import { ownAccountRoutes } from './own-account.ts';
import { paymentProofs } from './proofs.ts';
import { receiptRoutes } from './receipt-paper.ts';
import { paymentActService, paymentService } from './service.ts';

/** Since it came, which may be long before a statement told of it. */
const unmatched = (ctx: Ctx) => oldestOf(found(ctx, waits.suspense.filter), cameAt);

import type { ServerRoom } from '#server/kernel/room.ts';

export const paymentRoom: ServerRoom = {
  lookups: paymentLookups,
  sources: { payment: sql<SourcePage>`(select 'payment' as of, p.id, p.code from payment p where p.id = w.source_id)` },
  waits: { suspense: unmatched, unmatched },
  proofs: paymentProofs,
  calls: { payment: { ...paymentCalls, ...paymentActCalls } },
  routes: (house) => [...serve(paymentCalls, paymentService(house)), ...serve(paymentActCalls, paymentActService(house))],
  http: async (app, house) => {
    await receiptRoutes(app, house);
    await ownAccountRoutes(app, house);
  },
  jobs: paymentJobs,
  handlers: paymentHandlers,
  handlersMany: paymentHandlersMany,
  without: {
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
