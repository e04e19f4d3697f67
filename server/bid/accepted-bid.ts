import { sql } from 'kysely';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { m } from '#words/messages.js';
import type { BidRow } from './rows.ts';

/**
 * A home is promised to one bidder at a time: no second bid is accepted while the booking or the sale of an accepted one goes on. A unit can be
 * listed more than once, so the lock is on the home and not on the listing.
 */
export async function assertNoOtherAcceptedBid(ctx: Ctx, bid: BidRow): Promise<void> {
  const home = bid.unit_id === null ? `listing:${bid.listing_id}` : `unit:${bid.unit_id}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bid-accepted:${home}`}, 0))`.execute(ctx.db);
  const { rows } = await sql`/* unscoped: whether the home of a bid that the caller answers is promised */ select 1 from bid b
      join listing l on l.id = b.listing_id join listing mine on mine.id = ${bid.listing_id}
    where b.id <> ${bid.id} and b.status = 'accepted' and (b.listing_id = mine.id or b.unit_id = ${bid.unit_id}::bigint)
      and (l.listing_type = ${listingTypes.buy}) = (mine.listing_type = ${listingTypes.buy})
      and (${getLookup('hasRunningBookingOfBid')(sql`b.id`)} or exists (select 1 from sale_file s where s.bid_id = b.id and s.status = 'open'))
    limit 1`.execute(ctx.db);
  if (rows.length > 0) throw new Refusal('conflict', m.bid_refusal_promised());
}
