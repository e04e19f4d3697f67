import { sql } from 'kysely';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import type { TourReason } from '#contract/tour/reasons.ts';
import { asClock, asUnscoped, type Ctx } from '#server/kernel/ctx.ts';
import type { LockOutHandler } from '#server/kernel/personal-data.ts';
import type { EventHandlers } from '#server/kernel/publish.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { parentOf, systemRows } from '#server/kernel/scoped-row.ts';
import { listHeadsOfPropertyOwner } from '#server/people/service.ts';
import { isPropertyHandedToCompany } from '#server/property/service.ts';
import { lockHost, readTourHome } from './host.ts';
import type { TourRow } from './rows.ts';
import { endTour, moveTour } from './tour-steps.ts';

const why = 'tours follow events of their units';
const paused: TourReason = 'the platform paused what was to be seen';
const closed: TourReason = 'the home is no longer offered';
const openTours = (ctx: Pick<Ctx, 'db'>) =>
  systemRows(ctx.db, 'tour', why)
    .selectAll()
    .where('status', 'in', ['requested', 'confirmed'])
    .where('ends_at', '>', clock.now())
    .orderBy('id')
    .forNoKeyUpdate();

/** Tours of this unit, or of the whole listing it is part of. */
const withUnit = (
  unitId: number,
) => sql<boolean>`(tour.unit_id = ${unitId} or exists (select 1 from listing l join unit u on u.property_id = l.property_id
  where l.id = tour.listing_id and l.unit_id is null and l.listing_type <> ${listingTypes.buy} and u.id = ${unitId}))`;

async function cancelAll(asker: Ctx, tours: readonly TourRow[], reason: TourReason): Promise<void> {
  const ctx = asUnscoped(asker, why);
  for (const tour of tours) await endTour(ctx, tour, 'cancel', 'clock', reason);
}

/** Whether the host of a home is free at that time. */
async function isFree(ctx: Pick<Ctx, 'db'>, hostId: number, tour: TourRow): Promise<boolean> {
  const busy = await unscopedTable(ctx.db, 'viewing', why)
    .select()
    .select('id')
    .where('host_id', '=', hostId)
    .where('closed_at', 'is', null)
    .where(sql<boolean>`during && tstzrange(${tour.starts_at}, ${tour.ends_at})`)
    .executeTakeFirst();
  return busy === undefined;
}

/** The first available host. Their hours are locked, so the time cannot be taken by another tour. */
async function firstFree<P extends { readonly id: number }>(ctx: Pick<Ctx, 'db'>, tour: TourRow, people: readonly P[]): Promise<P | null> {
  for (const one of people) {
    if (one.id === tour.host_id) continue;
    await lockHost(ctx, one.id);
    if (await isFree(ctx, one.id, tour)) return one;
  }
  return null;
}

/** Hands the tour over to people of the owner company; if they are busy at the time, the tour is cancelled and the visitor is notified. */
async function rehost(asker: Ctx, tour: TourRow, reason: TourReason): Promise<void> {
  const ctx = asUnscoped(asker, why);
  const home = await readTourHome(ctx, tour.listing_id, false);
  const heads = home ? await listHeadsOfPropertyOwner(ctx.db, home.property_id) : [];
  const holder = await firstFree(ctx, tour, heads);
  if (!home || !holder) return cancelAll(ctx, [tour], reason);
  const { mode } = await parentOf(ctx.db, tour, 'viewing_id', 'viewing').select('mode').executeTakeFirstOrThrow();
  const slot = { from: tour.starts_at.getTime(), to: tour.ends_at.getTime(), viewingId: null, left: 1 };
  await moveTour(ctx, tour, home, { person_id: holder.id, company_id: home.company_id }, slot, mode);
}

/** Hands over the tours of a host who was restricted or has left to people of the owner company. */
export const replaceHost: LockOutHandler = async (db, personId) => {
  const ctx = asClock(db, why);
  for (const tour of await openTours(ctx).where('host_id', '=', personId).execute()) await rehost(ctx, tour, 'the host no longer shows the home');
};

export const tourEventHandlers: EventHandlers = {
  'listing.frozen': async (ctx, { listingId }) => cancelAll(ctx, await openTours(ctx).where('listing_id', '=', listingId).execute(), paused),
  /** Cancels the tours of a home that was let, sold or withdrawn. */
  'listing.closed': async (ctx, { listingId }) => cancelAll(ctx, await openTours(ctx).where('listing_id', '=', listingId).execute(), closed),
  'unit.frozen': async (ctx, { unitId }) => cancelAll(ctx, await openTours(ctx).where(withUnit(unitId)).execute(), paused),
  'property.frozen': async (ctx, { propertyId }) => cancelAll(ctx, await openTours(ctx).where('property_id', '=', propertyId).execute(), paused),
  /** Hands tours over to the buyer once the home has been transferred to the buyer's company. */
  'property.sold': async (ctx, { propertyId, toCompany }) => {
    if (toCompany === null || !(await isPropertyHandedToCompany(ctx.db, propertyId, toCompany))) return;
    const tours = await openTours(ctx).where('property_id', '=', propertyId).where('company_id', '<>', toCompany).execute();
    for (const tour of tours) await rehost(ctx, tour, 'the host no longer shows the home');
  },
  'mandate.ended': async (ctx, { agentCompanyId, propertyIds }) => {
    if (propertyIds.length === 0) return;
    const tours = await openTours(ctx).where('agent_company_id', '=', agentCompanyId).where('property_id', 'in', propertyIds).execute();
    for (const tour of tours) await rehost(ctx, tour, 'the agent no longer shows the property');
  },
};
