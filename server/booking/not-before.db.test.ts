import { beforeAll, expect, test } from 'vitest';
import { details, timeline } from '#server/unit/service.ts';
import { type BookingWorld, bookingWorld } from '#test/booking-world.ts';

let world: BookingWorld;
beforeAll(async () => {
  world = await bookingWorld();
});
const seen = (id: number) => world.as(world.here.owner, (ctx) => world.service.details(ctx, { id }));

test('nobody is approved for a day before the one the unit or its listing is free from; put right, they are', async () => {
  const { db } = world.house.database;
  const { listing, unit } = await world.home();
  const { id } = await world.applies(listing);
  const free = (table: 'unit' | 'listing', at: number, day: string | null) =>
    db.updateTable(table).set({ available_from: day }).where('id', '=', at).execute();
  const day = world.soon(37);
  for (const [table, at] of [['unit', unit] as const, ['listing', listing] as const]) {
    await free(table, at, day);
    expect((await seen(id)).not_before).toBe(day);
    await expect(world.approve(id)).rejects.toMatchObject({ failure: 'conflict', extra: { free_from: day } });
    expect(await world.unitOf(unit)).toBe('vacant');
    await free(table, at, null);
  }
  await free('unit', unit, world.soon(7));
  expect((await seen(id)).not_before).toBeNull();
  expect((await world.approve(id)).starts_on).toBe(world.soon(7));
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
