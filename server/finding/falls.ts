import { sql } from 'kysely';
import type { Db } from '#server/kernel/ctx.ts';
import { fell } from './tell.ts';

/** A price that fell, of a listing the public sees. */
export type Fall = { readonly listing_id: number; readonly at: Date; readonly from: number; readonly to: number };

/** As far back as the slowest search looks, and a little. */
const days = 8;
const mostFalls = 5000;

/** Prices that are lower than the one before for the same period and still stand, the latest first. Small falls are left out where they are told. */
export async function latestFalls(db: Db): Promise<Fall[]> {
  const { rows } = await sql<{ listing_id: number; at: Date; from: number; to: number }>`
    /* all: whoever saved a search is told by the worker */
    select p.listing_id, p.at, was.price_cents as "from", p.price_cents as "to"
    from listing_price p join listing_card c on c.id = p.listing_id
      cross join lateral (select q.price_cents, q.price_period from listing_price q where q.listing_id = p.listing_id and q.at < p.at order by q.at desc limit 1) was
    where p.at > app.now() - ${`${days} days`}::interval and was.price_period = p.price_period and was.price_cents > p.price_cents
      and not exists (select 1 from listing_price r where r.listing_id = p.listing_id and r.at > p.at and r.price_cents > p.price_cents)
    order by p.at desc limit ${mostFalls}`.execute(db);
  return rows;
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
