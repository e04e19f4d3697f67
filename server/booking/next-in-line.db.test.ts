import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { happened } from '#server/kernel/happen.ts';
import { stall } from '#server/property/service.ts';
import * as tenancy from '#server/tenancy/service.ts';
import { moveBySystem, move as moveUnit } from '#server/unit/service.ts';
import { setClock } from '#test/clock.ts';
import { somebody } from '#test/world.ts';
import { type BookingWorld, bookingWorld } from '#test/worlds/booking-world.ts';

/** Found by test/leasing.db.test.ts: whoever waits for a home comes next however it became free, and nobody is looked at for one that is let. */
let world: BookingWorld;
beforeAll(async () => {
  world = await bookingWorld();
});
afterEach(() => setClock(world.house, null));

const byHand = (unitId: number, startsOn: string, livedIn: boolean) =>
  world.as(world.here.owner, (ctx) =>
    tenancy.make(ctx, {
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
const stageOf = async (id: number) => (await world.rowOf(id)).stage;
const frozen = async (work: (as: Awaited<ReturnType<typeof somebody>>) => Promise<unknown>) => work(await somebody(world.house, 'superadmin'));

describe('whoever waits comes next', () => {
  test('when the one before gave up while the home was frozen', async () => {
    const { listing, unit } = await world.home();
    const [one, two] = [await world.applies(listing), await world.applies(listing)];
    await world.approve(one.id);
    await frozen((by) => world.as(by, (ctx) => moveBySystem(ctx, unit, 'stall', 'a report')));
    await world.as(one.person, (ctx) => world.service.cancel(ctx, { id: one.id, reason: 'Found another' }));
    expect(await stageOf(two.id)).toBe('frozen');
    await frozen((by) => world.as(by, (ctx) => moveBySystem(ctx, unit, 'unstall', 'all is well')));
    expect(await stageOf(two.id)).toBe('screening');
    expect(await world.toldTo(two.person, 'booking.next')).toBe(1);
  });

  test('when the whole property was frozen', async () => {
    const { listing } = await world.home();
    const [one, two] = [await world.applies(listing), await world.applies(listing)];
    await world.approve(one.id);
    const freeze = (stalled: boolean) => frozen((by) => world.as(by, (ctx) => stall(ctx, { id: world.here.property, stalled, reason: 'a report' })));
    await freeze(true);
    await world.as(one.person, (ctx) => world.service.cancel(ctx, { id: one.id, reason: 'Found another' }));
    await freeze(false);
    expect(await stageOf(two.id)).toBe('screening');
  });

  test('when a tenancy by hand did not come about, and when somebody no longer lives there', async () => {
    const { listing, unit } = await world.home();
    const made = await byHand(unit, clock.today(), false);
    const waits = await world.applies(listing, { waitlist: true });
    expect(await stageOf(waits.id)).toBe('waitlist');
    await world.as(world.here.owner, (ctx) => tenancy.withdraw(ctx, { id: made.id, reason: 'Not coming' }));
    expect(await stageOf(waits.id)).toBe('screening');

    const said = await world.home();
    const move = (name: 'occupy_said' | 'vacate_said') =>
      world.as(world.here.owner, (ctx) => moveUnit(ctx, { id: said.unit, move: name, reason: 'seen', expected_on: null }));
    await move('occupy_said');
    const next = await world.applies(said.listing, { waitlist: true });
    await move('vacate_said');
    expect(await stageOf(next.id)).toBe('screening');
  });
});

describe('nobody is looked at', () => {
  test('for a home somebody moved to, or who came along living there; who waits goes on waiting', async () => {
    const { listing, unit } = await world.home();
    const loses = await world.applies(listing);
    const { id } = await byHand(unit, addDays(clock.today(), -9), true);
    expect((await world.rowOf(loses.id)).status).toBe('declined');
    expect(await world.toldTo(loses.person, 'booking.declined')).toBe(1);

    const larger = await world.home();
    const also = await world.applies(larger.listing);
    await world.as(world.here.owner, (ctx) => tenancy.transfer(ctx, { id, unit_id: larger.unit, reason: 'A larger one', after: 'vacant' }));
    expect((await world.rowOf(also.id)).status).toBe('declined');
  });

  test('and nobody is approved for one of which it is said that somebody lives there', async () => {
    const { listing, unit } = await world.home();
    const { id } = await world.applies(listing);
    await world.as(world.here.owner, (ctx) => moveUnit(ctx, { id: unit, move: 'occupy_said', reason: 'seen', expected_on: null }));
    await expect(world.approve(id)).rejects.toMatchObject({ failure: 'conflict' });
    await world.as(world.here.owner, (ctx) => happened(ctx, 'unit.freed', { unitId: unit }));
    expect(await world.rowOf(id)).toMatchObject({ status: 'await_screening', stage: 'screening' });
  });
});
