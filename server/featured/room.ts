import { featuredCalls } from '#contract/featured/calls.ts';
import { fillFeatured } from '#server/db/demo/featured.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { deferredDifferences } from './books.ts';
import { countClicks } from './clicks.ts';
import { featuredJobs, turnBookings } from './clock.ts';
import { featuredLookups } from './lookups.ts';
import { followCompleted, followReversed } from './pay.ts';
import { featuredReferences } from './references.ts';
import { featuredScopes } from './scopes.ts';
import { featuredService } from './service.ts';
import { featuredSources } from './sources.ts';
import { featuredTexts } from './texts.ts';
import { featuredWaits } from './waits.ts';

export const featuredRoom: ServerRoom = {
  lookups: featuredLookups,
  sources: featuredSources,
  scopes: featuredScopes,
  readable: ['featured_booking', 'featured_product'],
  references: featuredReferences,
  calls: { featured: featuredCalls },
  routes: (house) => serve(featuredCalls, featuredService(house)),
  jobs: () => featuredJobs,
  handlers: ({ database: { db } }) => ({ 'featured.due': async ({ bookingId }) => void (await turnBookings(db, bookingId)) }),
  follows: { 'payment.completed': followCompleted, 'payment.reversed': followReversed, 'listing.visited': countClicks },
  proofs: [{ name: 'featured', differences: deferredDifferences }],
  demo: ({ db }) => fillFeatured(db),
  texts: featuredTexts,
  waits: featuredWaits,
  without: {
    ...because('A featured place is found by its listing.', 'search', 'personPage', 'reviewBasis'),
    unitTimeline: 'Open: featured places are shown on the listing.',
    ...because('A featured place belongs to a company, not to a person.', 'export', 'erasure', 'closing'),
  },
};
