import { sql } from 'kysely';
import type pg from 'pg';
import { priceDropBp } from '#contract/finding/kinds.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { tell } from '#server/notification/service.ts';
import { look } from './searches.ts';

const money = (cents: number): string => `KES ${Math.round(cents / 100).toLocaleString('en-KE')}`;
/** At most so many searches a run: one slow run must not hold the others back for ever. */
const perRun = 500;
const most = 20;

const savers = (db: Db, listing: number) =>
  db
    .selectFrom('favourite')
    .innerJoin('listing', 'listing.id', 'favourite.listing_id')
    .select(['favourite.person_id', 'listing.title', 'listing.code'])
    .where('favourite.listing_id', '=', listing)
    .execute();

/** Who saved an offer hears when its price falls by one per cent or more. */
export async function tellRepriced(db: Db, { listingId, from, to }: { listingId: number; from: number; to: number }): Promise<void> {
  if ((from - to) * 10_000 < from * priceDropBp) return;
  for (const { person_id, title, code } of await savers(db, listingId))
    await tell(
      { db },
      {
        event: 'favourite.price',
        to: { personId: person_id },
        params: { title, from: money(from), to: money(to) },
        key: `favourite.price:${code}:${to}:${person_id}`,
        page: '/dashboard/tenant/favourites',
      },
    );
}

export async function tellClosed(db: Db, { listingId, as }: { listingId: number; as: string }): Promise<void> {
  for (const { person_id, title, code } of await savers(db, listingId))
    await tell(
      { db },
      {
        event: 'favourite.taken',
        to: { personId: person_id },
        params: { title },
        key: `favourite.taken:${code}:${as}:${person_id}`,
        page: '/dashboard/tenant/favourites',
      },
    );
}

const due = sql<boolean>`(often = 'instant'
  or (often = 'daily' and last_run_at <= now() - interval '1 day')
  or (often = 'weekly' and last_run_at <= now() - interval '7 days'))`;

/**
 * Looks through the searches whose time has come and tells what was published since they last looked. Each in its own transaction,
 * and the message's key carries the newest offer's id: a run that is repeated tells nobody twice.
 */
export async function runSearches({ database: { db, reads }, env }: Pick<House, 'database' | 'env'>): Promise<number> {
  const newest = await db
    .selectFrom('listing')
    .select((eb) => eb.fn.max('published_at').as('at'))
    .where('status', '=', 'live')
    .executeTakeFirst();
  if (!newest?.at) return 0;
  const waiting = await db
    .selectFrom('saved_search')
    .select(['id'])
    .where('often', '<>', 'off')
    .where('last_run_at', '<', newest.at)
    .where(due)
    .orderBy('last_run_at')
    .limit(perRun)
    .execute();
  let told = 0;
  for (const { id } of waiting) told += await db.transaction().execute((tx) => runOne(tx, reads, id, env.appUrl));
  return told;
}

async function runOne(tx: Db, reads: pg.Pool, id: number, appUrl: string): Promise<number> {
  const search = await tx
    .selectFrom('saved_search')
    .selectAll()
    .where('id', '=', id)
    .where('often', '<>', 'off')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!search) return 0;
  const now = new Date();
  const { results } = await look(reads, search.query, most);
  const fresh = results.filter((card) => new Date(card.published_at) > search.last_run_at);
  await tx.updateTable('saved_search').set({ last_run_at: now }).where('id', '=', id).execute();
  const first = fresh[0];
  if (!first) return 0;
  await tell(
    { db: tx },
    {
      event: 'search.match',
      to: { personId: search.person_id },
      params: {
        name: search.name,
        count: fresh.length === most ? `${most}+` : String(fresh.length),
        title: first.title,
        place: first.place.name,
        price: money(first.price_cents),
        stop: `${appUrl}/saved_search/stop/${search.stop_key}`,
      },
      key: `search.match:${search.code}:${first.id}:${fresh.length}`,
      page: `${/(^|&)(bbox|area)=/.test(search.query) ? '/mapsearch' : '/listings'}?${search.query}`,
    },
  );
  return 1;
}
