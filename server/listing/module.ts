import { listingCalls } from '#contract/listing/calls.ts';
import { rateCalls } from '#contract/listing/rate-calls.ts';
import { fillMarket } from '#server/db/demo/listing.ts';
import { serveCalls } from '#server/http/registry.ts';
import { reasonForFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { liveListingsCheck } from './account-closing.ts';
import * as buyerRates from './buyer-rates.ts';
import { returnContactsToHolder } from './contact.ts';
import { onTermsChanged } from './inherited-terms.ts';
import { listingLookups } from './lookups.ts';
import { listingPendingTasks } from './pending-tasks.ts';
import { publishReadyDrafts } from './publish-when-ready.ts';
import { listingJobs, onUnitLetAhead, onUnitStatusChange } from './scheduled-jobs.ts';
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
    'unit.let_ahead': ({ unitId }) => onUnitLetAhead(database.db, unitId),
    'property.ready': ({ propertyId }) => publishReadyDrafts(database.db, propertyId),
    'property.terms': ({ propertyId, also }) => onTermsChanged(database.db, propertyId, also),
  }),
  eventHandlers: { 'mandate.ended': returnContactsToHolder },
  closingChecks: [liveListingsCheck],
  demo: ({ db }) => db.transaction().execute(fillMarket),
  texts: listingTexts,
  pendingTasks: listingPendingTasks,
  shownIn: { unitTimeline: 'server/unit/unit-detail.ts' },
  withoutFeatures: {
    ...reasonForFeatures('A listing belongs to a company; its contact is shown on the listing.', 'personPage', 'reviewBasis'),
    ...reasonForFeatures('A listing holds facts about a home; its contact is an account of the company.', 'export', 'erasure'),
  },
};
