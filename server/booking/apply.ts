import { sql } from 'kysely';
import type { bookingCalls } from '#contract/booking/calls.ts';
import { bookingDeadlines, maxDaysUntilStart, maxDaysUntilStartWhenAvailabilityUnknown } from '#contract/booking/kinds.ts';
import type { AlternativeUnit } from '#contract/booking/shapes.ts';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import { assertSharingConsent, grantApplicationAccess, saveApplicationVersion } from '#server/application/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import { asAddedScopedRow } from '#server/kernel/scoped-row.ts';
import { addPromotionUse, lockRunningPromotion } from '#server/promotion/service.ts';
import { readListingAvailableFrom } from '#server/stay/service.ts';
import { findOrCreateTenant } from '#server/tenant/service.ts';
import { m } from '#words/messages.js';
import { type BookableListing, readBookableListing, takePriceSnapshot } from './bill.ts';
import { isBookingForUnitsSql, lockBookedUnits, readBookedUnits } from './homes.ts';
import { formatBookingDay, notifyApplicant, notifyBookingManagers, readBookingNames } from './notify.ts';
import { type BookingRow, bookingNotFound, buildBookingLogFacts, openBookingStatuses } from './rows.ts';
import { addBookingLeadStep } from './steps.ts';

type Calls = typeof bookingCalls;
const why = 'the unit is listed publicly or was offered to the applicant';

/** Up to three other listings: first of the same property, then of the county, with the nearest price first. */
async function alternatives(ctx: Ctx, offer: BookableListing): Promise<AlternativeUnit[]> {
  const { rows } = await sql<Omit<AlternativeUnit, 'path'> & { id: number; slug: string; unit_id: number | null; unit_slug: string | null }>`
    /* unscoped: public listings are visible to all visitors */
    select l.id as listing_id, l.title, p.name as place, l.price_cents, l.price_period, p.id, p.slug, u.id as unit_id, u.slug as unit_slug
    from public_listing v join listing l on l.id = v.id join property p on p.id = l.property_id left join unit u on u.id = l.unit_id
    where l.listing_type = ${offer.listing_type} and l.id <> ${offer.id} and p.region is not distinct from ${offer.region}
    order by p.id = ${offer.property_id} desc, abs(l.price_cents - ${offer.price_cents}), l.id limit 3`.execute(ctx.db);
  return rows.map(({ id, slug, unit_id, unit_slug, ...row }) => ({ ...row, path: pathOf({ id, slug, unit_id, unit_slug }) }));
}
const pathOf = ({ id, slug, unit_id, unit_slug }: { id: number; slug: string; unit_id: number | null; unit_slug: string | null }): string =>
  unit_id === null || unit_slug === null
    ? linkTo('portal.property', 'default', { id, slug })
    : linkTo('portal.unit', 'default', { id, slug, unit_id, unit_slug });

const isLet = (offer: BookableListing): boolean => offer.listing_type !== listingTypes.buy;
/** Reserved or occupied homes have a waiting list; hidden or withdrawn ones have none. */
const mayWait = (offer: BookableListing, units: readonly { readonly status: string }[]): boolean =>
  isLet(offer) &&
  offer.property_status === 'verified' &&
  !offer.stalled &&
  offer.paused_by !== 'platform' &&
  units.every(({ status }) => ['vacant', 'ordered', 'occupied'].includes(status)) &&
  units.some(({ status }) => status !== 'vacant');

/** A listing whose units were deleted has no home that can be reserved. */
export const readUnitIdsOfListing = async (ctx: Pick<Ctx, 'db'>, { home_id, property_id, whole }: BookableListing): Promise<readonly number[]> =>
  home_id === null ? [] : readBookedUnits(ctx, { unit_id: home_id, property_id, whole });

const unitsOf = (ctx: Pick<Ctx, 'db'>, offer: BookableListing, ids: readonly number[]) =>
  unscopedTable(ctx.db, 'unit', why)
    .select()
    .select([
      'id',
      'code',
      'slug',
      'status',
      sql<string>`case when ${offer.whole}::boolean then app.whole_name(unit.property_id) else unit.name end`.as('name'),
    ])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();
