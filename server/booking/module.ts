import { bookingCalls } from '#contract/booking/calls.ts';
import { fillBookings } from '#server/db/demo/booking.ts';
import { serveCalls } from '#server/http/registry.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { bookingJobs } from './clock.ts';
import { bookingEventHandlers } from './freeze.ts';
import { bookingLookups } from './lookups.ts';
import { bookingTasks } from './pending-tasks.ts';
import { bookingPersonalData, eraseBookingPersonalData, reservedHomesCheck } from './personal-data.ts';
import { releasePromotionPlace } from './promotion-place.ts';
import { bookingScopes } from './scopes.ts';
import { bookingService } from './service.ts';
import { bookingSources } from './sources.ts';
import { onTenantMerged } from './tenant-merge.ts';
import { bookingTexts } from './texts.ts';

export const bookingModule: ServerModule = {
  lookups: bookingLookups,
  sources: bookingSources,
  scopes: bookingScopes,
  readable: ['booking'],
  calls: { booking: bookingCalls },
  routes: (services) => serveCalls(bookingCalls, bookingService(services)),
  jobs: bookingJobs,
  handlers: ({ database }) => ({ 'booking.unused': ({ bookingId }) => releasePromotionPlace(database.db, bookingId) }),
  eventHandlers: { ...bookingEventHandlers, 'tenant.merged': onTenantMerged },
  texts: bookingTexts,
  personalData: bookingPersonalData,
  erasePersonalData: eraseBookingPersonalData,
  closingChecks: [reservedHomesCheck],
  pendingTasks: bookingTasks,
  demo: ({ db }) => db.transaction().execute(fillBookings),
  shownIn: { personPage: 'server/booking/lookups.ts' },
  withoutFeatures: {
    search: 'Open: bookings are found in their list and on the page of the tenant.',
    reviewBasis: 'A review requires an enquiry that led to a tour.',
    unitTimeline: 'Open: the timeline shows status changes, prices and edits of the unit. These records have their own pages.',
  },
};
