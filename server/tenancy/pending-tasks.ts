import { sql } from 'kysely';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { filterTenancies } from './lists.ts';

const counted = (ctx: Ctx, filter: Parameters<typeof filterTenancies>[1]) =>
  filterTenancies(ctx, filter).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();

export const tenancyPendingTasks: PendingTaskCounters = {
  objections: (ctx) => counted(ctx, pendingTaskKinds.objections.filter),
  starting: (ctx) => counted(ctx, pendingTaskKinds.starting.filter),
  ending: (ctx) => counted(ctx, pendingTaskKinds.ending.filter),
};
