import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { addDays, addMonths } from '#contract/time/days.ts';
import { bidService } from '#server/bid/service.ts';
import { happened } from '#server/kernel/happen.ts';
import * as tenancy from '#server/tenancy/service.ts';
import { told } from '#test/jobs.ts';
import { ctxOf, somebody } from '#test/world.ts';
import { type BookingWorld, bookingWorld } from '#test/worlds/booking-world.ts';
import { addBooking } from '#test/worlds/bookings.ts';

let world: BookingWorld;
const db = () => world.house.database.db;
beforeAll(async () => {
  world = await bookingWorld();
});

describe('the day a home is free is one day', () => {
  const later = () => world.soon(20);
  const atField = { failure: 'invalid', extra: { fields: { starts_on: expect.any(String) } } };
  const homes = {
    'as the unit says, where its listing says none': { unit: () => ({ available_from: later() }), listing: () => ({}) },
    'as the unit says, where that is later': { unit: () => ({ available_from: later() }), listing: () => ({ available_from: world.soon(9) }) },
    'as the listing says, where that is later': { unit: () => ({ available_from: world.soon(9) }), listing: () => ({ available_from: later() }) },
  };
  test.each(Object.keys(homes) as (keyof typeof homes)[])('%s: on its page, in the form, when applied for and in a bid', async (name) => {
    const { listing, unit } = await world.home({ negotiable: true, ...homes[name].listing() });
    await db().updateTable('unit').set(homes[name].unit()).where('id', '=', unit).execute();
    const page = await db().selectFrom('listing_card').select('available_from').where('id', '=', listing).executeTakeFirstOrThrow();
    const person = await somebody(world.house, 'tenant');
    const quote = await world.service.quote(ctxOf(world.house, person), { listing_id: listing });
    expect([page.available_from, quote.free_from]).toEqual([later(), later()]);
    await expect(world.applies(listing, { starts_on: world.soon(19) })).rejects.toMatchObject(atField);
    const bids = bidService(world.house);
    const bid = (starts_on: string) =>
      world.as(person, (ctx) => bids.make(ctx, { listing_id: listing, cents: cents(4_000_000), starts_on, term_months: 12 }));
    await expect(bid(world.soon(19))).rejects.toMatchObject(atField);
    expect(await bid(later())).toMatchObject({ latest: { starts_on: later(), term_months: 12 } });
    const { id } = await world.applies(listing, { starts_on: later() });
    await world.approve(id);
    expect(await world.rowOf(id)).toMatchObject({ starts_on: later() });
  });

  test('who waited for it with an earlier day gets it from that day on', async () => {
    const { at, listing, unit } = await world.home();
    const id = await addBooking(world.house, at, await somebody(world.house, 'tenant'), { listingId: listing, checked: true });
    await db().updateTable('unit').set({ available_from: later() }).where('id', '=', unit).execute();
    await world.approve(id);
    expect(await world.rowOf(id)).toMatchObject({ starts_on: later() });
  });
});

describe('a bid for letting', () => {
  test('says from when and how long; an answer keeps both, and what is accepted is the booking as it stands', async () => {
    const { listing } = await world.home({ negotiable: true, contact_id: world.here.owner.id });
    const person = await somebody(world.house, 'tenant');
    const bids = bidService(world.house);
    const first = { listing_id: listing, cents: cents(4_000_000) };
    await expect(world.as(person, (ctx) => bids.make(ctx, first))).rejects.toMatchObject({
      extra: { fields: { starts_on: expect.any(String), term_months: expect.any(String) } },
    });
    const bid = await world.as(person, (ctx) => bids.make(ctx, { ...first, starts_on: world.soon(9), term_months: 24 }));
    const countered = await world.as(world.here.owner, (ctx) => bids.turn(ctx, { id: bid.id, revision: bid.revision, cents: cents(4_200_000) }));
    expect(countered.latest).toMatchObject({ cents: 4_200_000, starts_on: world.soon(9), term_months: 24 });
    const accepted = await world.as(person, (ctx) => bids.move(ctx, { id: bid.id, revision: countered.revision, move: 'accept_counter' }));
    const id = accepted.booking?.id ?? 0;
    expect(await world.rowOf(id)).toMatchObject({ starts_on: world.soon(9), term_months: 24 });
    // Nobody asked for more: the application is to be sent, and says so everywhere.
    const mine = await world.service.mine(ctxOf(world.house, person), { page: 1, page_size: 10 });
    expect(mine.results.find((one) => one.id === id)).toMatchObject({ unsent: true, acts: ['answer'] });
    const letter = (await told(world.house, 'booking.more_asked')).find(({ to }) => to.personId === person.id);
    expect(letter?.params).toMatchObject({ unsent: expect.any(String) });
    // What they saved for another home is shared with one press.
    await world.applies((await world.home()).listing, {}, person);
    const sent = await world.as(person, (ctx) => world.service.answer(ctx, { id, note: '' }));
    expect(sent).toMatchObject({ unsent: false, stage: 'screening', application: { parts: expect.arrayContaining(['identity']) } });
  });
});

