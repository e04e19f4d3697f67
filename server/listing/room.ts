import { listingCalls } from '#contract/listing/calls.ts';
import { rateCalls } from '#contract/listing/rate-calls.ts';
import { fillMarket } from '#server/db/demo/listing.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import * as buyerRates from './buyer-rates.ts';
import { letAhead, listingJobs, unitMoved } from './clock.ts';
import { liveOffers } from './closing.ts';
import { backToHolder } from './contact.ts';
import { termsChanged } from './inherit.ts';
import { listingLookups } from './lookups.ts';
import { listingScopes } from './scopes.ts';
import { listingService } from './service.ts';
import { listingTexts } from './texts.ts';
import { publishWaiting } from './waiting.ts';
import { listingWaits } from './waits.ts';

export const listingRoom: ServerRoom = {
  lookups: listingLookups,
  scopes: listingScopes,
  readable: ['listing', 'listing_day', 'listing_price', 'public_listing'],
  calls: { listing: listingCalls, rate: rateCalls },
  routes: (house) => [...serve(listingCalls, listingService(house)), ...serve(rateCalls, buyerRates)],
  jobs: listingJobs,
  handlers: ({ database }) => ({
    'unit.moved': ({ unitId }) => unitMoved(database.db, unitId),
    'unit.let_ahead': ({ unitId }) => letAhead(database.db, unitId),
    'property.ready': ({ propertyId }) => publishWaiting(database.db, propertyId),
    'property.terms': ({ propertyId, also }) => termsChanged(database.db, propertyId, also),
  }),
  follows: { 'mandate.ended': backToHolder },
  closing: [liveOffers],
  demo: ({ db }) => db.transaction().execute(fillMarket),
  texts: listingTexts,
  waits: listingWaits,
  shownIn: { unitTimeline: 'server/unit/one.ts' },
  without: {
    ...because('A listing belongs to a company; its contact is shown on the listing.', 'personPage', 'reviewBasis'),
    ...because('A listing holds facts about a home; its contact is an account of the company.', 'export', 'erasure'),
  },
};
