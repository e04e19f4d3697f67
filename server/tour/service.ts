import type { tourCalls } from '#contract/tour/calls.ts';
import type { visitorCalls } from '#contract/tour/visitor-calls.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { bookingHandlers, listSlots } from './booking.ts';
import { answerVisit, homeVisits } from './home-visits.ts';
import { dropDay, feedHandlers, hostHours, saveDay, saveHours } from './hours.ts';
import { details, list, listHosts, move, reassign, recordConsent, reschedule } from './manage-tours.ts';
import { listSchedule } from './schedule.ts';
import { closeViewing, openViewing, viewingDetails } from './viewings.ts';
import { visitorService } from './visitor.ts';

export const tourService = (services: RunningServices): CallHandlers<typeof tourCalls> => ({
  ...{ list, details, move: move(services), reschedule, recordConsent, listHosts, reassign, listSchedule },
  ...{ hostHours, saveHours, saveDay, dropDay, ...feedHandlers(services) },
  ...{ openViewing, viewingDetails, closeViewing },
});
export const visitorsService = (services: RunningServices) =>
  ({
    listSlots,
    ...bookingHandlers(services),
    ...visitorService,
    homeVisits,
    answerVisit,
  }) satisfies CallHandlers<typeof visitorCalls>;
