import { sql } from 'kysely';
import { minPriceDropBasisPoints } from '#contract/finding/kinds.ts';
import type { Db } from '#server/kernel/ctx.ts';

/** A price drop large enough for a notification. */
export const isPriceDrop = (from: number, to: number): boolean => (from - to) * 10_000 >= from * minPriceDropBasisPoints;

/** A price drop of a public listing. */
export type PriceDrop = { readonly listing_id: number; readonly at: Date; readonly from: number; readonly to: number };

/** Slightly longer than the interval of the slowest search. */
const days = 8;
const mostFalls = 5000;

/** A price is compared with the lowest of this many days before: a price raised briefly and lowered again has not dropped. */
const lookBack = 30;
const lowestBefore = sql<number>`(select min(q.price_cents) from listing_price q where q.listing_id = p.listing_id and q.at < p.at and q.price_period = p.price_period
  and q.at >= coalesce((select max(o.at) from listing_price o where o.listing_id = p.listing_id and o.at <= p.at - ${sql.lit(`${lookBack} days`)}::interval), '-infinity'))`;

/** Prices lower than the earlier one of the same period that still apply, the latest first. Small drops are left out when notifications are sent. */
export async function readLatestPriceDrops(db: Db): Promise<PriceDrop[]> {
  const { rows } = await sql<{ listing_id: number; at: Date; from: number; to: number }>`
    /* unscoped: the worker notifies the person who saved the search */
    select p.listing_id, p.at, was.lowest as "from", p.price_cents as "to"
    from listing_price p join listing_card c on c.id = p.listing_id cross join lateral (select ${lowestBefore} as lowest) was
    where p.at > app.now() - ${`${days} days`}::interval and was.lowest > p.price_cents
      and not exists (select 1 from listing_price r where r.listing_id = p.listing_id and r.at > p.at and r.price_cents > p.price_cents)
    order by p.at desc limit ${mostFalls}`.execute(db);
  return rows;
}

/** The earlier price of one listing by the same rule; null if there is none. */
export async function readPreviousPrice(db: Db, listingId: number, now: number): Promise<number | null> {
  const { rows } = await sql<{ lowest: number | null }>`
    /* unscoped: the worker notifies the person who saved the listing */
    select ${lowestBefore} as lowest from listing_price p where p.listing_id = ${listingId} and p.price_cents = ${now} order by p.at desc limit 1`.execute(
    db,
  );
  return rows[0]?.lowest ?? null;
}

/** Combines several steps into one drop, from the first price to the current one. Drops that are too small are left out. */
export function combinePriceDropsByListing(falls: readonly PriceDrop[]): PriceDrop[] {
  const each = new Map<number, PriceDrop>();
  for (const fall of falls) {
    const later = each.get(fall.listing_id);
    each.set(fall.listing_id, later ? { ...later, from: Math.max(later.from, fall.from) } : fall);
  }
  return [...each.values()].filter(({ from, to }) => isPriceDrop(from, to));
}
