import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { addDays, addMonths } from '#contract/time/days.ts';
import { bidService } from '#server/bid/service.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import * as tenancy from '#server/tenancy/service.ts';
import { type BookingFixture, createBookingFixture } from '#test/fixtures/booking-fixture.ts';
import { addBooking } from '#test/fixtures/bookings.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx } from '#test/people.ts';

let fixture: BookingFixture;
const db = () => fixture.services.database.db;
beforeAll(async () => {
  fixture = await createBookingFixture();
});

describe('available date of a home', () => {
  const later = () => fixture.soon(20);
  const atField = { failure: 'invalid', extra: { fields: { starts_on: expect.any(String) } } };
  const homes = {
    'from the unit, if the listing has none': { unit: () => ({ available_from: later() }), listing: () => ({}) },
    'from the unit, if that is later': { unit: () => ({ available_from: later() }), listing: () => ({ available_from: fixture.soon(9) }) },
    'from the listing, if that is later': { unit: () => ({ available_from: fixture.soon(9) }), listing: () => ({ available_from: later() }) },
  };
  test.each(Object.keys(homes) as (keyof typeof homes)[])(
    "the date (%s) is the same on the home's page, in the form, in an application and in a bid",
    async (name) => {
      const { listing, unit } = await fixture.home({ negotiable: true, ...homes[name].listing() });
      await db().updateTable('unit').set(homes[name].unit()).where('id', '=', unit).execute();
      const page = await db().selectFrom('listing_card').select('available_from').where('id', '=', listing).executeTakeFirstOrThrow();
      const person = await createPerson(fixture.services, 'tenant');
      const quote = await fixture.service.quoteListing(createTestCtx(fixture.services, person), { listing_id: listing });
      expect([page.available_from, quote.free_from]).toEqual([later(), later()]);
      await expect(fixture.applies(listing, { starts_on: fixture.soon(19) })).rejects.toMatchObject(atField);
      const bids = bidService(fixture.services);
      const bid = (starts_on: string) =>
        fixture.as(person, (ctx) => bids.create(ctx, { listing_id: listing, cents: toCents(4_000_000), starts_on, term_months: 12 }));
      await expect(bid(fixture.soon(19))).rejects.toMatchObject(atField);
      expect(await bid(later())).toMatchObject({ latest: { starts_on: later(), term_months: 12 } });
      const { id } = await fixture.applies(listing, { starts_on: later() });
      await fixture.approve(id);
      expect(await fixture.rowOf(id)).toMatchObject({ starts_on: later() });
    },
  );

  test('approval moves an earlier start date of an application to the available date', async () => {
    const { at, listing, unit } = await fixture.home();
    const id = await addBooking(fixture.services, at, await createPerson(fixture.services, 'tenant'), { listingId: listing, checked: true });
    await db().updateTable('unit').set({ available_from: later() }).where('id', '=', unit).execute();
    await fixture.approve(id);
    expect(await fixture.rowOf(id)).toMatchObject({ starts_on: later() });
  });
});

describe('bid to rent a home', () => {
  test('requires a start date and a term, which a counter-bid preserves and the booking adopts', async () => {
    const { listing } = await fixture.home({ negotiable: true, contact_id: fixture.here.owner.id });
    const person = await createPerson(fixture.services, 'tenant');
    const bids = bidService(fixture.services);
    const first = { listing_id: listing, cents: toCents(4_000_000) };
    await expect(fixture.as(person, (ctx) => bids.create(ctx, first))).rejects.toMatchObject({
      extra: { fields: { starts_on: expect.any(String), term_months: expect.any(String) } },
    });
    const bid = await fixture.as(person, (ctx) => bids.create(ctx, { ...first, starts_on: fixture.soon(9), term_months: 24 }));
    const countered = await fixture.as(fixture.here.owner, (ctx) =>
      bids.counter(ctx, { id: bid.id, revision: bid.revision, cents: toCents(4_200_000) }),
    );
    expect(countered.latest).toMatchObject({ cents: 4_200_000, starts_on: fixture.soon(9), term_months: 24 });
    const accepted = await fixture.as(person, (ctx) => bids.move(ctx, { id: bid.id, revision: countered.revision, move: 'accept_counter' }));
    const id = accepted.booking?.id ?? 0;
    expect(await fixture.rowOf(id)).toMatchObject({ starts_on: fixture.soon(9), term_months: 24 });
    // No further information was requested: the application itself is missing, and every screen shows that.
    const mine = await fixture.service.listOwn(createTestCtx(fixture.services, person), { page: 1, page_size: 10 });
    expect(mine.results.find((one) => one.id === id)).toMatchObject({ unsent: true, acts: ['answer'] });
    const letter = (await listSentNotifications(fixture.services, 'booking.more_asked')).find(({ to }) => to.personId === person.id);
    expect(letter?.params).toMatchObject({ unsent: expect.any(String) });
    // The application saved for another home is shared when the applicant answers.
    await fixture.applies((await fixture.home()).listing, {}, person);
    const sent = await fixture.as(person, (ctx) => fixture.service.answerRequest(ctx, { id, note: '' }));
    expect(sent).toMatchObject({ unsent: false, stage: 'screening', application: { parts: expect.arrayContaining(['identity']) } });
  });
});

