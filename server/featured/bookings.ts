import { sql } from 'kysely';
import type { FeaturedDetails, featuredCalls } from '#contract/featured/calls.ts';
import { maxFeaturedDaysAhead, quoteFeaturedBooking, slotReservationMinutes, slotReservationMinutesAfterApproval } from '#contract/featured/kinds.ts';
import { featuredMachine } from '#contract/featured/machine.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, countDaysInclusive } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { add, change, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import { containsTextSql, countTabs, orderByColumn, readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import {
  computeFeaturedBookingTotal,
  creditUnusedDays,
  lockFeaturedBooking,
  postFeaturedPurchase,
  startFeaturedBooking,
  updateFeaturedBooking,
} from './booking-ledger.ts';
import { notifyFeaturedBooker } from './notify.ts';
import { featuredNotFound } from './products.ts';
import { featuredBookingColumns, featuredDetailsColumns, selectVisibleFeaturedBookings, toFeaturedDetails, toFeaturedSummary } from './rows.ts';
import { countSlotsTakenByDay, occupiesSlotSql } from './slot-availability.ts';

type Calls = typeof featuredCalls;

export function filterFeaturedBookings(ctx: Ctx, f: NonNullable<HandlerInput<Calls['list']>['z_filter']>) {
  let found = selectVisibleFeaturedBookings(ctx);
  if (f.status) found = found.where('featured_booking.status', '=', f.status);
  if (f.company_id) found = found.where('featured_booking.company_id', '=', f.company_id);
  if (f.region) found = found.where('property.region', '=', f.region);
  if (f.placement) found = found.where('featured_product.placement', '=', f.placement);
  // The filter uses the days of display, not the day of the request.
  if (f.day_from) found = found.where(sql<boolean>`coalesce(featured_booking.ended_on, featured_booking.ends_on) >= ${f.day_from}::date`);
  if (f.day_to) found = found.where('featured_booking.starts_on', '<=', f.day_to);
  const { q: text } = f;
  if (text)
    found = found.where((eb) =>
      eb.or([
        containsTextSql('featured_booking.code', text),
        containsTextSql('listing.title', text),
        containsTextSql('property.name', text),
        containsTextSql('company.name', text),
      ]),
    );
  return found;
}

export async function listFeaturedBookings(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const { rows, count } = await readPage(filterFeaturedBookings(ctx, z_filter), { page, page_size }, (q) =>
    q
      .select([...featuredBookingColumns])
      .orderBy(orderByColumn(sort.replace(/^(-?)/, '$1featured_booking.')))
      .orderBy('featured_booking.id', 'desc'),
  );
  const counts = await countTabs(tabs, () => filterFeaturedBookings(ctx, { ...z_filter, status: undefined }), sql`featured_booking.status`);
  return { count, results: await withCompanyHeads(ctx, rows.map(toFeaturedSummary)), ...counts };
}

export async function getFeaturedBooking(ctx: Ctx, id: number): Promise<FeaturedDetails> {
  const row = await selectVisibleFeaturedBookings(ctx)
    .select([...featuredBookingColumns, ...featuredDetailsColumns])
    .where('featured_booking.id', '=', id)
    .executeTakeFirst();
  if (!row) throw featuredNotFound();
  return toFeaturedDetails(ctx, row);
}
export const readFeaturedDetails = (ctx: Ctx, { id }: HandlerInput<Calls['details']>) => getFeaturedBooking(ctx, id);

/** Public listings the caller can see and feature. For an owner's listings the mandate must allow it. */
const featurable = (ctx: Ctx) =>
  from(ctx, 'listing')
    .innerJoin('public_listing', 'public_listing.id', 'listing.id')
    .innerJoin('property', 'property.id', 'listing.property_id')
    .innerJoin('location_path as w', 'w.id', 'property.location_id')
    .where(mayChange('property', ctx.me, 'featured_properties.create'));
