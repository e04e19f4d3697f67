import { sql } from 'kysely';
import { unitStatuses } from '#contract/catalogue/kinds.ts';
import type { Waits } from '#server/kernel/waits.ts';
import { matching } from './lists.ts';

/** What each has cost since it is empty, as lostCents of contract/unit/vacancy.ts says it. */
const lost = sql<number>`coalesce(sum(floor(unit.rent_cents * 12 * greatest(0, floor(extract(epoch from app.now() - unit.status_since) / 86400))
  / 36500.0 + 0.5) * 100), 0)::bigint`;

export const unitWaits: Waits = {
  vacant: async (ctx) => {
    const row = await matching(ctx, { status: unitStatuses.vacant })
      .select([sql<number>`count(*)`.as('count'), lost.as('cents')])
      .executeTakeFirstOrThrow();
    return { count: row.count, cents: Number(row.cents) };
  },
};
