import { sql } from 'kysely';
import type pg from 'pg';
import qs from 'qs';
import { cents } from '#contract/money/cents.ts';
import { linkTo } from '#contract/screens.ts';
import { SearchFilters } from '#contract/search/query.ts';
import type { Card } from '#contract/search/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { tell } from '#server/notification/service.ts';
import { among } from '#server/search/service.ts';
import { type Fall, latestFalls, oneEach } from './falls.ts';
import { look } from './searches.ts';
import { homeOf, money } from './tell.ts';

/** So many searches are fetched at a time. */
const perRun = 500;
const most = 20;

const due = sql<boolean>`(often = 'instant'
  or (often = 'daily' and last_run_at <= app.now() - interval '1 day')
  or (often = 'weekly' and last_run_at <= app.now() - interval '7 days'))`;

/** No publication takes this long to commit: what a run may have looked past is looked for again for so long. */
const backMs = 10 * 60_000;

/**
 * Looks through the searches whose time has come and tells what was published, and what fell in price, since they last looked. Each in its own transaction,
 * and what was told is kept beside the search: a run that is repeated, or that looks back, tells nobody twice.
 */
export async function runSearches({ database: { db, reads }, env }: Pick<House, 'database' | 'env'>): Promise<number> {
  const newest = await everything(db, 'listing', 'whoever saved it is told by the worker')
    .select()
    .select((eb) => eb.fn.max('published_at').as('at'))
    .where('status', '=', 'live')
    .executeTakeFirst();
  const falls = await latestFalls(db);
  const last = Math.max(newest?.at?.getTime() ?? 0, falls[0]?.at.getTime() ?? 0);
  if (last === 0) return 0;
  const until = new Date(last + backMs);
  let told = 0;
  for (let after = 0, more = true; more; ) {
    const waiting = await everything(db, 'saved_search', 'whoever saved it is told by the worker')
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

/** Of these, what this search has not told of yet; remembered as told from now on. A price is news of its own, what is new has none. */
async function untold<T extends { id: number }>(tx: Db, search: Search, news: readonly T[], priceOf: (one: T) => number): Promise<T[]> {
  if (news.length === 0) return [];
  const kept = await add({ db: tx }, 'saved_search_notified')
    .values(news.map((one) => ({ search_id: search.id, listing_id: one.id, price_cents: cents(priceOf(one)) })))
    .onConflict((oc) => oc.doNothing())
    .returning('listing_id')
    .execute();
  return news.filter((one) => kept.some((row) => row.listing_id === one.id));
}

/** Those published since, and those whose price fell since: both of what the search finds now. */
async function newsOf(tx: Db, { reads, falls }: Run, search: Search) {
  // What was on show when the search was saved is no news.
  const since = new Date(Math.max(search.created_at.getTime(), search.last_run_at.getTime() - backMs));
  await everything(tx, 'saved_search_notified', 'whoever saved it is told by the worker')
    .remove()
    .where('search_id', '=', search.id)
    .where('at', '<', new Date(search.last_run_at.getTime() - 2 * backMs))
    .execute();
  const { results } = await look(reads, search.query, most);
  const published = await untold(
    tx,
    search,
    results.filter((card) => new Date(card.published_at) > since),
    () => 0,
  );
  const lately = oneEach(falls.filter(({ at }) => at > since)).filter(({ listing_id }) => !published.some(({ id }) => id === listing_id));
  const filters = SearchFilters.parse(qs.parse(search.query, { depth: 0, parameterLimit: 60 }));
  const found =
    lately.length === 0
      ? []
      : await among(
          reads,
          filters,
          lately.map((fall) => fall.listing_id),
        );
  const cheaper = found.flatMap((card) => lately.filter((fall) => fall.listing_id === card.id).map((fall) => ({ id: card.id, card, fall })));
  return { published, cheaper: await untold(tx, search, cheaper, ({ fall }) => fall.to) };
}

type Run = { readonly reads: pg.Pool; readonly falls: readonly Fall[]; readonly appUrl: string };

async function runOne(tx: Db, run: Run, id: number): Promise<number> {
  const search = await everything(tx, 'saved_search', 'whoever saved it is told by the worker')
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
  await everything(tx, 'saved_search', 'whoever saved it is told by the worker').change().set({ last_run_at: now }).where('id', '=', id).execute();
  const about = (cards: readonly Card[]) => ({
    to: { personId: search.person_id },
    secret: { params: { stop: `${run.appUrl}/saved_search/stop/${search.stop_key}` } },
    // One home is opened itself; several stand in the search that found them, the newest first.
    page:
      cards.length === 1 && cards[0]
        ? homeOf(cards[0])
        : `${/(^|&)(bbox|area)=/.test(search.query) ? '/mapsearch' : '/listings'}?${search.query}&sort=newest`,
  });
  const said = (first: Card, count: number) => ({
    name: search.name,
    count: count === most ? `${most}+` : String(count),
    title: first.title,
    place: first.place.name,
    stop: `${run.appUrl}${linkTo('finding.searches', 'tenant')}`,
  });
  const [fresh] = published;
  if (fresh)
    await tell(
      { db: tx },
      {
        event: 'search.match',
        ...about(published),
        params: { ...said(fresh, published.length), price: money(fresh.price_cents) },
        key: `search.match:${search.code}:${fresh.id}:${published.length}`,
      },
    );
  const [fall] = cheaper;
  if (fall)
    await tell(
      { db: tx },
      {
        event: 'search.price',
        ...about(cheaper.map(({ card }) => card)),
        params: { ...said(fall.card, cheaper.length), from: money(fall.fall.from), to: money(fall.fall.to) },
        key: `search.price:${search.code}:${fall.id}:${fall.fall.to}:${cheaper.length}`,
      },
    );
  return (fresh ? 1 : 0) + (fall ? 1 : 0);
}
