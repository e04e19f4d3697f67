import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { move as moveUnit, moveUnitBySystem } from '#server/unit/service.ts';
import { setClock } from '#test/clock.ts';
import { type BookingFixture, createBookingFixture } from '#test/fixtures/booking-fixture.ts';
import { addListing, addPictures, addProperty, addUnit } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, type TestPerson } from '#test/people.ts';

let fixture: BookingFixture;
beforeAll(async () => {
  fixture = await createBookingFixture();
});
afterEach(() => setClock(fixture.services, null));
const db = () => fixture.services.database.db;
const owner = <T>(work: Parameters<typeof fixture.as<T>>[1]) => fixture.as(fixture.here.owner, work);
const lettersTo = async (who: TestPerson) =>
  (await listSentNotifications(fixture.services, 'booking.frozen')).filter(({ to }) => to.personId === who.id);
const works = () => ({ move: 'start_maintenance' as const, reason: 'paint', expected_on: addDays(clock.today(), 9) });
const platform = <T>(work: Parameters<typeof fixture.as<T>>[1]) =>
  createPerson(fixture.services, 'superadmin').then((boss) => fixture.as(boss, work));

describe('booking: suspended deadlines', () => {
  test('maintenance of the home suspends the booking and notifies the applicant of this reason', async () => {
    const { listing, unit } = await fixture.home();
    const { id, person } = await fixture.applies(listing);
    await owner((ctx) => moveUnit(ctx, { id: unit, ...works() }));
    expect((await lettersTo(person)).map(({ params }) => params)).toMatchObject([{ why: 'works' }]);
    expect((await fixture.service.details(createTestCtx(fixture.services, person), { id })).frozen_for).toBe('works');
  });

  test('a freeze of a few minutes adds no extra day', async () => {
    await setClock(fixture.services, '2027-03-01T07:00:00Z');
    const { listing, unit } = await fixture.home();
    const { id } = await fixture.applies(listing);
    const before = (await fixture.rowOf(id)).decide_by;
    const boss = await createPerson(fixture.services, 'superadmin');
    await fixture.as(boss, (ctx) => moveUnitBySystem(ctx, unit, 'stall', 'a report'));
    await setClock(fixture.services, '2027-03-01T07:04:00Z');
    await fixture.as(boss, (ctx) => moveUnitBySystem(ctx, unit, 'unstall', 'all is well'));
    expect((await fixture.rowOf(id)).decide_by).toEqual(before);
  });

  test('after two overlapping freezes, the booking resumes at its earlier stage with the remaining time when the second freeze ends', async () => {
    await setClock(fixture.services, '2027-03-01T07:00:00Z');
    const { listing, unit } = await fixture.home();
    const { id, person } = await fixture.applies(listing);
    const { stage, decide_by } = await fixture.rowOf(id);
    await owner((ctx) => moveUnit(ctx, { id: unit, ...works() }));
    await platform((ctx) => moveUnitBySystem(ctx, unit, 'stall', 'a report'));
    expect(await fixture.rowOf(id)).toMatchObject({ stage: 'frozen', stage_before: stage });
    expect((await lettersTo(person)).map(({ params }) => params.why)).toEqual(['works']);
    await platform((ctx) => moveUnitBySystem(ctx, unit, 'unstall', 'all is well'));
    expect((await fixture.rowOf(id)).stage).toBe('frozen');
    await owner((ctx) => moveUnit(ctx, { id: unit, move: 'end_maintenance', reason: '', expected_on: null }));
    expect(await fixture.rowOf(id)).toMatchObject({ stage, stage_before: null, decide_by });
  });

  test('after Makao unfreezes a unit under maintenance, a booking that only lacks payment resumes, but a booking under review does not', async () => {
    const { listing, unit } = await fixture.home();
    const { id } = await fixture.applies(listing);
    const second = await fixture.applies(listing);
    await fixture.approve(id);
    await db().updateTable('unit').set({ status: 'maintenance' }).where('id', '=', unit).execute();
    await platform((ctx) => moveUnitBySystem(ctx, unit, 'stall', 'a report'));
    expect([(await fixture.rowOf(id)).stage, (await fixture.rowOf(second.id)).stage]).toEqual(['frozen', 'frozen']);
    await platform((ctx) => moveUnitBySystem(ctx, unit, 'unstall', 'all is well'));
    expect(await fixture.rowOf(id)).toMatchObject({ stage: expect.not.stringContaining('frozen'), pay_until: expect.any(Date) });
    expect((await fixture.rowOf(second.id)).stage).toBe('frozen');
  });

  test('maintenance does not prolong a freeze by Makao for a booking that only lacks payment', async () => {
    const { listing, unit } = await fixture.home();
    const { id } = await fixture.applies(listing);
    await fixture.approve(id);
    // The unit was let ahead, and its former tenant left it for maintenance.
    await db().updateTable('unit').set({ status: 'maintenance' }).where('id', '=', unit).execute();
    await platform((ctx) => publishEvent(ctx, 'listing.frozen', { listingId: listing }));
    expect(await fixture.rowOf(id)).toMatchObject({ status: 'await_payment', stage: 'frozen', pay_until: null });
    await platform((ctx) => publishEvent(ctx, 'listing.thawed', { listingId: listing }));
    const after = await fixture.rowOf(id);
    expect([after.stage, after.pay_until]).toEqual([expect.not.stringContaining('frozen'), expect.any(Date)]);
  });
});

