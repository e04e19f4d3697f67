import type { listingCalls } from '#contract/listing/calls.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { propertyAnalytics } from './analytics.ts';
import { bulkChangeListings } from './bulk.ts';
import { confirmByKey, recordView } from './confirmation.ts';
import { exportCsv, list, listingChoices, listingDetails, listingPerformance, listingReadiness } from './listing-reads.ts';
import { createListing, createListings, removeListing, updateListing } from './save-listing.ts';
import { shareCard } from './share-card.ts';
import { confirmListing, moveListing } from './status-changes.ts';

export { reassignContact } from './contact.ts';
export { dailyCountSql } from './daily-counts.ts';
export { pauseReported, resumeReported } from './reported-listings.ts';
export { lockAboveListings, pauseListingsOfUnits, restoreListings } from './reserved-units.ts';
export { applySaleOutcome, lockListing, pauseForSale } from './sale.ts';
export { listingContacts } from './status-changes.ts';
export { countUnitsStillToLet } from './whole-property.ts';

export const listingService = (services: RunningServices): CallHandlers<typeof listingCalls> => ({
  list,
  exportCsv,
  details: listingDetails,
  performance: listingPerformance,
  readiness: listingReadiness,
  choices: listingChoices,
  shareCard,
  create: createListing,
  createMany: createListings,
  update: updateListing,
  bulk: bulkChangeListings,
  move: moveListing,
  confirm: confirmListing,
  remove: removeListing,
  confirmByKey: confirmByKey(services),
  recordView: recordView(services),
  analytics: propertyAnalytics,
});
