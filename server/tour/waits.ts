import { waits } from '#contract/home/waits.ts';
import { dueOf, type Waits } from '#server/kernel/waits.ts';
import { found } from './manage.ts';

/** Until when the next of them dies unless it is answered. */
export const tourWaits: Waits = { tours: (ctx) => dueOf(found(ctx, waits.tours.filter), 'tour.lapse_at') };
