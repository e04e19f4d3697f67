import { quoteFeaturedBooking } from '#contract/featured/kinds.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { postFeaturedPurchase, recognizeEarnedDays } from '#server/featured/booking-ledger.ts';
import { asClock, type Db } from '#server/kernel/ctx.ts';
import type { UnscopedDb } from '#server/kernel/scoped.ts';
import { fillDealer } from './people/dealer.ts';
import { fillPartners } from './people/partners.ts';

const day = (n: number) => addDays(clock.today(), n);
const products = [
  { name: 'Home page strip', placement: 'home', county: null, day_cents: toCents(50_000), slots: 8, max_days: 30 },
  { name: 'Top of search, Nairobi', placement: 'search', county: '047', day_cents: toCents(35_000), slots: 4, max_days: 30 },
  { name: 'On the map, Mombasa', placement: 'map', county: '001', day_cents: toCents(20_000), slots: 3, max_days: 60 },
  { name: 'Agent page, end of year', placement: 'agent', county: null, day_cents: toCents(15_000), slots: 2, max_days: 14, approval: true },
] as const;
type Status = 'requested' | 'awaiting_payment' | 'running' | 'ended';
/** First and last day of each booking, in days from today. */
const bookings: readonly { status: Status; from: number; to: number; clicks: number; note: string; waived?: true }[] = [
  { status: 'running', from: -4, to: 9, clicks: 61, note: 'SKJ3X9QW1A' },
  { status: 'running', from: -2, to: 4, clicks: 38, note: 'SKJ5R2TB7C' },
  { status: 'running', from: -9, to: 2, clicks: 117, note: 'SKH8M4LP0E' },
  { status: 'running', from: 0, to: 6, clicks: 4, note: 'SKK1V6ND3G' },
  { status: 'running', from: -6, to: 14, clicks: 84, note: 'Equity slip 004417' },
  { status: 'running', from: -1, to: 5, clicks: 19, note: 'Partner week, agreed with the Coast office', waived: true },
  { status: 'awaiting_payment', from: 6, to: 12, clicks: 0, note: '' },
  { status: 'requested', from: 8, to: 17, clicks: 0, note: '' },
  { status: 'ended', from: -24, to: -11, clicks: 143, note: 'SKA7Y0CF5K' },
];

/** Adds the products and returns their ids. */
async function sell(db: UnscopedDb): Promise<number[]> {
  const onSale: number[] = [];
  for (const { county, ...product } of products) {
    const place =
      county === null
        ? null
        : await db.selectFrom('location').select('id').where('kind', '=', 'county').where('county', '=', county).executeTakeFirstOrThrow();
    const row = await db
      .insertInto('featured_product')
      .values({ ...product, location_id: place?.id ?? null })
      .returning('id')
      .executeTakeFirstOrThrow();
    onSale.push(row.id);
  }
  return onSale;
}

/** Adds four products and nine bookings; six of them run, so that the strip of the home page is full. */
export async function fillFeaturedBookings(db: UnscopedDb): Promise<void> {
  const onSale = await sell(db);
  const offers = await db
    .selectFrom('public_listing')
    .innerJoin('listing', 'listing.id', 'public_listing.id')
    .innerJoin('property', 'property.id', 'listing.property_id')
    .distinctOn('listing.property_id')
    .select(['listing.id', 'listing.property_id', 'property.company_id', 'property.created_by'])
    .where('listing.listing_type', '=', 0)
    .orderBy('listing.property_id')
    .orderBy('listing.id')
    .execute();
  for (const [at, { from, to, note, ...booking }] of bookings.entries()) {
    // Bookings use every fourth listing, because the first dozen properties all belong to the demo owner.
    const offer = offers[(at * 4) % offers.length];
    if (!offer) return;
    const begun = booking.status === 'running' || booking.status === 'ended';
    const { net, vat, total } = quoteFeaturedBooking(day(from), day(to), 50_000, clock.today());
    const paid = begun && !booking.waived ? ({ paid_by: 'hand', paid_cents: total } as const) : {};
    const made = await db
      .insertInto('featured_booking')
      .values({
        ...booking,
        ...paid,
        started_on: begun ? day(from) : null,
        ended_on: booking.status === 'ended' ? day(to) : null,
        impressions: booking.clicks * 21 + at * 3,
        vat_cents: vat,
        product_id: requiredId(onSale[0], 'a featured slot on sale'),
        listing_id: offer.id,
        company_id: offer.company_id,
        starts_on: day(from),
        ends_on: day(to),
        price_cents: net,
        payment_note: note,
        created_by: offer.created_by,
        created_at: new Date(clock.ms() + (Math.min(from, 0) - 3) * 86_400_000 + at * 600_000),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (made.paid_cents === 0) continue;
    const plain: Db = db;
    await plain.transaction().execute(async (tx) => {
      const ctx = asClock(tx, 'the demo');
      await postFeaturedPurchase(ctx, made, { by: 'bank' }, day(Math.min(from, 0)));
      await recognizeEarnedDays(ctx, made, day(-1));
    });
  }
  await fillPartners(db, requiredId(onSale[0], 'a featured slot on sale'));
  await fillDealer(db);
}