const ownOpen = (ctx: Ctx, homes: readonly number[]) =>
  from(ctx, 'booking')
    .select(['id', 'code'])
    .where(isBookingForUnitsSql(homes))
    .where('person_id', '=', ctx.me.userId)
    .where('status', 'in', openBookingStatuses)
    .executeTakeFirst();

export async function quoteListing(ctx: Ctx, { listing_id }: HandlerInput<Calls['quoteListing']>): Promise<HandlerResult<Calls['quoteListing']>> {
  const offer = await readBookableListing(ctx, listing_id);
  // A listing that was never public cannot be booked.
  if (!offer || offer.home_id === null || offer.published_at === null || !isLet(offer)) throw bookingNotFound();
  const homes = await readUnitIdsOfListing(ctx, offer);
  const units = await unitsOf(ctx, offer, homes);
  const [unit] = units;
  if (!unit) throw bookingNotFound();
  const page = offer.whole ? { unit_id: null, unit_slug: null } : { unit_id: unit.id, unit_slug: unit.slug };
  return {
    listing: {
      id: offer.id,
      code: offer.code,
      title: offer.title,
      listing_type: offer.listing_type,
      path: pathOf({ id: offer.property_id, slug: offer.slug, ...page }),
    },
    property: { id: offer.property_id, code: offer.property_code, name: offer.property_name },
    unit: { id: unit.id, code: unit.code, name: unit.name },
    manager: offer.holder,
    bill: takePriceSnapshot(offer),
    free_from: await readListingAvailableFrom(ctx, offer.id),
    min_term_months: offer.min_term_months,
    offered: offer.shown,
    may_wait: !offer.shown && mayWait(offer, units),
    alternatives: offer.shown ? [] : await alternatives(ctx, offer),
    open: (await ownOpen(ctx, homes)) ?? null,
  };
}

export async function applyForListing(
  ctx: Ctx,
  { consents, listing_id, starts_on, term_months, message, waitlist, ...said }: HandlerInput<Calls['apply']>,
) {
  assertSharingConsent(consents);
  const me = requireSignedIn(ctx).userId;
  const first = await readBookableListing(ctx, listing_id);
  if (!first || first.home_id === null || first.published_at === null || !isLet(first)) throw bookingNotFound();
  const promotion = first.discounts.length > 0 ? await lockRunningPromotion(ctx, listing_id) : null;
  const application = await saveApplicationVersion(ctx, me, said, consents);
  const units = await lockBookedUnits(ctx, { unit_id: first.home_id, property_id: first.property_id, whole: first.whole });
  const homes = units.map(({ id }) => id);
  // The row is read again under the lock, so that a concurrent change is seen.
  const offer = (await readBookableListing(ctx, listing_id)) ?? first;
  const waits = !offer.shown && waitlist && mayWait(offer, units);
  if (!offer.shown && !waits)
    throw new Refusal('gone', m.booking_refusal_gone(), { alternatives: await alternatives(ctx, offer), may_wait: mayWait(offer, units) });
  const there = await ownOpen(ctx, homes);
  if (there) throw new Refusal('conflict', m.booking_refusal_twice({ code: there.code }), { booking: there });
  await checkDays(ctx, offer, starts_on, term_months, waits);
  const row = await createBooking(ctx, offer, {
    personId: me,
    unitId: first.home_id,
    applicationId: application.id,
    startsOn: starts_on,
    termMonths: term_months,
    occupants: said.people,
    message,
    stage: waits ? 'waitlist' : 'screening',
    bill: takePriceSnapshot(offer),
    bidId: null,
    promotionId: offer.discounts.length > 0 ? promotion : null,
  });
  if (row.promotion_id !== null) await addPromotionUse(ctx, row.promotion_id);
  const { home, company, name } = await readBookingNames(ctx, row);
  const date = formatBookingDay(row.decide_by ?? row.waitlist_until);
  await notifyApplicant(ctx, row, 'booking.created', { home, company, date });
  await notifyBookingManagers(ctx, row, 'booking.received', { home, name, date });
  return { id: row.id, code: row.code };
}

