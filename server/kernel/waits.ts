import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { WaitKey } from '#contract/home/waits.ts';
import type { Ctx } from './ctx.ts';

/** How many there are; since when the oldest waits, until when the next is due, or what it costs, where that is known. */
export type Waiting = { readonly count: number; readonly oldest?: Date | null; readonly due?: Date | null; readonly cents?: number };
/** What a room counts for the homes and the menu, each under the filter contract/home/waits.ts gives the list it opens. */
export type Waits = { readonly [K in WaitKey]?: (ctx: Ctx) => Promise<Waiting> };

const known = new Map<WaitKey, (ctx: Ctx) => Promise<Waiting>>();

/** Said once for every room when a house is opened; saying the same again changes nothing. */
export function enlistWaits(waits: Waits): void {
  for (const [key, count] of Object.entries(waits) as [WaitKey, (ctx: Ctx) => Promise<Waiting>][]) {
    if (known.has(key) && known.get(key) !== count) throw new Error(`two rooms count ${key}`);
    known.set(key, count);
  }
}

export function waitingFor(ctx: Ctx, key: WaitKey): Promise<Waiting> {
  const count = known.get(key);
  if (!count) throw new Error(`no room counts ${key}`);
  return count(ctx);
}

const counted = async <D, T extends keyof D, O>(found: SelectQueryBuilder<D, T, O>, column: string | RawBuilder<Date | null>) =>
  found
    .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(${typeof column === 'string' ? sql.ref(column) : column})`.as('first')])
    // Whatever the list chose before, this is what is read of it.
    .$castTo<{ count: number; first: Date | null }>()
    .executeTakeFirstOrThrow();

/** How many rows a list has, and since when the oldest of them waits. */
export async function oldestOf<D, T extends keyof D, O>(
  found: SelectQueryBuilder<D, T, O>,
  since: string | RawBuilder<Date | null>,
): Promise<Waiting> {
  const { count, first } = await counted(found, since);
  return { count, oldest: first };
}

/** How many rows a list has, and until when the next of them is due. */
export async function dueOf<D, T extends keyof D, O>(found: SelectQueryBuilder<D, T, O>, until: string): Promise<Waiting> {
  const { count, first } = await counted(found, until);
  return { count, due: first };
}
