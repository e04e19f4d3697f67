import { sql } from 'kysely';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { staleness } from '#contract/listing/kinds.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { eachDue } from '#server/jobs/each-due.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import type { House } from '#server/kernel/house.ts';
import { lookup } from '#server/kernel/lookups.ts';
import { change, everything, oneRow } from '#server/kernel/scoped.ts';
import { audience, notify, screenPage } from '#server/notification/service.ts';
import { confirmationKey } from './confirmation.ts';
import { answering, step } from './moves.ts';
import { holdAbove } from './plan.ts';
import { missingOf, readinessOf } from './ready.ts';
import type { ListingRow } from './rows.ts';
import { asOne, ofUnits, type Unit } from './whole.ts';

/**
 * A unit changed its status: what is let is closed, what merely waits is paused, and what the unit stopped comes back with it. Looks at
 * the unit as it is now, so that a repeated or late message does no harm.
 */
export const unitMoved = (db: Db, unitId: number) => eachOfUnit(db, unitId, follow);

/** Somebody who lives there leaves, or stays after all, or the next one holds it: what may be let ahead comes back, what may not waits. */
export const letAhead = (db: Db, unitId: number) =>
  eachOfUnit(db, unitId, async (ctx, listing, unit) => {
    if (listing.listing_type === listingTypes.buy) return;
    // A whole is free as soon as all of it can be let, ahead or now, and waits as soon as a part of it cannot.
    if (listing.unit_id === null && unit.status !== 'occupied') return follow(ctx, listing, unit);
    if (unit.status !== 'occupied') return;
    if (unit.let_from !== null) return follow(ctx, listing, { status: 'vacant', let_from: null });
    if (listing.status === 'live') await step(ctx, listing, { name: 'hold', actor: 'clock', reason: `unit_${unit.status}`, pausedBy: 'unit' });
  });

async function eachOfUnit(
  db: Db,
  unitId: number,
  work: (ctx: Ctx, listing: ListingRow, unit: Unit, bySheet: boolean) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await holdAbove({ db: tx }, sql`(select property_id from unit where id = ${unitId})`, []);
    const unit = await everything(tx, 'unit', 'the clock and the worker look after offers')
      .select()
      .select(['status', 'let_from'])
      // Who came here by a sheet, which tells nobody and may be taken back.
      .select(lookup('livedInBySheet')(sql.ref('unit.id')).as('by_sheet'))
      .where('id', '=', unitId)
      .executeTakeFirst();
    const listings = await everything(tx, 'listing', 'the clock and the worker look after offers')
      .select()
      .selectAll()
      .where(ofUnits([unitId]))
      .where('deleted_at', 'is', null)
      .where('status', 'in', ['live', 'paused'])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    for (const listing of listings)
      await work(
        atClock(tx),
        listing,
        listing.unit_id === null ? await asOne(tx, listing.property_id) : (unit ?? { status: 'stall', let_from: null }),
        unit?.by_sheet ?? false,
      );
  });
}

async function follow(ctx: Ctx, listing: ListingRow, { status: unit, let_from }: Unit, untold = false): Promise<void> {
  const reason = `unit_${unit}`;
  // A late message about moving in says nothing of who is let to after them.
  if (unit === 'occupied' && let_from !== null) return;
  if (unit === 'vacant') {
    if (listing.status !== 'paused' || listing.paused_by !== 'unit') return;
    if (missingOf(await readinessOf(ctx.db, listing.id)).length > 0) return;
    await step(ctx, listing, { name: 'wake', actor: 'clock', reason });
  } else if (unit === 'occupied' && listing.listing_type !== listingTypes.buy) {
    await step(ctx, listing, { name: 'close', actor: 'clock', reason, closedAs: 'let', untold });
  } else if (listing.status === 'live') {
    await step(ctx, listing, { name: 'hold', actor: 'clock', reason, pausedBy: 'unit' });
  }
}

/** The offers a job is to look at, each then in a transaction of its own. */
async function each(db: Db, due: ReturnType<typeof sql<boolean>>, work: (ctx: Ctx, listing: ListingRow) => Promise<void>): Promise<number> {
  const rows = await everything(db, 'listing', 'the clock and the worker look after offers')
    .select()
    .select('id')
    .where('status', '=', 'live')
    .where('deleted_at', 'is', null)
    .where(due)
    .orderBy('last_confirmed_at')
    .execute();
  return eachDue(db, rows, async (tx, { id }) => {
    await holdAbove({ db: tx }, sql`(select property_id from listing where id = ${id})`, [id]);
    const listing = await everything(tx, 'listing', 'the clock and the worker look after offers')
      .select()
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'live')
      .where(due)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (listing) await work(atClock(tx), listing);
  });
}

/** After thirty days without a word the contact is asked; a week after that question the offer is paused. */
export async function askAndPause(house: Pick<House, 'secret'>, db: Db): Promise<void> {
  const ask = sql<boolean>`last_confirmed_at <= app.now() - make_interval(days => ${staleness.askAfter}) and asked_at is null`;
  await each(db, ask, async (ctx, listing) => {
    const at = clock.now();
    await change(ctx, 'listing').set({ asked_at: at }).where('id', '=', listing.id).$call(oneRow);
    await notify(ctx, 'listing.still', { title: listing.title }, audience().people(await answering(ctx, listing)), {
      key: `${listing.id}:${at.getTime()}`,
      page: screenPage('listing.detail', { id: listing.id, code: listing.code }),
      link: linkTo('listing.still', 'default', { key: confirmationKey(house.secret, listing.id, at) }),
    });
  });
  const wait = staleness.pauseAfter - staleness.askAfter;
  const pause = sql<boolean>`last_confirmed_at <= app.now() - make_interval(days => ${staleness.pauseAfter}) and asked_at <= app.now() - make_interval(days => ${wait})`;
  await each(db, pause, async (ctx, listing) => {
    await step(ctx, listing, { name: 'hold', actor: 'clock', reason: 'unconfirmed', pausedBy: 'stale' });
    const to = audience().people(await answering(ctx, listing));
    await notify(ctx, 'listing.stale', { title: listing.title }, to, { key: `${listing.id}:${listing.revision}` });
  });
}

/** Adds the views that wait to their day and to their offer, each in one statement; those of a featured place to its booking. */
export const countViews = (db: Db) =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ listingId: number; n: number }>`
      /* all: the clock gathers views */ with gone as (delete from listing_view returning listing_id, day, featured),
      days as (
        insert into listing_day (listing_id, day, views) select listing_id, day, count(*) from gone group by listing_id, day order by 1, 2
        on conflict (listing_id, day) do update set views = listing_day.views + excluded.views
      ),
      held as (select id from listing where id in (select listing_id from gone) order by id for no key update),
      offers as (
        update listing set views = views + s.n from (select listing_id, count(*) as n from gone group by listing_id) s join held on held.id = s.listing_id
        where listing.id = held.id
      )
      select listing_id as "listingId", count(*)::int as n from gone where featured group by listing_id order by 1`.execute(tx);
    if (rows.length > 0) await happened(atClock(tx), 'listing.visited', { visits: rows });
  });

export const listingJobs = (house: House): readonly Job[] => [
  { name: 'listing.views', everyMinutes: 1, run: countViews },
  { name: 'listing.stale', everyMinutes: 60, run: (db) => askAndPause(house, db) },
];
