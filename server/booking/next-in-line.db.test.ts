import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { setFrozen } from '#server/property/service.ts';
import * as tenancy from '#server/tenancy/service.ts';
import { move as moveUnit, moveUnitBySystem } from '#server/unit/service.ts';
import { setClock } from '#test/clock.ts';
import { type BookingFixture, createBookingFixture } from '#test/fixtures/booking-fixture.ts';
import { createPerson } from '#test/people.ts';

/**
 * Regression test of test/leasing.db.test.ts: the next applicant gets a unit however it became available, and no applicant is screened for a unit
 * that is let.
 */
let fixture: BookingFixture;
beforeAll(async () => {
  fixture = await createBookingFixture();
});
afterEach(() => setClock(fixture.services, null));

const byHand = (unitId: number, startsOn: string, livedIn: boolean) =>
  fixture.as(fixture.here.owner, (ctx) =>
    tenancy.createTenancy(ctx, {
      unitId,
      startsOn,
      endsOn: addDays(startsOn, 300),
      people: [{ somebody: { personId: null, name: 'Otieno', phone: `+2547140${10_000 + unitId}`, email: null }, role: 'lead', shareBp: 10_000 }],
      rentCents: 3_000_000,
      period: 2,
      depositCents: 0,
      ...(livedIn ? { opening: { balance_cents: 0, deposit_held_cents: 0, as_of: clock.today() } } : {}),
    }),
  );
const stageOf = async (id: number) => (await fixture.rowOf(id)).stage;
const frozen = async (work: (as: Awaited<ReturnType<typeof createPerson>>) => Promise<unknown>) =>
  work(await createPerson(fixture.services, 'superadmin'));

describe('backup applicant', () => {
  test('is next after a freeze of the home, if the first applicant withdrew during the freeze', async () => {
    const { listing, unit } = await fixture.home();
    const [one, two] = [await fixture.applies(listing), await fixture.applies(listing)];
    await fixture.approve(one.id);
    await frozen((by) => fixture.as(by, (ctx) => moveUnitBySystem(ctx, unit, 'stall', 'a report')));
    await fixture.as(one.person, (ctx) => fixture.service.cancel(ctx, { id: one.id, reason: 'Found another' }));
    expect(await stageOf(two.id)).toBe('frozen');
    await frozen((by) => fixture.as(by, (ctx) => moveUnitBySystem(ctx, unit, 'unstall', 'all is well')));
    expect(await stageOf(two.id)).toBe('screening');
    expect(await fixture.toldTo(two.person, 'booking.next')).toBe(1);
  });

  test('is next after a freeze of the property, if the first applicant withdrew during the freeze', async () => {
    const { listing } = await fixture.home();
    const [one, two] = [await fixture.applies(listing), await fixture.applies(listing)];
    await fixture.approve(one.id);
    const freeze = (stalled: boolean) =>
      frozen((by) => fixture.as(by, (ctx) => setFrozen(ctx, { id: fixture.here.property, stalled, reason: 'a report' })));
    await freeze(true);
    await fixture.as(one.person, (ctx) => fixture.service.cancel(ctx, { id: one.id, reason: 'Found another' }));
    await freeze(false);
    expect(await stageOf(two.id)).toBe('screening');
  });

  test('is next when a manual tenancy is withdrawn or a recorded occupant is removed', async () => {
    const { listing, unit } = await fixture.home();
    const made = await byHand(unit, clock.today(), false);
    const waits = await fixture.applies(listing, { waitlist: true });
    expect(await stageOf(waits.id)).toBe('waitlist');
    await fixture.as(fixture.here.owner, (ctx) => tenancy.withdraw(ctx, { id: made.id, reason: 'Not coming' }));
    expect(await stageOf(waits.id)).toBe('screening');

    const said = await fixture.home();
    const move = (name: 'occupy_said' | 'vacate_said') =>
      fixture.as(fixture.here.owner, (ctx) => moveUnit(ctx, { id: said.unit, move: name, reason: 'seen', expected_on: null }));
    await move('occupy_said');
    const next = await fixture.applies(said.listing, { waitlist: true });
    await move('vacate_said');
    expect(await stageOf(next.id)).toBe('screening');
  });
});

describe('applicant for an already rented home', () => {
  test('is declined when an existing tenancy is recorded for the home or transferred to the home', async () => {
    const { listing, unit } = await fixture.home();
    const loses = await fixture.applies(listing);
    const { id } = await byHand(unit, addDays(clock.today(), -9), true);
    expect((await fixture.rowOf(loses.id)).status).toBe('declined');
    expect(await fixture.toldTo(loses.person, 'booking.declined')).toBe(1);

    const larger = await fixture.home();
    const also = await fixture.applies(larger.listing);
    await fixture.as(fixture.here.owner, (ctx) => tenancy.transfer(ctx, { id, unit_id: larger.unit, reason: 'A larger one', after: 'vacant' }));
    expect((await fixture.rowOf(also.id)).status).toBe('declined');
  });

  test('cannot be approved while the unit has a recorded occupant', async () => {
    const { listing, unit } = await fixture.home();
    const { id } = await fixture.applies(listing);
    await fixture.as(fixture.here.owner, (ctx) => moveUnit(ctx, { id: unit, move: 'occupy_said', reason: 'seen', expected_on: null }));
    await expect(fixture.approve(id)).rejects.toMatchObject({ failure: 'conflict' });
    await fixture.as(fixture.here.owner, (ctx) => publishEvent(ctx, 'unit.freed', { unitId: unit }));
    expect(await fixture.rowOf(id)).toMatchObject({ status: 'await_screening', stage: 'screening' });
  });
});