async function checkDays(ctx: Ctx, offer: BookableListing, startsOn: string, term: number, waits: boolean): Promise<void> {
  const from = waits ? clock.today() : await readListingAvailableFrom(ctx, offer.id);
  if (startsOn < from) throw invalidInputRefusal({ starts_on: m.booking_problem_start({ day: formatLongDate(from) }) });
  const last = addDays(from, waits ? maxDaysUntilStartWhenAvailabilityUnknown : maxDaysUntilStart);
  if (startsOn > last) throw invalidInputRefusal({ starts_on: m.booking_problem_far({ day: formatLongDate(last) }) });
  if (term < offer.min_term_months) throw invalidInputRefusal({ term_months: m.booking_problem_term({ count: offer.min_term_months }) });
}

export type NewBooking = {
  readonly personId: number;
  readonly unitId: number;
  readonly applicationId: number | null;
  readonly startsOn: string;
  readonly termMonths: number;
  readonly occupants: number;
  readonly message: string;
  readonly stage: 'screening' | 'waitlist' | 'info_requested';
  readonly bill: ReturnType<typeof takePriceSnapshot>;
  readonly bidId: number | null;
  /** The promotion that lowered the price, already reserved by the caller. */
  readonly promotionId: number | null;
};
/** The enquiry of the same person that led to the booking, if there was one. */
const enquiryBefore = (ctx: Ctx, offer: BookableListing, given: NewBooking) =>
  unscopedTable(ctx.db, 'lead', 'the enquiry of the same person about the same unit that led to the booking')
    .select()
    .select('id')
    .where('person_id', '=', given.personId)
    .where('property_id', '=', offer.property_id)
    .where((eb) => eb.or([eb('listing_id', '=', offer.id), eb('unit_id', '=', given.unitId)]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Creates a booking with its deadline, gives the companies access to the application, and records the person as a prospective tenant. */
export async function createBooking(ctx: Ctx, offer: BookableListing, given: NewBooking): Promise<BookingRow> {
  const person = await unscopedTable(ctx.db, 'person', 'the applicant’s own data')
    .select()
    .select(['name', 'phone', 'email'])
    .where('id', '=', given.personId)
    .executeTakeFirstOrThrow();
  const tenantId = await findOrCreateTenant(ctx, offer.company_id, { personId: given.personId, ...person });
  const agent = offer.contact_kind === 'agent' && offer.contact_company !== offer.company_id ? offer.contact_company : null;
  const lead = await enquiryBefore(ctx, offer, given);
  const now = clock.now();
  const { rank } = await unscopedTable(ctx.db, 'booking', 'counts the applicants for the same unit')
    .select()
    .select(sql<number>`coalesce(max(waitlist_rank), 0)::int + 1`.as('rank'))
    .where(isBookingForUnitsSql(await readUnitIdsOfListing(ctx, offer)))
    .executeTakeFirstOrThrow();
  const made = await add(ctx, 'booking')
    .values({
      company_id: offer.company_id,
      agent_company_id: agent,
      property_id: offer.property_id,
      unit_id: given.unitId,
      whole: offer.whole,
      listing_id: offer.id,
      lead_id: lead?.id ?? null,
      tenant_id: tenantId,
      person_id: given.personId,
      application_id: given.applicationId,
      bid_id: given.bidId,
      promotion_id: given.promotionId,
      stage: given.stage,
      starts_on: given.startsOn,
      term_months: given.termMonths,
      occupants: given.occupants,
      bill: JSON.stringify(given.bill),
      message: given.message,
      decide_by: given.stage === 'screening' ? computeEveningDeadline(now, bookingDeadlines.decide) : null,
      waitlist_until: given.stage === 'waitlist' ? computeEveningDeadline(now, bookingDeadlines.waitlistDays * 24) : null,
      waitlist_rank: rank,
    })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!made) throw new Refusal('conflict', m.booking_refusal_twice_code_unknown());
  const row = asAddedScopedRow('booking', made);
  if (given.applicationId !== null)
    await grantApplicationAccess(ctx, {
      applicationId: given.applicationId,
      bookingId: row.id,
      personId: given.personId,
      companies: [offer.company_id, ...(agent === null ? [] : [agent])],
    });
  await audit(ctx.db, ctx, { kind: 'add', document: 'booking', id: row.id, code: row.code, after: buildBookingLogFacts(row) });
  await publishEvent(ctx, 'tenant.facts', { tenantId });
  await addBookingLeadStep(ctx, row, 'booking.made');
  return row;
}
