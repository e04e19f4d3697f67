import { bidCalls } from '#contract/bid/calls.ts';
import { waits } from '#contract/home/waits.ts';
import { fillBids } from '#server/db/demo/bid.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { oldestOf } from '#server/kernel/waits.ts';
import { bidFollows, bidJobs } from './clock.ts';
import { found, myBids } from './find.ts';
import { paperRoutes } from './paper.ts';
import { bidHoldings, forgetBid, openBids } from './personal-data.ts';
import { bidScopes } from './scopes.ts';
import { bidService } from './service.ts';
import { bidTexts } from './texts.ts';

export const bidRoom: ServerRoom = {
  scopes: bidScopes,
  readable: ['bid', 'bid_turn', 'sale_file'],
  calls: { bid: bidCalls },
  routes: (house) => serve(bidCalls, bidService(house)),
  http: paperRoutes,
  jobs: () => bidJobs,
  demo: ({ db }) => fillBids(db),
  follows: bidFollows,
  texts: bidTexts,
  holdings: bidHoldings,
  forget: forgetBid,
  closing: [openBids],
  waits: {
    bids: (ctx) => oldestOf(found(ctx, waits.bids.filter), 'bid.updated_at'),
    counters: (ctx) => oldestOf(myBids(ctx, waits.counters.filter.waiting === 'true'), 'bid.updated_at'),
  },
  without: {
    search: 'A bid is found by its listing.',
    personPage: 'Open: the page of a tenant shows bookings and tenancies only.',
    reviewBasis: 'Reviews rest on enquiries that led to a tour.',
    unitTimeline: 'Open: the timeline shows moves, prices and edits of the unit; its records have pages of their own.',
  },
};