describe('booking tracker', () => {
  test('list and details show the lease as signed after all parties have signed', async () => {
    const { at } = await fixture.home();
    const person = await createPerson(fixture.services, 'tenant');
    const id = await addBooking(fixture.services, at, person, { status: 'confirmed' });
    const signed = async () => {
      const ctx = createTestCtx(fixture.services, person);
      const list = await fixture.service.listOwn(ctx, { page: 1, page_size: 10 });
      return [list.results[0]?.lease_signed, (await fixture.service.details(ctx, { id })).lease_signed];
    };
    expect(await signed()).toEqual([false, false]);
    const starts = (await fixture.rowOf(id)).starts_on;
    const made = await fixture.as(fixture.here.owner, (ctx) =>
      tenancy.createTenancy(ctx, {
        unitId: at.unit,
        bookingId: id,
        startsOn: starts,
        endsOn: addDays(addMonths(starts, 12), -1),
        people: [{ somebody: { personId: person.id, name: 'Akinyi', phone: null, email: null }, role: 'lead', shareBp: 10_000 }],
        rentCents: 4_500_000,
        period: 2,
        depositCents: 4_500_000,
      }),
    );
    expect(await signed(), 'a draft').toEqual([false, false]);
    await sql`update agreement set status = 'fully_signed', sealed_sha256 = ${'a'.repeat(64)} where tenancy_id = ${made.id}`.execute(db());
    expect(await signed()).toEqual([true, true]);
  });

  test('links to the page of the home only while the home is listed', async () => {
    const { listing } = await fixture.home();
    const { id, person } = await fixture.applies(listing);
    const path = async () => (await fixture.service.details(createTestCtx(fixture.services, person), { id })).path;
    expect(await path()).toMatch(/^\//);
    await fixture.approve(id);
    expect(await path()).toBeNull();
  });

  test('an answer to an information request leaves the booking shortlisted, and appears separately from the first message', async () => {
    const { listing } = await fixture.home();
    const { id, person } = await fixture.applies(listing, { message: 'We are two.' });
    await fixture.as(fixture.here.owner, (ctx) => fixture.service.setShortlisted(ctx, { id, on: true }));
    await fixture.as(fixture.here.owner, (ctx) => fixture.service.requestInformation(ctx, { id, what: ['income'], note: '' }));
    const after = await fixture.as(person, (ctx) => fixture.service.answerRequest(ctx, { id, note: 'The payslip is there.' }));
    expect(after).toMatchObject({ stage: 'shortlisted', message: 'We are two.', answer: 'The payslip is there.' });
    const past = after.history.map(({ move, by }) => [move, by]);
    const name = (await db().selectFrom('person').select('name').where('id', '=', person.id).executeTakeFirstOrThrow()).name;
    expect(past.filter(([, by]) => by === name)).toEqual([['stage_answered', name]]);
  });
});

test('accepted bid without start date and term: becomes a booking of one year from the available date', async () => {
  const { listing, unit } = await fixture.home({ min_term_months: 6 });
  await db()
    .updateTable('unit')
    .set({ available_from: fixture.soon(12) })
    .where('id', '=', unit)
    .execute();
  const who = await createPerson(fixture.services, 'tenant');
  const { rows } = await sql<{ id: number }>`insert into bid (company_id, property_id, unit_id, listing_id, person_id, status)
    values (${fixture.company}, ${fixture.here.property}, ${unit}, ${listing}, ${who.id}, 'accepted') returning id`.execute(db());
  const bidId = Number(rows[0]?.id);
  await sql`insert into bid_turn (bid_id, n, by_bidder, cents, terms) values (${bidId}, 1, true, 4000000, '{}')`.execute(db());
  await fixture.as(fixture.here.owner, (ctx) => publishEvent(ctx, 'bid.accepted', { bidId }));
  const row = await db().selectFrom('booking').selectAll().where('bid_id', '=', bidId).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ term_months: 12, starts_on: fixture.soon(12) });
});
