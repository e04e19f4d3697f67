import { tourCalls } from '#contract/tour/calls.ts';
import { visitorCalls } from '#contract/tour/visitor-calls.ts';
import { fillTours } from '#server/db/demo/tour.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { tourJobs } from './clock.ts';
import { feedRoutes } from './feed.ts';
import { giveOn, tourFollows } from './follows.ts';
import { forgetTour, tourHoldings } from './personal-data.ts';
import { tourScopes } from './scopes.ts';
import { tourService, visitorsService } from './service.ts';
import { tourTexts } from './texts.ts';
import { tourWaits } from './waits.ts';

export const tourRoom: ServerRoom = {
  scopes: tourScopes,
  readable: ['tour'],
  calls: { tour: { ...tourCalls, ...visitorCalls } },
  routes: (house) => [...serve(tourCalls, tourService(house)), ...serve(visitorCalls, visitorsService(house))],
  http: feedRoutes,
  jobs: () => tourJobs,
  follows: tourFollows,
  lockOut: giveOn,
  waits: tourWaits,
  holdings: tourHoldings,
  forget: forgetTour,
  texts: tourTexts,
  demo: ({ db }) => fillTours(db),
  without: {
    search: 'A tour is found by its enquiry and in its calendar.',
    personPage: 'Open: the page of a tenant begins with a booking.',
    reviewBasis: 'The enquiry of the tour is the basis; its stage says that the tour took place.',
    unitTimeline: 'Open: the timeline shows moves, prices and edits of the unit; its records have pages of their own.',
    closing: 'Tours of a host who loses their place go to the holder of the property.',
  },
};