/** Whether the area of a product contains the location of the listing. */
const within = sql<boolean>`(p.location_id is null or p.location_id in (w.id, w.county_id, w.sub_county_id, w.ward_id, w.estate_id))`;
const fitting = sql<number[]>`array(select p.id from featured_product p where p.deleted_at is null and p.active and ${within} order by p.id)`;

export async function listFeaturableListings(ctx: Ctx): Promise<HandlerResult<Calls['choices']>> {
  const rows = await featurable(ctx)
    .select(['listing.id', 'listing.title', 'property.name as property', fitting.as('products')])
    .orderBy('property.name')
    .orderBy('listing.title')
    .orderBy('listing.id')
    .limit(1000)
    .execute();
  return { results: rows.map((row) => ({ ...row, products: row.products.map(Number) })) };
}

type Booking = HandlerInput<Calls['create']>;

/** Locks the product: another booking of it waits until this one is stored or rejected. */
async function lockProduct(ctx: Ctx, id: number) {
  const row = await from(ctx, 'featured_product')
    .select(['id', 'name', 'day_cents', 'slots', 'max_days', 'active', 'approval'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw featuredNotFound();
  if (!row.active) throw invalidInputRefusal({ product_id: m.featured_problem_not_on_sale() });
  return row;
}

function checkDays({ starts_on, ends_on }: Booking, most: number): void {
  const today = clock.today();
  if (starts_on < today) throw invalidInputRefusal({ starts_on: m.featured_problem_passed() });
  if (ends_on < starts_on) throw invalidInputRefusal({ ends_on: m.featured_problem_last_day() });
  if (ends_on > addDays(today, maxFeaturedDaysAhead))
    throw invalidInputRefusal({ ends_on: m.featured_problem_ahead({ days: maxFeaturedDaysAhead }) });
  if (countDaysInclusive(starts_on, ends_on) > most) throw invalidInputRefusal({ ends_on: m.featured_problem_long({ most }) });
}

export async function createFeaturedBooking(ctx: Ctx, given: Booking): Promise<FeaturedDetails> {
  const { product_id, listing_id, starts_on, ends_on, total_cents: seen } = given;
  const product = await lockProduct(ctx, product_id);
  checkDays(given, product.max_days);
  const offer = await featurable(ctx)
    .select(['listing.id', 'property.company_id', fitting.as('products')])
    .where('listing.id', '=', listing_id)
    .executeTakeFirst();
  if (!offer) throw featuredNotFound();
  if (!offer.products.map(Number).includes(product_id)) throw invalidInputRefusal({ product_id: m.featured_problem_area() });
  const { net: price_cents, vat: vat_cents, total } = quoteFeaturedBooking(starts_on, ends_on, product.day_cents, clock.today());
  if (seen !== undefined && seen !== total) throw new Refusal('conflict', m.featured_refusal_price());
  await checkFree(ctx, given, product.slots);
  const row = await add(ctx, 'featured_booking')
    // An agent who books for an owner pays for it; the platform books for the holder of the property.
    .values({
      product_id,
      listing_id,
      starts_on,
      ends_on,
      price_cents,
      vat_cents,
      company_id: ctx.me.companyId ?? offer.company_id,
      created_by: ctx.me.userId,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  if (!product.approval)
    await offerToPay(ctx, row.id, total, ctx.me.companyId === null ? slotReservationMinutesAfterApproval : slotReservationMinutes);
  const after = { status: product.approval ? 'requested' : 'awaiting_payment', product: product.name, listing_id, starts_on, ends_on, price_cents };
  await audit(ctx.db, ctx, { kind: 'add', document: 'featured_properties', id: row.id, code: row.code, after });
  return getFeaturedBooking(ctx, row.id);
}

/** Reserves the days until payment. A booking that costs nothing is paid immediately. */
async function offerToPay(ctx: Ctx, id: number, total: number, minutes: number): Promise<void> {
  await makeMove(ctx, featuredMachine, 'approve', id, null, 'clock');
  await updateFeaturedBooking(ctx.db, id, { hold_until: new Date(clock.ms() + minutes * 60_000) });
  if (total > 0) return;
  await makeMove(ctx, featuredMachine, 'pay', id, null, 'clock');
  await updateFeaturedBooking(ctx.db, id, { waived: true, hold_until: null });
  await startFeaturedBooking(ctx, await lockFeaturedBooking(ctx.db, id));
}

async function checkFree(ctx: Ctx, { product_id, listing_id, starts_on, ends_on }: Booking, slots: number): Promise<void> {
  const full = (await countSlotsTakenByDay(ctx.db, product_id, starts_on, ends_on)).find((one) => one.taken >= slots);
  if (full) throw new Refusal('conflict', m.featured_refusal_full({ day: full.day }), { day: full.day });
  const twice = await unscopedTable(ctx.db, 'featured_booking', 'a slot is taken regardless of the company that booked it')
    .select('b')
    .select('code')
    .where('product_id', '=', product_id)
    .where('listing_id', '=', listing_id)
    .where(sql<boolean>`${occupiesSlotSql}`)
    .where(sql<boolean>`starts_on <= ${ends_on}::date and ends_on >= ${starts_on}::date`)
    .executeTakeFirst();
  if (twice) throw new Refusal('conflict', m.featured_refusal_twice({ code: twice.code }));
}

type Noted = { readonly payment_note?: string; readonly waived?: boolean; readonly status_reason?: string };
const note = (ctx: Ctx, id: number, noted: Noted) =>
  change(ctx, 'featured_booking')
    .set({ ...noted, updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);

export async function moveFeaturedBooking(ctx: Ctx, { id, move: name, reason }: HandlerInput<Calls['move']>): Promise<FeaturedDetails> {
  const before = await getFeaturedBooking(ctx, id);
  // The company reads the reason later, so it is required.
  if (name === 'stop' && reason === '') throw invalidInputRefusal({ reason: sentence('requiredParameter') });
  await makeMove(ctx, featuredMachine, name, id, reason || null);
  await note(ctx, id, { status_reason: reason });
  if (name === 'approve')
    await updateFeaturedBooking(ctx.db, id, { hold_until: new Date(clock.ms() + slotReservationMinutesAfterApproval * 60_000) });
  if (before.status === 'running') {
    await updateFeaturedBooking(ctx.db, id, { ended_on: clock.today() });
    await notifyFeaturedBooker(ctx, id, 'featured.ended');
  }
  if (name !== 'approve') await creditUnusedDays(ctx, id);
  const after = await getFeaturedBooking(ctx, id);
  const change = { before: { status: before.status }, after: { status: after.status }, ...(reason ? { reason } : {}) };
  await audit(ctx.db, ctx, { kind: 'edit', document: 'featured_properties', id, code: before.code, ...change });
  return after;
}

/** Marks a booking as paid to the platform's bank, with its reference, or as waived. Only the managers of featured slots may do it. */
export async function recordFeaturedPayment(ctx: Ctx, { id, waived, note: payment_note }: HandlerInput<Calls['pay']>): Promise<FeaturedDetails> {
  const before = await getFeaturedBooking(ctx, id);
  const row = await lockFeaturedBooking(ctx.db, id);
  await makeMove(ctx, featuredMachine, 'pay', id, payment_note);
  await note(ctx, id, { payment_note, waived });
  await updateFeaturedBooking(ctx.db, id, { hold_until: null, ...(waived ? {} : { paid_by: 'hand', paid_cents: computeFeaturedBookingTotal(row) }) });
  await startFeaturedBooking(ctx, row);
  if (!waived) await postFeaturedPurchase(ctx, row, { by: 'bank' });
  const after = await getFeaturedBooking(ctx, id);
  if (after.status === 'running') await notifyFeaturedBooker(ctx, id, 'featured.started');
  const change = { before: { status: before.status }, after: { status: after.status, waived, payment_note } };
  await audit(ctx.db, ctx, { kind: 'edit', document: 'featured_properties', id, code: before.code, ...change });
  return after;
}
