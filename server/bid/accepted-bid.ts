import { sql } from 'kysely';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { sameRow } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';
import type { BidRow } from './rows.ts';

/**
 * A home is promised to one bidder at a time: no second bid is accepted while the booking or the sale of an accepted bid is open. A unit can be listed
 * more than once, so the lock is on the home and not on the listing.
 */
export async function assertNoOtherAcceptedBid(ctx: Ctx, bid: BidRow): Promise<void> {
  const home = bid.unit_id === null ? `listing:${bid.listing_id}` : `unit:${bid.unit_id}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bid-accepted:${home}`}, 0))`.execute(ctx.db);
  const promised = sql<boolean>`exists (select 1 from bid other join listing l on l.id = other.listing_id join listing mine on mine.id = bid.listing_id
    where other.id <> bid.id and other.status = 'accepted' and (other.listing_id = bid.listing_id or other.unit_id = bid.unit_id)
      and (l.listing_type = ${listingTypes.buy}) = (mine.listing_type = ${listingTypes.buy})
      and (${getLookup('hasRunningBookingOfBid')(sql`other.id`)} or exists (select 1 from sale_file f where f.bid_id = other.id and f.status = 'open')))`;
  const row = await sameRow(ctx.db, 'bid', bid).select().select(promised.as('promised')).executeTakeFirst();
  if (row?.promised) throw new Refusal('conflict', m.bid_refusal_promised());
}
