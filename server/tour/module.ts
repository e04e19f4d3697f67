import { tourCalls } from '#contract/tour/calls.ts';
import { visitorCalls } from '#contract/tour/visitor-calls.ts';
import { fillTours } from '#server/db/demo/tour.ts';
import { serveCalls } from '#server/http/registry.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { tourJobs } from './clock.ts';
import { replaceHost, tourEventHandlers } from './event-handlers.ts';
import { feedRoutes } from './feed.ts';
import { tourPendingTasks } from './pending-tasks.ts';
import { eraseTourPersonalData, tourPersonalData } from './personal-data.ts';
import { tourScopes } from './scopes.ts';
import { tourService, tourVisitorsService } from './service.ts';
import { tourTexts } from './texts.ts';

export const tourModule: ServerModule = {
  scopes: tourScopes,
  readable: ['tour'],
  calls: { tour: { ...tourCalls, ...visitorCalls } },
  routes: (services) => [...serveCalls(tourCalls, tourService(services)), ...serveCalls(visitorCalls, tourVisitorsService(services))],
  http: feedRoutes,
  jobs: () => tourJobs,
  eventHandlers: tourEventHandlers,
  lockOut: replaceHost,
  pendingTasks: tourPendingTasks,
  personalData: tourPersonalData,
  erasePersonalData: eraseTourPersonalData,
  texts: tourTexts,
  demo: ({ db }) => fillTours(db),
  withoutFeatures: {
    search: 'A tour is found through its enquiry and in the calendar of tours.',
    personPage: 'Open: the page of a tenant shows records from the booking on.',
    reviewBasis: 'The enquiry is the basis of a review. Its stage shows that the tour took place.',
    unitTimeline: 'Open: the timeline shows status changes, prices and edits of the unit. These records have their own pages.',
    closing: 'Tours of a removed host are reassigned to people of the owner company.',
  },
};
