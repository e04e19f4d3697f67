import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { featuredCalls } from '#contract/featured/calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { countAttemptSeparately } from '#server/http/throttle.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { getOriginNetworkKey } from '#server/kernel/process/network.ts';
import type { RunningServices } from '#server/kernel/services.ts';

type Calls = typeof featuredCalls;
const machines = /bot|crawl|spider|preview|facebookexternalhit|whatsapp|headless/i;

/** Counts visits that began at a featured card for the booking that runs there. */
export async function countFeaturedClicks(ctx: Ctx, { visits }: DomainEvents['listing.visited']): Promise<void> {
  if (visits.length === 0) return;
  const [ids, ns] = [visits.map((c) => c.listingId), visits.map((c) => c.n)];
  await sql`/* unscoped: scheduled job aggregates views */ update featured_booking b set clicks = b.clicks + s.n
    from unnest(${ids}::bigint[], ${ns}::int[]) s(listing_id, n) where b.listing_id = s.listing_id and b.status = 'running'`.execute(ctx.db);
}

/** A page reports each card once; a visitor with more pages in half an hour counts as a robot. */
const pages = { limit: 40, seconds: 30 * 60 } as const;
/** Records displayed cards: one row each, added up by the minute, so that requests do not block each other. The viewer is never stored. */
export const recordFeaturedImpressions =
  (services: Pick<RunningServices, 'secret' | 'database'>) =>
  async (ctx: Ctx, { ids }: HandlerInput<Calls['recordImpressions']>): Promise<HandlerResult<Calls['recordImpressions']>> => {
    if (machines.test(ctx.from.agent)) return { counted: 0 };
    const who = createHmac('sha256', services.secret)
      .update(`shown:${getOriginNetworkKey(ctx.from)}:${ctx.from.agent}`)
      .digest('base64url')
      .slice(0, 32);
    if ((await countAttemptSeparately(services.database.db, `shown:${who}`, pages)) > 0) return { counted: 0 };
    const { numAffectedRows } =
      await sql`/* unscoped: views of public listings are counted for all visitors */ insert into featured_shown (listing_id)
      select distinct b.listing_id from featured_booking b where b.status = 'running' and b.listing_id = any (${ids}::bigint[])`.execute(ctx.db);
    return { counted: Number(numAffectedRows ?? 0n) };
  };

export const aggregateFeaturedImpressions = (db: Db) =>
  sql`/* unscoped: scheduled job aggregates impressions */ with gone as (delete from featured_shown returning listing_id),
    s as (select listing_id, count(*)::int as n from gone group by 1)
    update featured_booking b set impressions = b.impressions + s.n from s where b.listing_id = s.listing_id and b.status = 'running'`.execute(db);
