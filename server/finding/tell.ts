import { sql } from 'kysely';
import type pg from 'pg';
import { priceDropBp } from '#contract/finding/kinds.ts';
import { href } from '#contract/kernel/screen.ts';
import { wholeShillings } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import { portalPublic } from '#contract/portal/public.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { tell } from '#server/notification/service.ts';
import { look } from './searches.ts';

const money = (cents: number): string => kesPlain(wholeShillings(cents));
/** So many searches are fetched at a time. */
const perRun = 500;
const most = 20;

const savers = (db: Db, listing: number) =>
  everything(db, 'favourite', 'whoever saved it is told by the worker')
    .select()
    .innerJoin('listing', 'listing.id', 'favourite.listing_id')
    .select(['favourite.person_id', 'listing.title', 'listing.code'])
    .where('favourite.listing_id', '=', listing)
    .execute();

type Home = { readonly property: { id: number; slug: string }; readonly unit: { id: number; slug: string } | null };
const homeOf = ({ property: { id, slug }, unit }: Home): string =>
  unit ? href(portalPublic.unit, { id, slug, unit_id: unit.id, unit_slug: unit.slug }) : href(portalPublic.property, { id, slug });

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
  or (often = 'daily' and last_run_at <= app.now() - interval '1 day')
  or (often = 'weekly' and last_run_at <= app.now() - interval '7 days'))`;

/** No publication takes this long to commit: what a run may have looked past is looked for again for so long. */
const backMs = 10 * 60_000;

/**
 * Looks through the searches whose time has come and tells what was published since they last looked. Each in its own transaction,
 * and what was told is kept beside the search: a run that is repeated, or that looks back, tells nobody twice.
 */
export async function runSearches({ database: { db, reads }, env }: Pick<House, 'database' | 'env'>): Promise<number> {
  const newest = await everything(db, 'listing', 'whoever saved it is told by the worker')
    .select()
    .select((eb) => eb.fn.max('published_at').as('at'))
    .where('status', '=', 'live')
    .executeTakeFirst();
  if (!newest?.at) return 0;
  const until = new Date(newest.at.getTime() + backMs);
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
    for (const { id } of waiting) told += await db.transaction().execute((tx) => runOne(tx, reads, id, env.appUrl));
    after = waiting.at(-1)?.id ?? 0;
    more = waiting.length === perRun;
  }
  return told;
}

type Search = { readonly id: number; readonly created_at: Date; readonly last_run_at: Date };

/** Those published since the last run, or just before it, of which this search has not told; remembered as told from now on. */
async function untold<T extends { id: number; published_at: string }>(tx: Db, search: Search, cards: readonly T[]): Promise<T[]> {
  // What was on show when the search was saved is no news.
  const since = new Date(Math.max(search.created_at.getTime(), search.last_run_at.getTime() - backMs));
  const recent = cards.filter((card) => new Date(card.published_at) > since);
  await everything(tx, 'saved_search_notified', 'whoever saved it is told by the worker')
    .remove()
    .where('search_id', '=', search.id)
    .where('at', '<', new Date(search.last_run_at.getTime() - 2 * backMs))
    .execute();
  if (recent.length === 0) return [];
  const kept = await add({ db: tx }, 'saved_search_notified')
    .values(recent.map((card) => ({ search_id: search.id, listing_id: card.id })))
    .onConflict((oc) => oc.doNothing())
    .returning('listing_id')
    .execute();
  return recent.filter((card) => kept.some((row) => row.listing_id === card.id));
}

async function runOne(tx: Db, reads: pg.Pool, id: number, appUrl: string): Promise<number> {
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
  const { results } = await look(reads, search.query, most);
  const fresh = await untold(tx, search, results);
  await everything(tx, 'saved_search', 'whoever saved it is told by the worker').change().set({ last_run_at: now }).where('id', '=', id).execute();
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
        stop: `${appUrl}${linkTo('finding.searches', 'tenant')}`,
      },
      secret: { params: { stop: `${appUrl}/saved_search/stop/${search.stop_key}` } },
      key: `search.match:${search.code}:${first.id}:${fresh.length}`,
      // One home is opened itself; several stand in the search that found them, the newest first.
      page: fresh.length === 1 ? homeOf(first) : `${/(^|&)(bbox|area)=/.test(search.query) ? '/mapsearch' : '/listings'}?${search.query}&sort=newest`,
    },
  );
  return 1;
}
