import type { listingCalls } from '#contract/listing/calls.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { readPropertyAnalytics } from './analytics.ts';
import { bulkChangeListings } from './bulk.ts';
import { confirmListingByKey, recordListingView } from './confirmation.ts';
import {
  exportListingsCsv,
  listListings,
  readListingChoices,
  readListingDetails,
  readListingPerformance,
  readVisibleListingReadiness,
} from './listing-reads.ts';
import { createListing, createListings, removeListing, updateListing } from './save-listing.ts';
import { readShareCard } from './share-card.ts';
import { confirmListing, moveListing } from './status-changes.ts';

export { reassignContact } from './contact.ts';
export { changeListingCount } from './daily-counts.ts';
export { pauseReportedListing, resumeReportedListing } from './reported-listings.ts';
export { lockCompanyAndProperty, pauseListingsOfUnits, restorePausedListings } from './reserved-units.ts';
export { applySaleOutcome, lockListing, pauseListingForSale } from './sale.ts';
export { readListingContacts } from './status-changes.ts';
export { isOpenToApplicants } from './whole-property.ts';

export const listingService = (services: RunningServices): CallHandlers<typeof listingCalls> => ({
  list: listListings,
  exportCsv: exportListingsCsv,
  details: readListingDetails,
  performance: readListingPerformance,
  readiness: readVisibleListingReadiness,
  choices: readListingChoices,
  shareCard: readShareCard,
  create: createListing,
  createMany: createListings,
  update: updateListing,
  bulk: bulkChangeListings,
  move: moveListing,
  confirm: confirmListing,
  remove: removeListing,
  confirmByKey: confirmListingByKey(services),
  recordView: recordListingView(services),
  analytics: readPropertyAnalytics,
});
