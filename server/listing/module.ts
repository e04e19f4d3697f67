import { listingCalls } from '#contract/listing/calls.ts';
import { rateCalls } from '#contract/listing/rate-calls.ts';
import { fillDemoListings } from '#server/db/demo/listing.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { liveListingsClosingCheck } from './account-closing.ts';
import * as buyerRates from './buyer-rates.ts';
import { returnListingContactsToOwner } from './contact.ts';
import { onTermsChanged } from './inherited-terms.ts';
import { listingLookups } from './lookups.ts';
import { listingPendingTasks } from './pending-tasks.ts';
import { publishReadyDrafts } from './publish-when-ready.ts';
import { listingJobs, onUnitLetFromChange, onUnitStatusChange } from './scheduled-jobs.ts';
import { listingScopes } from './scopes.ts';
import { listingService } from './service.ts';
import { listingTexts } from './texts.ts';

export const listingModule: ServerModule = {
  lookups: listingLookups,
  scopes: listingScopes,
  readable: ['listing', 'listing_day', 'listing_price', 'public_listing'],
  calls: { listing: listingCalls, rate: rateCalls },
  routes: (services) => [...serveCalls(listingCalls, listingService(services)), ...serveCalls(rateCalls, buyerRates)],
  jobs: listingJobs,
  handlers: ({ database }) => ({
    'unit.moved': ({ unitId }) => onUnitStatusChange(database.db, unitId),
    'unit.let_ahead': ({ unitId }) => onUnitLetFromChange(database.db, unitId),
    'property.ready': ({ propertyId }) => publishReadyDrafts(database.db, propertyId),
    'property.terms': ({ propertyId, also }) => onTermsChanged(database.db, propertyId, also),
  }),
  eventHandlers: { 'mandate.ended': returnListingContactsToOwner },
  closingChecks: [liveListingsClosingCheck],
  demo: ({ db }) => db.transaction().execute(fillDemoListings),
  texts: listingTexts,
  pendingTasks: listingPendingTasks,
  shownIn: { unitTimeline: 'server/unit/unit-detail.ts' },
  withoutFeatures: {
    ...explainMissingFeatures('A listing belongs to a company and shows its own contact.', 'personPage', 'reviewBasis'),
    ...explainMissingFeatures('A listing contains facts about a unit. Its contact is an account of the company.', 'export', 'erasure'),
  },
};
