import { sql } from 'kysely';
import { priceDropBp } from '#contract/finding/kinds.ts';
import type { Db } from '#server/kernel/ctx.ts';

/** A fall that is worth a message. */
export const fell = (from: number, to: number): boolean => (from - to) * 10_000 >= from * priceDropBp;

/** A price that fell, of a listing the public sees. */
export type Fall = { readonly listing_id: number; readonly at: Date; readonly from: number; readonly to: number };

/** As far back as the slowest search looks, and a little. */
const days = 8;
const mostFalls = 5000;

/** A price counts as fallen against the lowest that was asked in so many days before: raised for a moment and put back, it has not fallen. */
const lookBack = 30;
const lowestBefore = sql<number>`(select min(q.price_cents) from listing_price q where q.listing_id = p.listing_id and q.at < p.at and q.price_period = p.price_period
  and q.at >= coalesce((select max(o.at) from listing_price o where o.listing_id = p.listing_id and o.at <= p.at - ${sql.lit(`${lookBack} days`)}::interval), '-infinity'))`;

/** Prices that are lower than what was asked before for the same period and still stand, the latest first. Small falls are left out where they are told. */
export async function latestFalls(db: Db): Promise<Fall[]> {
  const { rows } = await sql<{ listing_id: number; at: Date; from: number; to: number }>`
    /* all: whoever saved a search is told by the worker */
    select p.listing_id, p.at, was.lowest as "from", p.price_cents as "to"
    from listing_price p join listing_card c on c.id = p.listing_id cross join lateral (select ${lowestBefore} as lowest) was
    where p.at > app.now() - ${`${days} days`}::interval and was.lowest > p.price_cents
      and not exists (select 1 from listing_price r where r.listing_id = p.listing_id and r.at > p.at and r.price_cents > p.price_cents)
    order by p.at desc limit ${mostFalls}`.execute(db);
  return rows;
}

/** What one listing was asked for before it came to this price, by the same rule; null where nothing is known of before. */
export async function priceBefore(db: Db, listingId: number, now: number): Promise<number | null> {
  const { rows } = await sql<{ lowest: number | null }>`
    /* all: whoever saved it is told by the worker */
    select ${lowestBefore} as lowest from listing_price p where p.listing_id = ${listingId} and p.price_cents = ${now} order by p.at desc limit 1`.execute(
    db,
  );
  return rows[0]?.lowest ?? null;
}

/** Several steps down are one fall: from where it stood to where it stands. Those too small to tell are left out. */
export function oneEach(falls: readonly Fall[]): Fall[] {
  const each = new Map<number, Fall>();
  for (const fall of falls) {
    const later = each.get(fall.listing_id);
    each.set(fall.listing_id, later ? { ...later, from: Math.max(later.from, fall.from) } : fall);
  }
  return [...each.values()].filter(({ from, to }) => fell(from, to));
}
