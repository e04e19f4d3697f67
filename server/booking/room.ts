import { bookingCalls } from '#contract/booking/calls.ts';
import { fillBookings } from '#server/db/demo/booking.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { bookingJobs } from './clock.ts';
import { bookingFollows } from './freeze.ts';
import { bookingLookups } from './lookups.ts';
import { followMerge } from './merged.ts';
import { bookingHoldings, forgetBookings, promised } from './personal-data.ts';
import { givePlaceBack } from './place-back.ts';
import { bookingScopes } from './scopes.ts';
import { bookingService } from './service.ts';
import { bookingSources } from './sources.ts';
import { bookingTexts } from './texts.ts';
import { bookingWaits } from './waits.ts';

export const bookingRoom: ServerRoom = {
  lookups: bookingLookups,
  sources: bookingSources,
  scopes: bookingScopes,
  readable: ['booking'],
  calls: { booking: bookingCalls },
  routes: (house) => serve(bookingCalls, bookingService(house)),
  jobs: bookingJobs,
  handlers: ({ database }) => ({ 'booking.unused': ({ bookingId }) => givePlaceBack(database.db, bookingId) }),
  follows: { ...bookingFollows, 'tenant.merged': followMerge },
  texts: bookingTexts,
  holdings: bookingHoldings,
  forget: forgetBookings,
  closing: [promised],
  waits: bookingWaits,
  demo: ({ db }) => db.transaction().execute(fillBookings),
  shownIn: { personPage: 'server/booking/lookups.ts' },
  without: {
    search: 'Open: bookings are found in their list and on the page of the tenant.',
    reviewBasis: 'Reviews rest on enquiries that led to a tour.',
    unitTimeline: 'Open: the timeline shows moves, prices and edits of the unit; its records have pages of their own.',
  },
};
