import type { tourCalls } from '#contract/tour/calls.ts';
import type { visitorCalls } from '#contract/tour/visitor-calls.ts';
import type { Handlers } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import { booking, slots } from './book.ts';
import { answerVisit, homeVisits } from './home-visits.ts';
import { dropDay, feeds, hours, saveDay, saveHours } from './hours.ts';
import { all, consent, details, hosts, move, reassign, reschedule } from './manage.ts';
import { schedule } from './schedule.ts';
import { closeViewing, openViewing, viewing } from './viewings.ts';
import { visitorService } from './visitor.ts';

export const tourService = (house: House): Handlers<typeof tourCalls> => ({
  ...{ all, details, move: move(house), reschedule, consent, hosts, reassign, schedule },
  ...{ hours, saveHours, saveDay, dropDay, ...feeds(house) },
  ...{ openViewing, viewing, closeViewing },
});
export const visitorsService = (house: House) =>
  ({
    slots,
    ...booking(house),
    ...visitorService,
    homeVisits,
    answerVisit,
  }) satisfies Handlers<typeof visitorCalls>;
