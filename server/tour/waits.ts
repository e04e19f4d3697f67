import { sql } from 'kysely';
import { waits } from '#contract/home/waits.ts';
import type { Waits } from '#server/kernel/waits.ts';
import { found } from './manage.ts';

export const tourWaits: Waits = {
  /** Until when the next of them dies unless it is answered. */
  tours: async (ctx) =>
    found(ctx, waits.tours.filter)
      .select([sql<number>`count(*)::int`.as('count'), sql<Date | null>`min(tour.lapse_at)`.as('due')])
      .executeTakeFirstOrThrow(),
};