describe('the tracker', () => {
  test('knows in lists and by itself that the lease is signed', async () => {
    const { at } = await world.home();
    const person = await somebody(world.house, 'tenant');
    const id = await addBooking(world.house, at, person, { status: 'confirmed' });
    const signed = async () => {
      const ctx = ctxOf(world.house, person);
      const list = await world.service.mine(ctx, { page: 1, page_size: 10 });
      return [list.results[0]?.lease_signed, (await world.service.details(ctx, { id })).lease_signed];
    };
    expect(await signed()).toEqual([false, false]);
    const starts = (await world.rowOf(id)).starts_on;
    const made = await world.as(world.here.owner, (ctx) =>
      tenancy.make(ctx, {
        ...{ unitId: at.unit, bookingId: id, startsOn: starts, endsOn: addDays(addMonths(starts, 12), -1) },
        people: [{ somebody: { personId: person.id, name: 'Akinyi', phone: null, email: null }, role: 'lead', shareBp: 10_000 }],
        ...{ rentCents: 4_500_000, period: 2, depositCents: 4_500_000 },
      }),
    );
    expect(await signed(), 'a draft').toEqual([false, false]);
    await sql`update agreement set status = 'fully_signed', sealed_sha256 = ${'a'.repeat(64)} where tenancy_id = ${made.id}`.execute(db());
    expect(await signed()).toEqual([true, true]);
  });

  test('leads to the page of a home only while it has one', async () => {
    const { listing } = await world.home();
    const { id, person } = await world.applies(listing);
    const path = async () => (await world.service.details(ctxOf(world.house, person), { id })).path;
    expect(await path()).toMatch(/^\//);
    await world.approve(id);
    expect(await path()).toBeNull();
  });

  test('an applicant who answers does not shortlist themselves, and what they add stands for itself', async () => {
    const { listing } = await world.home();
    const { id, person } = await world.applies(listing, { message: 'We are two.' });
    await world.as(world.here.owner, (ctx) => world.service.shortlist(ctx, { id, on: true }));
    await world.as(world.here.owner, (ctx) => world.service.ask(ctx, { id, what: ['income'], note: '' }));
    const after = await world.as(person, (ctx) => world.service.answer(ctx, { id, note: 'The payslip is there.' }));
    expect(after).toMatchObject({ stage: 'shortlisted', message: 'We are two.', answer: 'The payslip is there.' });
    const past = after.history.map(({ move, by }) => [move, by]);
    const name = (await db().selectFrom('person').select('name').where('id', '=', person.id).executeTakeFirstOrThrow()).name;
    expect(past.filter(([, by]) => by === name)).toEqual([['stage_answered', name]]);
  });
});

test('a bid of before it had to say when and how long becomes a booking of a year from the day the home is free', async () => {
  const { listing, unit } = await world.home({ min_term_months: 6 });
  await db()
    .updateTable('unit')
    .set({ available_from: world.soon(12) })
    .where('id', '=', unit)
    .execute();
  const who = await somebody(world.house, 'tenant');
  const { rows } = await sql<{ id: number }>`insert into bid (company_id, property_id, unit_id, listing_id, person_id, status)
    values (${world.company}, ${world.here.property}, ${unit}, ${listing}, ${who.id}, 'accepted') returning id`.execute(db());
  const bidId = Number(rows[0]?.id);
  await sql`insert into bid_turn (bid_id, n, by_bidder, cents, terms) values (${bidId}, 1, true, 4000000, '{}')`.execute(db());
  await world.as(world.here.owner, (ctx) => happened(ctx, 'bid.accepted', { bidId }));
  const row = await db().selectFrom('booking').selectAll().where('bid_id', '=', bidId).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ term_months: 12, starts_on: world.soon(12) });
});
