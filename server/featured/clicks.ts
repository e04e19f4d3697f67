import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { featuredCalls } from '#contract/featured/calls.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { takeApart } from '#server/http/throttle.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { placeOf } from '#server/kernel/process/network.ts';

type Calls = typeof featuredCalls;
const machines = /bot|crawl|spider|preview|facebookexternalhit|whatsapp|headless/i;

/** Visits that began at a featured place count for the booking that runs there. */
export async function countClicks(ctx: Ctx, { visits }: Happenings['listing.visited']): Promise<void> {
  if (visits.length === 0) return;
  const [ids, ns] = [visits.map((c) => c.listingId), visits.map((c) => c.n)];
  await sql`/* all: the clock gathers views */ update featured_booking b set clicks = b.clicks + s.n
    from unnest(${ids}::bigint[], ${ns}::int[]) s(listing_id, n) where b.listing_id = s.listing_id and b.status = 'running'`.execute(ctx.db);
}

/** A page tells of each card once; a visitor of so many pages in half an hour is none. */
const pages = { limit: 40, seconds: 30 * 60 } as const;
/** Cards that came into sight: one row each, added up by the minute, so that no card waits for another. Who saw them is never kept. */
export const shown =
  (house: Pick<House, 'secret' | 'database'>) =>
  async (ctx: Ctx, { ids }: Input<Calls['shown']>): Promise<Result<Calls['shown']>> => {
    if (machines.test(ctx.from.agent)) return { counted: 0 };
    const who = createHmac('sha256', house.secret)
      .update(`shown:${placeOf(ctx.from)}:${ctx.from.agent}`)
      .digest('base64url')
      .slice(0, 32);
    if ((await takeApart(house.database.db, `shown:${who}`, pages)) > 0) return { counted: 0 };
    const { numAffectedRows } = await sql`/* all: what the public sees is counted for anybody */ insert into featured_shown (listing_id)
      select distinct b.listing_id from featured_booking b where b.status = 'running' and b.listing_id = any (${ids}::bigint[])`.execute(ctx.db);
    return { counted: Number(numAffectedRows ?? 0n) };
  };

export const countShown = (db: Db) =>
  sql`/* all: the clock gathers what was shown */ with gone as (delete from featured_shown returning listing_id),
    s as (select listing_id, count(*)::int as n from gone group by 1)
    update featured_booking b set impressions = b.impressions + s.n from s where b.listing_id = s.listing_id and b.status = 'running'`.execute(db);
