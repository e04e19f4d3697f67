import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { PendingTaskKey } from '#contract/home/pending-tasks.ts';
import type { Ctx } from './ctx.ts';

/** The number of pending items and, where known, the age of the oldest, the next deadline or the amount. */
export type PendingCount = { readonly count: number; readonly oldest?: Date | null; readonly due?: Date | null; readonly cents?: number };
/** Counters of a module for home pages and the menu. Each uses the filter that contract/home/pending-tasks.ts gives to the list that it opens. */
export type PendingTaskCounters = { readonly [K in PendingTaskKey]?: (ctx: Ctx) => Promise<PendingCount> };

const known = new Map<PendingTaskKey, (ctx: Ctx) => Promise<PendingCount>>();

/** Called once for every module at start; registering the same counter again changes nothing. */
export function registerPendingTasks(waits: PendingTaskCounters): void {
  for (const [key, count] of Object.entries(waits) as [PendingTaskKey, (ctx: Ctx) => Promise<PendingCount>][]) {
    if (known.has(key) && known.get(key) !== count) throw new Error(`two modules count the pending tasks ${key}`);
    known.set(key, count);
  }
}

export function countPendingTask(ctx: Ctx, key: PendingTaskKey): Promise<PendingCount> {
  const count = known.get(key);
  if (!count) throw new Error(`no module counts the pending tasks ${key}`);
  return count(ctx);
}

const counted = async <D, T extends keyof D, O>(found: SelectQueryBuilder<D, T, O>, column: string | RawBuilder<Date | null>) =>
  found
    .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(${typeof column === 'string' ? sql.ref(column) : column})`.as('first')])
    // The list query may have other columns selected; only these two are read.
    .$castTo<{ count: number; first: Date | null }>()
    .executeTakeFirstOrThrow();

/** The number of rows in a list and the age of the oldest. */
export async function countWithOldest<D, T extends keyof D, O>(
  found: SelectQueryBuilder<D, T, O>,
  since: string | RawBuilder<Date | null>,
): Promise<PendingCount> {
  const { count, first } = await counted(found, since);
  return { count, oldest: first };
}

/** The number of rows in a list and the next deadline. */
export async function countWithDue<D, T extends keyof D, O>(found: SelectQueryBuilder<D, T, O>, until: string): Promise<PendingCount> {
  const { count, first } = await counted(found, until);
  return { count, due: first };
}
