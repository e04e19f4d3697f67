import { sql } from 'kysely';
import { unitStatuses } from '#contract/catalogue/kinds.ts';
import { lostCents } from '#contract/unit/vacancy.ts';
import type { Waits } from '#server/kernel/waits.ts';
import { matching } from './lists.ts';

const days = sql<number>`greatest(0, floor(extract(epoch from app.now() - unit.status_since) / 86400))::int`;

export const unitWaits: Waits = {
  /** What each has cost since it is empty: those of one rent and age are added up by the database, the rest by the one rule. */
  vacant: async (ctx) => {
    const alike = await matching(ctx, { status: unitStatuses.vacant })
      .select(['unit.rent_cents', days.as('days'), sql<number>`count(*)::int`.as('n')])
      .groupBy(['unit.rent_cents', days])
      .execute();
    return {
      count: alike.reduce((all, one) => all + one.n, 0),
      cents: alike.reduce((all, one) => all + lostCents(one.rent_cents, one.days) * one.n, 0),
    };
  },
};
