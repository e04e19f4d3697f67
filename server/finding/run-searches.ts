import { sql } from 'kysely';
import type pg from 'pg';
import qs from 'qs';
import { toCents } from '#contract/money/cents.ts';
import { linkTo } from '#contract/screens.ts';
import { SearchFilters } from '#contract/search/query.ts';
import type { ListingCard } from '#contract/search/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { notifyPerson } from '#server/notification/service.ts';
import { findListingsMatchingSearch } from '#server/search/service.ts';
import { buildPublicHomePath, formatWholeShillings } from './notify.ts';
import { combinePriceDropsByListing, type PriceDrop, readLatestPriceDrops } from './price-drops.ts';
import { previewSearch } from './searches.ts';

/** The number of searches per batch. */
const perRun = 500;
const most = 20;

const due = sql<boolean>`(often = 'instant'
  or (often = 'daily' and last_run_at <= app.now() - interval '1 day')
  or (often = 'weekly' and last_run_at <= app.now() - interval '7 days'))`;

/** No publication takes this long to commit, so a run looks back this far for listings an earlier one missed. */
const backMs = 10 * 60_000;

/**
 * Runs the searches that are due and notifies of new listings and price drops since their last run. Each search has its own transaction and stores
 * what was sent, so that a repeated run or one that looks back sends nothing twice.
 */
export async function runSavedSearches({ database: { db, reads }, env }: Pick<RunningServices, 'database' | 'env'>): Promise<number> {
  const newest = await unscopedTable(db, 'listing', 'the worker notifies the person who saved the listing')
    .select()
    .select((eb) => eb.fn.max('published_at').as('at'))
    .where('status', '=', 'live')
    .executeTakeFirst();
  const falls = await readLatestPriceDrops(db);
  const last = Math.max(newest?.at?.getTime() ?? 0, falls[0]?.at.getTime() ?? 0);
  if (last === 0) return 0;
  const until = new Date(last + backMs);
  let told = 0;
  for (let after = 0, more = true; more; ) {
    const waiting = await unscopedTable(db, 'saved_search', 'the worker notifies the person who saved the listing')
      .select()
      .select(['id'])
      .where('often', '<>', 'off')
      .where('id', '>', after)
      .where('last_run_at', '<', until)
      .where(due)
      .orderBy('id')
      .limit(perRun)
      .execute();
    for (const { id } of waiting) told += await db.transaction().execute((tx) => runOne(tx, { reads, falls, appUrl: env.appUrl }, id));
    after = waiting.at(-1)?.id ?? after;
    more = waiting.length === perRun;
  }
  return told;
}

type Search = { readonly id: number; readonly created_at: Date; readonly last_run_at: Date; readonly query: string };

/** The items this search has not sent yet; marks them as sent. A price drop counts separately; a new listing has none. */
async function untold<T extends { id: number }>(tx: Db, search: Search, news: readonly T[], priceOf: (one: T) => number): Promise<T[]> {
  if (news.length === 0) return [];
  const kept = await add({ db: tx }, 'saved_search_notified')
    .values(news.map((one) => ({ search_id: search.id, listing_id: one.id, price_cents: toCents(priceOf(one)) })))
    .onConflict((oc) => oc.doNothing())
    .returning('listing_id')
    .execute();
  return news.filter((one) => kept.some((row) => row.listing_id === one.id));
}

/** Listings published since the last run, and listings with a price drop since; both among the search's current matches. */
async function newsOf(tx: Db, { reads, falls }: Run, search: Search) {
  // Listings that were public when the search was saved are not new.
  const since = new Date(Math.max(search.created_at.getTime(), search.last_run_at.getTime() - backMs));
  await unscopedTable(tx, 'saved_search_notified', 'the worker notifies the person who saved the listing')
    .remove()
    .where('search_id', '=', search.id)
    .where('at', '<', new Date(search.last_run_at.getTime() - 2 * backMs))
    .execute();
  const { results } = await previewSearch(reads, search.query, most);
  const published = await untold(
    tx,
    search,
    results.filter((card) => new Date(card.published_at) > since),
    () => 0,
  );
  const lately = combinePriceDropsByListing(falls.filter(({ at }) => at > since)).filter(
    ({ listing_id }) => !published.some(({ id }) => id === listing_id),
  );
  const filters = SearchFilters.parse(qs.parse(search.query, { depth: 0, parameterLimit: 60 }));
  const found =
    lately.length === 0
      ? []
      : await findListingsMatchingSearch(
          reads,
          filters,
          lately.map((fall) => fall.listing_id),
        );
  const cheaper = found.flatMap((card) => lately.filter((fall) => fall.listing_id === card.id).map((fall) => ({ id: card.id, card, fall })));
  return { published, cheaper: await untold(tx, search, cheaper, ({ fall }) => fall.to) };
}

type Run = { readonly reads: pg.Pool; readonly falls: readonly PriceDrop[]; readonly appUrl: string };

async function runOne(tx: Db, run: Run, id: number): Promise<number> {
  const search = await unscopedTable(tx, 'saved_search', 'the worker notifies the person who saved the listing')
    .select()
    .selectAll()
    .where('id', '=', id)
    .where('often', '<>', 'off')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!search) return 0;
  const now = clock.now();
  const { published, cheaper } = await newsOf(tx, run, search);
  await unscopedTable(tx, 'saved_search', 'the worker notifies the person who saved the listing')
    .change()
    .set({ last_run_at: now })
    .where('id', '=', id)
    .execute();
  const about = (cards: readonly ListingCard[]) => ({
    to: { personId: search.person_id },
    secret: { params: { stop: `${run.appUrl}/saved_search/stop/${search.stop_key}` } },
    // A single home is opened directly; several are shown in their search, the newest first.
    page:
      cards.length === 1 && cards[0]
        ? buildPublicHomePath(cards[0])
        : `${/(^|&)(bbox|area)=/.test(search.query) ? '/mapsearch' : '/listings'}?${search.query}&sort=newest`,
  });
  const said = (first: ListingCard, count: number) => ({
    name: search.name,
    count: count === most ? `${most}+` : String(count),
    title: first.title,
    place: first.place.name,
    stop: `${run.appUrl}${linkTo('finding.searches', 'tenant')}`,
  });
  const [fresh] = published;
  if (fresh)
    await notifyPerson(
      { db: tx },
      {
        event: 'search.match',
        ...about(published),
        params: { ...said(fresh, published.length), price: formatWholeShillings(fresh.price_cents) },
        key: `search.match:${search.code}:${fresh.id}:${published.length}`,
      },
    );
  const [fall] = cheaper;
  if (fall)
    await notifyPerson(
      { db: tx },
      {
        event: 'search.price',
        ...about(cheaper.map(({ card }) => card)),
        params: { ...said(fall.card, cheaper.length), from: formatWholeShillings(fall.fall.from), to: formatWholeShillings(fall.fall.to) },
        key: `search.price:${search.code}:${fall.id}:${fall.fall.to}:${cheaper.length}`,
      },
    );
  return (fresh ? 1 : 0) + (fall ? 1 : 0);
}
