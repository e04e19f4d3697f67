import { featuredCalls } from '#contract/featured/calls.ts';
import { fillFeaturedBookings } from '#server/db/demo/featured.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { findDeferredDifferences } from './booking-ledger.ts';
import { onFeaturedPaymentCompleted, onFeaturedPaymentReversed } from './booking-payment.ts';
import { advanceFeaturedBookings, featuredJobs } from './clock.ts';
import { countFeaturedClicks } from './impressions.ts';
import { featuredLookups } from './lookups.ts';
import { featuredPendingTasks } from './pending-tasks.ts';
import { featuredReferences } from './references.ts';
import { featuredScopes } from './scopes.ts';
import { featuredService } from './service.ts';
import { featuredSources } from './sources.ts';
import { featuredTexts } from './texts.ts';

export const featuredModule: ServerModule = {
  lookups: featuredLookups,
  sources: featuredSources,
  scopes: featuredScopes,
  readable: ['featured_booking'],
  references: featuredReferences,
  calls: { featured: featuredCalls },
  routes: (services) => serveCalls(featuredCalls, featuredService(services)),
  jobs: () => featuredJobs,
  handlers: ({ database: { db } }) => ({ 'featured.due': async ({ bookingId }) => void (await advanceFeaturedBookings(db, bookingId)) }),
  eventHandlers: {
    'payment.completed': onFeaturedPaymentCompleted,
    'payment.reversed': onFeaturedPaymentReversed,
    'listing.visited': countFeaturedClicks,
  },
  proofs: [{ name: 'featured', differences: findDeferredDifferences }],
  demo: ({ db }) => fillFeaturedBookings(db),
  texts: featuredTexts,
  pendingTasks: featuredPendingTasks,
  withoutFeatures: {
    ...explainMissingFeatures('A featured slot is found through its listing.', 'search', 'personPage', 'reviewBasis'),
    unitTimeline: 'Open: featured slots are shown on the listing.',
    ...explainMissingFeatures('A featured slot belongs to a company, not to a person.', 'export', 'erasure', 'closing'),
  },
};
