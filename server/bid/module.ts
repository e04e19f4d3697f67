import { bidCalls } from '#contract/bid/calls.ts';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { fillBids } from '#server/db/demo/bid.ts';
import { serveCalls } from '#server/http/registry.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { countWithOldest } from '#server/kernel/pending-tasks.ts';
import { acceptanceDocumentRoutes } from './acceptance-document.ts';
import { filterBids, selectOwnBids } from './bid-queries.ts';
import { bidEventHandlers, bidJobs } from './clock.ts';
import { bidPersonalData, eraseBidPersonalData, openBidsAndSalesCheck } from './personal-data.ts';
import { bidScopes } from './scopes.ts';
import { bidService } from './service.ts';
import { bidTexts } from './texts.ts';

export const bidModule: ServerModule = {
  scopes: bidScopes,
  readable: ['bid', 'bid_turn', 'sale_file'],
  calls: { bid: bidCalls },
  routes: (services) => serveCalls(bidCalls, bidService(services)),
  http: acceptanceDocumentRoutes,
  jobs: () => bidJobs,
  demo: ({ db }) => fillBids(db),
  eventHandlers: bidEventHandlers,
  texts: bidTexts,
  personalData: bidPersonalData,
  erasePersonalData: eraseBidPersonalData,
  closingChecks: [openBidsAndSalesCheck],
  pendingTasks: {
    bids: (ctx) => countWithOldest(filterBids(ctx, pendingTaskKinds.bids.filter), 'bid.updated_at'),
    counters: (ctx) => countWithOldest(selectOwnBids(ctx, pendingTaskKinds.counters.filter.waiting === 'true'), 'bid.updated_at'),
  },
  withoutFeatures: {
    search: 'A bid is found through its listing.',
    personPage: 'Open: the page of a tenant shows bookings and tenancies only.',
    reviewBasis: 'A review requires an enquiry that led to a tour.',
    unitTimeline: 'Open: the timeline shows status changes, prices and edits of the unit. These records have their own pages.',
  },
};
