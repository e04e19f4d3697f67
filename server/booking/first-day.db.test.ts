import { beforeAll, expect, test } from 'vitest';
import { details, timeline } from '#server/unit/service.ts';
import { type BookingWorld, bookingWorld } from '#test/worlds/booking-world.ts';

let world: BookingWorld;
beforeAll(async () => {
  world = await bookingWorld();
});
const seen = (id: number) => world.as(world.here.owner, (ctx) => world.service.details(ctx, { id }));

test('nobody is approved for a day before the one the unit or its listing is free from: that day is said before, and is theirs', async () => {
  const { db } = world.house.database;
  const day = world.soon(37);
  for (const table of ['unit', 'listing'] as const) {
    const { listing, unit } = await world.home();
    const { id } = await world.applies(listing);
    expect((await seen(id)).not_before).toBeNull();
    await db
      .updateTable(table)
      .set({ available_from: day })
      .where('id', '=', table === 'unit' ? unit : listing)
      .execute();
    expect((await seen(id)).not_before).toBe(day);
    expect((await world.approve(id)).starts_on).toBe(day);
  }
});

test('a unit says whom it is held for, to who sees the booking', async () => {
  const { listing, unit } = await world.home();
  const { id, person } = await world.applies(listing);
  const { code } = await world.approve(id);
  const held = { id, code, from: world.soon(), name: (await seen(id)).applicant?.name };
  const as = (who: typeof person) =>
    world.as(who, async (ctx) => ({ unit: await details(ctx, { id: unit }), past: await timeline(ctx, { id: unit, page: 1, page_size: 10 }) }));
  const owner = await as(world.here.owner);
  expect(owner.unit.held_for).toEqual(held);
  expect(owner.past.results.find((one) => one.reason === code)?.held_for).toEqual(held);
  const { owner: landlord } = world.here;
  const blind = { ...landlord, me: { ...landlord.me, grants: new Set([...landlord.me.grants].filter((one) => !one.startsWith('booking'))) } };
  expect((await as(blind)).unit.held_for).toBeNull();
});
