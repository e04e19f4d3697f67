import { beforeAll, expect, test } from 'vitest';
import { bookingPaid } from '#server/tenancy/service.ts';
import { bookingWorld } from '#test/booking-world.ts';
import { beforePaying } from './before-paying.ts';
import { agreementService } from './service.ts';

let world: Awaited<ReturnType<typeof bookingWorld>>;
beforeAll(async () => {
  world = await bookingWorld();
});

test('the lease that is read before paying is the one that is drafted after', async () => {
  const { as, here, service, house } = world;
  const { listing } = await world.home({ service_charge_cents: 250_000 });
  const { id, person } = await world.applies(listing);
  const before = await as(person, (ctx) => beforePaying(ctx, { booking_id: id }));
  await world.checked(id);
  await as(here.owner, (ctx) => service.approve(ctx, { id, note: '' }));
  await as(here.owner, (ctx) => bookingPaid(ctx, { bookingId: id }));
  const draft = await house.database.db.selectFrom('agreement').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const after = await as(here.owner, (ctx) => agreementService(house).details(ctx, { id: draft.id }));
  expect(before.text.blocks).toEqual(after.text.blocks);
});
