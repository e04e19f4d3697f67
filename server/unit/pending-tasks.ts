import { sql } from 'kysely';
import { unitStatuses } from '#contract/catalogue/kinds.ts';
import { calculateVacancyLoss } from '#contract/unit/vacancy.ts';
import type { PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { filterUnits } from './lists.ts';

const days = sql<number>`greatest(0, floor(extract(epoch from app.now() - unit.status_since) / 86400))::int`;

export const unitPendingTasks: PendingTaskCounters = {
  /** The rent lost since each unit became vacant. The database adds up units of one rent and age; `calculateVacancyLoss` computes each group. */
  vacant: async (ctx) => {
    const alike = await filterUnits(ctx, { status: unitStatuses.vacant })
      .select(['unit.rent_cents', days.as('days'), sql<number>`count(*)::int`.as('n')])
      .groupBy(['unit.rent_cents', days])
      .execute();
    return {
      count: alike.reduce((all, one) => all + one.n, 0),
      cents: alike.reduce((all, one) => all + calculateVacancyLoss(one.rent_cents, one.days) * one.n, 0),
    };
  },
};