describe('booking of an accepted bid: reason of the freeze', () => {
  /** A property with three units that is let as a whole; the first unit is under maintenance. */
  async function withWorks() {
    const property = await addProperty(fixture.services, fixture.company);
    await addPictures(fixture.services, property);
    const units: number[] = [];
    for (let n = 0; n < 3; n++) units.push(await addUnit(fixture.services, property));
    const whole = await addListing(fixture.services, { property, unit: null });
    await owner((ctx) => moveUnit(ctx, { id: units[0] ?? 0, ...works() }));
    return { property, units, whole };
  }
  async function accepted(property: number, listing: number) {
    const person = await createPerson(fixture.services, 'tenant');
    const { id: bidId } = await db()
      .insertInto('bid')
      .values({ company_id: fixture.company, property_id: property, listing_id: listing, person_id: person.id, status: 'accepted' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db().insertInto('bid_turn').values({ bid_id: bidId, n: 1, by_bidder: true, cents: 4_000_000, terms: '{}' }).execute();
    await owner((ctx) => publishEvent(ctx, 'bid.accepted', { bidId }));
    const { id, stage } = await db().selectFrom('booking').select(['id', 'stage']).where('person_id', '=', person.id).executeTakeFirstOrThrow();
    const { frozen_for } = await fixture.service.details(createTestCtx(fixture.services, person), { id });
    return { stage, frozen_for, notified: (await lettersTo(person)).map(({ params }) => params.why) };
  }
  const frozenFor = (why: 'works' | 'platform') => ({ stage: 'frozen', frozen_for: why, notified: [why] });

  test('maintenance of one unit is the reason when Makao has not frozen any record', async () => {
    const { property, whole } = await withWorks();
    expect(await accepted(property, whole)).toEqual(frozenFor('works'));
  });

  test('a freeze of another unit by Makao takes priority over maintenance as the reason', async () => {
    const { property, units, whole } = await withWorks();
    await platform((ctx) => moveUnitBySystem(ctx, units[1] ?? 0, 'stall', 'a report'));
    expect(await accepted(property, whole)).toEqual(frozenFor('platform'));
  });

  test('a freeze of the listing by Makao takes priority over maintenance as the reason', async () => {
    const { property, whole } = await withWorks();
    await db().updateTable('listing').set({ status: 'paused', paused_by: 'platform' }).where('id', '=', whole).execute();
    expect(await accepted(property, whole)).toEqual(frozenFor('platform'));
  });
});
