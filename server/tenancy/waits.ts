import { sql } from 'kysely';
import { waits } from '#contract/home/waits.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Waits } from '#server/kernel/waits.ts';
import { found } from './lists.ts';

const counted = (ctx: Ctx, filter: Parameters<typeof found>[1]) =>
  found(ctx, filter).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();

export const tenancyWaits: Waits = {
  starting: (ctx) => counted(ctx, waits.starting.filter),
  ending: (ctx) => counted(ctx, waits.ending.filter),
};
