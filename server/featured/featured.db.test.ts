import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import { aggregateListingViews } from '#server/listing/scheduled-jobs.ts';
import { freezeClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { advanceFeaturedBookings } from './clock.ts';
import * as featured from './service.ts';

let services: TestServices;
let admin: TestPerson;
let today: Day;
const on = (n: number) => addDays(today, n);
const product = (facts: object = {}) =>
  runAsPerson(services, admin, (ctx) =>
    featured.createFeaturedProduct(ctx, { name: 'Home strip', placement: 'home', day_cents: toCents(50_000), slots: 1, max_days: 10, ...facts }),
  );
const offered = async (at?: OwnerWithUnit) => {
  const where = at ?? (await createOwnerWithUnit(services));
  return { ...where, listing: await addListing(services, where) };
};
const book = (who: TestPerson, product_id: number, listing_id: number, starts_on = on(1), ends_on = on(3), more: object = {}) =>
  runAsPerson(services, who, (ctx) => featured.createFeaturedBooking(ctx, { product_id, listing_id, starts_on, ends_on, ...more }));
const approve = (id: number) => runAsPerson(services, admin, (ctx) => featured.moveFeaturedBooking(ctx, { id, move: 'approve', reason: '' }));
const pay = (id: number) =>
  runAsPerson(services, admin, (ctx) => featured.recordFeaturedPayment(ctx, { id, waived: false, note: 'MPESA SKJ3X9QW1' }));
const statusOf = async (id: number) => (await featured.readFeaturedDetails(createTestCtx(services, admin), { id })).status;
const isFeatured = async (listing: number) =>
  (await services.database.db.selectFrom('listing_card').select('featured').where('id', '=', listing).executeTakeFirst())?.featured;

beforeAll(async () => {
  services = await createTestServices();
  today = await freezeClock(services);
  admin = await createPerson(services, 'admin');
});

describe('featured booking', () => {
  test('costs the daily price for each day, and is rejected with the date if all slots on a day are booked', async () => {
    const { id } = await product();
    const [one, two] = [await offered(), await offered()];
    const booked = await book(one.owner, id, one.listing);
    expect([booked.status, booked.days, booked.price_cents, booked.vat_cents]).toEqual(['awaiting_payment', 3, 150_000, 24_000]);
    await expect(book(two.owner, id, two.listing, on(3), on(5))).rejects.toMatchObject({ failure: 'conflict', extra: { day: on(3) } });
    expect((await book(two.owner, id, two.listing, on(4), on(5))).status).toBe('awaiting_payment');
    const { days } = await featured.readSlotCalendar(createTestCtx(services, two.owner), { id, from: today, days: 7 });
    expect(days.map((d) => d.free)).toEqual([1, 0, 0, 0, 0, 0, 1]);
  });

  test('only one of two simultaneous requests for the last slot succeeds', async () => {
    const { id } = await product();
    const [one, two] = [await offered(), await offered()];
    const both = await Promise.allSettled([book(one.owner, id, one.listing), book(two.owner, id, two.listing)]);
    expect(both.map((b) => b.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((b) => b.status === 'rejected')).toMatchObject({ reason: { failure: 'conflict' } });
  });

  test('is rejected for invalid dates, for a changed price and for a listing outside the area', async () => {
    const one = await offered();
    const { id } = await product({ slots: 5 });
    const wrong = (field: string) => ({ failure: 'invalid', extra: { fields: { [field]: expect.any(String) } } });
    await expect(book(one.owner, id, one.listing, on(-1), on(1))).rejects.toMatchObject(wrong('starts_on'));
    await expect(book(one.owner, id, one.listing, on(3), on(2))).rejects.toMatchObject(wrong('ends_on'));
    await expect(book(one.owner, id, one.listing, on(1), on(11))).rejects.toMatchObject(wrong('ends_on'));
    await expect(book(one.owner, id, one.listing, on(1), on(2), { total_cents: 1 })).rejects.toMatchObject({ failure: 'conflict' });
    const mombasa = await services.database.db
      .selectFrom('location')
      .select('id')
      .where('kind', '=', 'county')
      .where('county', '=', '001')
      .executeTakeFirstOrThrow();
    const far = await product({ location_id: mombasa.id });
    await expect(book(one.owner, far.id, one.listing)).rejects.toMatchObject(wrong('product_id'));
  });

  test("is rejected for another company's listing, a hidden listing or an inactive product, and is visible only to the company that made it", async () => {
    const { id } = await product({ slots: 5 });
    const [one, two] = [await offered(), await offered()];
    await expect(book(two.owner, id, one.listing)).rejects.toMatchObject({ failure: 'notFound' });
    const draft = await addListing(services, one, { status: 'draft' });
    await expect(book(one.owner, id, draft)).rejects.toMatchObject({ failure: 'notFound' });
    const booked = await book(one.owner, id, one.listing);
    await expect(book(one.owner, id, one.listing, on(2), on(4))).rejects.toMatchObject({ failure: 'conflict' });
    await expect(featured.readFeaturedDetails(createTestCtx(services, two.owner), { id: booked.id })).rejects.toMatchObject({ failure: 'notFound' });
    const codes = async (who: TestPerson) =>
      (await featured.listFeaturedBookings(createTestCtx(services, who), { page: 1, page_size: 10, sort: '-created_at' })).results.map((b) => b.code);
    expect(await codes(one.owner)).toEqual([booked.code]);
    expect(await codes(two.owner)).toEqual([]);
    await runAsPerson(services, admin, (ctx) => featured.updateFeaturedProduct(ctx, { id, active: false }));
    await expect(book(two.owner, id, two.listing)).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('the second of two simultaneous edits of a product is rejected', async () => {
    const { id, revision } = await product();
    await runAsPerson(services, admin, (ctx) => featured.updateFeaturedProduct(ctx, { id, day_cents: toCents(70_000), revision }));
    const late = runAsPerson(services, admin, (ctx) => featured.updateFeaturedProduct(ctx, { id, day_cents: toCents(90_000), revision }));
    await expect(late).rejects.toMatchObject({ failure: 'conflict', extra: { current: { day_cents: 70_000 } } });
  });
});

describe('featured booking: lifecycle', () => {
  test('is approved and paid, shows a card marked as featured on its days, and removes the mark after its end', async () => {
    const { id } = await product({ slots: 5, approval: true });
    const one = await offered();
    const booked = await book(one.owner, id, one.listing);
    await expect(pay(booked.id)).rejects.toMatchObject({ failure: 'wrongState' });
    await approve(booked.id);
    expect((await pay(booked.id)).status).toBe('scheduled');
    await advanceFeaturedBookings(services.database.db);
    expect([await statusOf(booked.id), await isFeatured(one.listing)]).toEqual(['scheduled', false]);
    const days = (from: string, to: string) =>
      services.database.db.updateTable('featured_booking').set({ starts_on: from, ends_on: to }).where('id', '=', booked.id).execute();
    await days(today, on(1));
    await advanceFeaturedBookings(services.database.db);
    expect([await statusOf(booked.id), await isFeatured(one.listing)]).toEqual(['running', true]);
    await expect(
      runAsPerson(services, one.owner, (ctx) => featured.moveFeaturedBooking(ctx, { id: booked.id, move: 'cancel', reason: '' })),
    ).rejects.toMatchObject({
      failure: 'wrongState',
    });
    await days(on(-3), on(-1));
    await services.database.db
      .updateTable('featured_booking')
      .set({ started_on: on(-3) })
      .where('id', '=', booked.id)
      .execute();
    await advanceFeaturedBookings(services.database.db);
    expect([await statusOf(booked.id), await isFeatured(one.listing)]).toEqual(['ended', false]);
  });

  test('starts at once if paid on its first day, and cannot be approved or stopped by its company', async () => {
    const { id } = await product({ slots: 5 });
    const one = await offered();
    const booked = await book(one.owner, id, one.listing, today, on(1));
    const byOwner = (move: 'approve' | 'stop') =>
      runAsPerson(services, one.owner, (ctx) => featured.moveFeaturedBooking(ctx, { id: booked.id, move, reason: 'mine' }));
    await expect(byOwner('approve')).rejects.toMatchObject({ failure: 'forbidden' });
    expect((await pay(booked.id)).status).toBe('running');
    await expect(byOwner('stop')).rejects.toMatchObject({ failure: 'forbidden' });
  });

  test('ends early when its listing is hidden, and its slot becomes available', async () => {
    const { id } = await product();
    const one = await offered();
    const booked = await book(one.owner, id, one.listing, today, on(5));
    await pay(booked.id);
    await advanceFeaturedBookings(services.database.db);
    expect(await statusOf(booked.id)).toBe('running');
    await services.database.db.updateTable('listing').set({ status: 'paused' }).where('id', '=', one.listing).execute();
    await advanceFeaturedBookings(services.database.db);
    const over = await featured.readFeaturedDetails(createTestCtx(services, admin), { id: booked.id });
    expect([over.status, over.ended_on, over.status_reason]).toEqual(['refunded', today, 'the offer is no longer shown']);
    // The person who booked is notified of both, once each.
    const heard = (await listSentNotifications(services)).filter(
      ({ event, key }) => /^featured.(started|ended)/.test(event) && key.endsWith(`:${over.code}`),
    );
    expect(heard.map(({ event, to }) => ({ event, who: to.personId }))).toEqual(
      ['featured.started', 'featured.ended'].map((event) => ({ event, who: one.owner.id })),
    );
    expect((await featured.readSlotCalendar(createTestCtx(services, admin), { id, from: on(1), days: 1 })).days[0]?.free).toBe(1);
  });

  test('expires when it is unpaid after its first day', async () => {
    const { id } = await product({ slots: 5 });
    const one = await offered();
    const booked = await book(one.owner, id, one.listing);
    await services.database.db
      .updateTable('featured_booking')
      .set({ starts_on: on(-1) })
      .where('id', '=', booked.id)
      .execute();
    await advanceFeaturedBookings(services.database.db);
    expect(await statusOf(booked.id)).toBe('canceled');
  });
});

test('featured statistics: count visits through the featured card and enquiries on the booked days, with the cost of each visit and enquiry', async () => {
  const { id } = await product({ slots: 5 });
  const one = await offered();
  const booked = await book(one.owner, id, one.listing, today, on(3));
  await pay(booked.id);
  await sql`insert into listing_view (listing_id, featured) values (${one.listing}, true), (${one.listing}, true), (${one.listing}, false)`.execute(
    services.database.db,
  );
  await aggregateListingViews(services.database.db);
  const lead = {
    listing_id: one.listing,
    property_id: one.property,
    company_id: one.owner.me.companyId ?? 0,
    name: 'Akinyi',
    phone: '+254712345678',
  };
  await services.database.db
    .insertInto('lead')
    .values([lead, { ...lead, created_at: new Date(Date.now() - 9 * 86_400_000) }])
    .execute();
  expect(await featured.readFeaturedDetails(createTestCtx(services, one.owner), { id: booked.id })).toMatchObject({
    clicks: 2,
    enquiries: 1,
    cost_per_click: 100_000,
    cost_per_enquiry: 200_000,
  });
});
