import { sql } from 'kysely';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { listingConfirmationDays } from '#contract/listing/kinds.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { change, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { createNotificationAudience, notifyAudience, screenPagePath } from '#server/notification/service.ts';
import { makeConfirmationKey } from './confirmation.ts';
import { lockCompanyPropertyAndListings } from './plan-limit.ts';
import { listMissingReadinessItems, readListingReadiness } from './readiness.ts';
import type { ListingRow } from './rows.ts';
import { applyListingMove, readListingContacts } from './status-changes.ts';
import { listingsOfUnitsSql, readCombinedUnitState, type UnitAvailability } from './whole-property.ts';

/**
 * Handles a change of a unit's status: an occupied unit closes its listings, an unavailable one pauses them, and listings paused by the unit resume
 * with it. Reads the current status, so a repeated or late event does no harm.
 */
export const onUnitStatusChange = (db: Db, unitId: number) => eachOfUnit(db, unitId, applyUnitStatus);

/** Handles a change of the date from which an occupied unit may be let: listings that may be let ahead resume, the others pause. */
export const onUnitLetFromChange = (db: Db, unitId: number) =>
  eachOfUnit(db, unitId, async (ctx, listing, unit) => {
    if (listing.listing_type === listingTypes.buy) return;
    // A whole property is available when all of its units can be let, now or from a date, and is paused as soon as one cannot.
    if (listing.unit_id === null && unit.status !== 'occupied') return applyUnitStatus(ctx, listing, unit);
    if (unit.status !== 'occupied') return;
    if (unit.let_from !== null) return applyUnitStatus(ctx, listing, { status: 'vacant', let_from: null });
    if (listing.status === 'live')
      await applyListingMove(ctx, listing, { name: 'hold', actor: 'clock', reason: `unit_${unit.status}`, pausedBy: 'unit' });
  });

async function eachOfUnit(
  db: Db,
  unitId: number,
  work: (ctx: Ctx, listing: ListingRow, unit: UnitAvailability, bySheet: boolean) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockCompanyPropertyAndListings({ db: tx }, sql`(select property_id from unit where id = ${unitId})`, []);
    const unit = await unscopedTable(tx, 'unit', 'scheduled jobs and the worker maintain listings')
      .select()
      .select(['status', 'let_from'])
      // Whether the occupant came from a rent roll import, which sends no notifications and can be undone.
      .select(getLookup('livedInBySheet')(sql.ref('unit.id')).as('by_sheet'))
      .where('id', '=', unitId)
      .executeTakeFirst();
    const listings = await unscopedTable(tx, 'listing', 'scheduled jobs and the worker maintain listings')
      .select()
      .selectAll()
      .where(listingsOfUnitsSql([unitId]))
      .where('deleted_at', 'is', null)
      .where('status', 'in', ['live', 'paused'])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    for (const listing of listings)
      await work(
        asClock(tx),
        listing,
        listing.unit_id === null ? await readCombinedUnitState(tx, listing.property_id) : (unit ?? { status: 'stall', let_from: null }),
        unit?.by_sheet ?? false,
      );
  });
}

async function applyUnitStatus(ctx: Ctx, listing: ListingRow, { status: unit, let_from }: UnitAvailability, untold = false): Promise<void> {
  const reason = `unit_${unit}`;
  // A late event about an earlier move-in must not affect the next tenancy.
  if (unit === 'occupied' && let_from !== null) return;
  if (unit === 'vacant') {
    if (listing.status !== 'paused' || listing.paused_by !== 'unit') return;
    if (listMissingReadinessItems(await readListingReadiness(ctx.db, listing.id)).length > 0) return;
    await applyListingMove(ctx, listing, { name: 'wake', actor: 'clock', reason });
  } else if (unit === 'occupied' && listing.listing_type !== listingTypes.buy) {
    await applyListingMove(ctx, listing, { name: 'close', actor: 'clock', reason, closedAs: 'let', untold });
  } else if (listing.status === 'live') {
    await applyListingMove(ctx, listing, { name: 'hold', actor: 'clock', reason, pausedBy: 'unit' });
  }
}

/** The listings of a job, each in its own transaction. */
async function each(db: Db, due: ReturnType<typeof sql<boolean>>, work: (ctx: Ctx, listing: ListingRow) => Promise<void>): Promise<number> {
  const rows = await unscopedTable(db, 'listing', 'scheduled jobs and the worker maintain listings')
    .select()
    .select('id')
    .where('status', '=', 'live')
    .where('deleted_at', 'is', null)
    .where(due)
    .orderBy('last_confirmed_at')
    .execute();
  return processDueRows(db, rows, async (tx, { id }) => {
    await lockCompanyPropertyAndListings({ db: tx }, sql`(select property_id from listing where id = ${id})`, [id]);
    const listing = await unscopedTable(tx, 'listing', 'scheduled jobs and the worker maintain listings')
      .select()
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'live')
      .where(due)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (listing) await work(asClock(tx), listing);
  });
}

/** Asks the contact after thirty days without a confirmation, and pauses the listing a week after that question. */
export async function requestListingConfirmations(services: Pick<RunningServices, 'secret'>, db: Db): Promise<void> {
  const ask = sql<boolean>`last_confirmed_at <= app.now() - make_interval(days => ${listingConfirmationDays.askAfter}) and asked_at is null`;
  await each(db, ask, async (ctx, listing) => {
    const at = clock.now();
    await change(ctx, 'listing').set({ asked_at: at }).where('id', '=', listing.id).$call(oneRow);
    await notifyAudience(
      ctx,
      'listing.still',
      { title: listing.title },
      createNotificationAudience().people(await readListingContacts(ctx, listing)),
      {
        key: `${listing.id}:${at.getTime()}`,
        page: screenPagePath('listing.detail', { id: listing.id, code: listing.code }),
        link: linkTo('listing.still', 'default', { key: makeConfirmationKey(services.secret, listing.id, at) }),
      },
    );
  });
  const wait = listingConfirmationDays.pauseAfter - listingConfirmationDays.askAfter;
  const pause = sql<boolean>`last_confirmed_at <= app.now() - make_interval(days => ${listingConfirmationDays.pauseAfter}) and asked_at <= app.now() - make_interval(days => ${wait})`;
  await each(db, pause, async (ctx, listing) => {
    await applyListingMove(ctx, listing, { name: 'hold', actor: 'clock', reason: 'unconfirmed', pausedBy: 'stale' });
    const to = createNotificationAudience().people(await readListingContacts(ctx, listing));
    await notifyAudience(ctx, 'listing.stale', { title: listing.title }, to, { key: `${listing.id}:${listing.revision}` });
  });
}

/** Adds pending views to their day and listing, with one statement each. Views of a featured slot are added to its booking. */
export const aggregateListingViews = (db: Db) =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ listingId: number; n: number }>`
      /* unscoped: scheduled job aggregates views */ with gone as (delete from listing_view returning listing_id, day, featured),
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
    if (rows.length > 0) await publishEvent(asClock(tx), 'listing.visited', { visits: rows });
  });

export const listingJobs = (services: RunningServices): readonly ScheduledJob[] => [
  { name: 'listing.views', everyMinutes: 1, run: aggregateListingViews },
  { name: 'listing.stale', everyMinutes: 60, run: (db) => requestListingConfirmations(services, db) },
];
