import { sql } from 'kysely';
import type { Db } from '#server/kernel/ctx.ts';

export type Clicks = { readonly listing_id: number; readonly n: number };

/** Visits that began at a featured place count for the booking that runs there. */
export async function countClicks(db: Db, clicks: readonly Clicks[]): Promise<void> {
  if (clicks.length === 0) return;
  const [ids, ns] = [clicks.map((c) => c.listing_id), clicks.map((c) => c.n)];
  await sql`/* all: the clock gathers views */ update featured_booking b set clicks = b.clicks + s.n
    from unnest(${ids}::bigint[], ${ns}::int[]) s(listing_id, n) where b.listing_id = s.listing_id and b.status = 'running'`.execute(db);
}
