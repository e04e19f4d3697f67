import { beforeAll, expect, test } from 'vitest';
import { details, timeline } from '#server/unit/service.ts';
import { type BookingFixture, createBookingFixture } from '#test/fixtures/booking-fixture.ts';

let fixture: BookingFixture;
beforeAll(async () => {
  fixture = await createBookingFixture();
});
const seen = (id: number) => fixture.as(fixture.here.owner, (ctx) => fixture.service.details(ctx, { id }));

test('booking start date: approval moves an early date to the day of availability, and the booking shows that day before approval', async () => {
  const { db } = fixture.services.database;
  const day = fixture.soon(37);
  for (const table of ['unit', 'listing'] as const) {
    const { listing, unit } = await fixture.home();
    const { id } = await fixture.applies(listing);
    expect((await seen(id)).not_before).toBeNull();
    await db
      .updateTable(table)
      .set({ available_from: day })
      .where('id', '=', table === 'unit' ? unit : listing)
      .execute();
    expect((await seen(id)).not_before).toBe(day);
    expect((await fixture.approve(id)).starts_on).toBe(day);
  }
});

test('reserved unit: names its applicant only to readers with permission to see bookings', async () => {
  const { listing, unit } = await fixture.home();
  const { id, person } = await fixture.applies(listing);
  const { code } = await fixture.approve(id);
  const held = { id, code, from: fixture.soon(), name: (await seen(id)).applicant?.name };
  const as = (who: typeof person) =>
    fixture.as(who, async (ctx) => ({ unit: await details(ctx, { id: unit }), past: await timeline(ctx, { id: unit, page: 1, page_size: 10 }) }));
  const owner = await as(fixture.here.owner);
  expect(owner.unit.held_for).toEqual(held);
  expect(owner.past.results.find((one) => one.reason === code)?.held_for).toEqual(held);
  const { owner: landlord } = fixture.here;
  const blind = { ...landlord, me: { ...landlord.me, grants: new Set([...landlord.me.grants].filter((one) => !one.startsWith('booking'))) } };
  expect((await as(blind)).unit.held_for).toBeNull();
});
