import type { tourCalls } from '#contract/tour/calls.ts';
import type { visitorCalls } from '#contract/tour/visitor-calls.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { bookingHandlers, listSlots } from './booking.ts';
import { answerHomeVisit, listHomeVisits } from './home-visits.ts';
import { dropHostDay, feedHandlers, readHostHours, saveHostDay, saveHostHours } from './hours.ts';
import { listHosts, listTours, moveManagedTour, readTourDetails, reassignTour, recordOccupantConsent, rescheduleTour } from './manage-tours.ts';
import { listSchedule } from './schedule.ts';
import { closeViewing, openViewing, readViewingDetails } from './viewings.ts';
import { visitorService } from './visitor.ts';

export const tourService = (services: RunningServices): CallHandlers<typeof tourCalls> => ({
  ...{
    list: listTours,
    details: readTourDetails,
    move: moveManagedTour(services),
    reschedule: rescheduleTour,
    recordConsent: recordOccupantConsent,
    listHosts,
    reassign: reassignTour,
    listSchedule,
  },
  ...{ hostHours: readHostHours, saveHours: saveHostHours, saveDay: saveHostDay, dropDay: dropHostDay, ...feedHandlers(services) },
  ...{ openViewing, viewingDetails: readViewingDetails, closeViewing },
});
export const visitorsService = (services: RunningServices) =>
  ({
    listSlots,
    ...bookingHandlers(services),
    ...visitorService,
    homeVisits: listHomeVisits,
    answerVisit: answerHomeVisit,
  }) satisfies CallHandlers<typeof visitorCalls>;
