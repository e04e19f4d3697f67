import type { tourCalls } from '#contract/tour/calls.ts';
import type { visitorCalls } from '#contract/tour/visitor-calls.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { bookingHandlers, listTourSlots } from './booking.ts';
import { answerOccupantConsentRequest, listToursOfOccupiedHomes } from './home-visits.ts';
import { dropHostDay, feedHandlers, readHostHours, saveHostDay, saveHostHours } from './hours.ts';
import { listHosts, listTours, moveManagedTour, readTourDetails, reassignTour, recordOccupantConsent, rescheduleTour } from './manage-tours.ts';
import { listTourSchedule } from './schedule.ts';
import { closeGroupTour, openGroupTour, readGroupTourDetails } from './viewings.ts';
import { tourVisitorHandlers } from './visitor.ts';

export const tourService = (services: RunningServices): CallHandlers<typeof tourCalls> => ({
  list: listTours,
  details: readTourDetails,
  move: moveManagedTour(services),
  reschedule: rescheduleTour,
  recordConsent: recordOccupantConsent,
  listHosts,
  reassign: reassignTour,
  listSchedule: listTourSchedule,
  hostHours: readHostHours,
  saveHours: saveHostHours,
  saveDay: saveHostDay,
  dropDay: dropHostDay,
  ...feedHandlers(services),
  openViewing: openGroupTour,
  viewingDetails: readGroupTourDetails,
  closeViewing: closeGroupTour,
});
export const tourVisitorsService = (services: RunningServices) =>
  ({
    listSlots: listTourSlots,
    ...bookingHandlers(services),
    ...tourVisitorHandlers,
    homeVisits: listToursOfOccupiedHomes,
    answerVisit: answerOccupantConsentRequest,
  }) satisfies CallHandlers<typeof visitorCalls>;
