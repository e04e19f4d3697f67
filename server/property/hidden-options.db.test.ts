import { beforeAll, expect, test } from 'vitest';
import { listingService } from '#server/listing/service.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addListing, addUnit, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, createTestCtx } from '#test/people.ts';
import * as property from './service.ts';

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});

test('hidden listings: property, dashboard home and unit page give the same counts and reasons', async () => {
  const at = await createOwnerWithUnit(services);
  const id = await addListing(services, at);
  const over = await addListing(services, { property: at.property, unit: await addUnit(services, at.property) }, { over_plan: true });
  await addListing(services, { property: at.property, unit: await addUnit(services, at.property) }, { status: 'paused', paused_by: 'company' });
  const { db } = services.database;
  const set = (facts: object) => db.updateTable('property').set(facts).where('id', '=', at.property).execute();
  const said = async () => {
    const ctx = createTestCtx(services, at.owner);
    const { results } = await property.list(ctx, { page: 1, page_size: 10, sort: 'name' });
    const [row, one, home] = [
      results.find((p) => p.id === at.property),
      await property.details(ctx, { id: at.property }),
      await property.readPropertyDashboardFigures(ctx),
    ];
    expect([one.hidden_listings, home.hidden, one.live_listings, home.live]).toEqual([
      row?.hidden_listings,
      row?.hidden_listings,
      row?.live_listings,
      row?.live_listings,
    ]);
    return row?.hidden_listings;
  };
  expect(await said()).toEqual([{ why: 'plan', count: 1 }]);
  await set({ status: 'pending_verification' });
  expect(await said()).toEqual([{ why: 'unverified', count: 2 }]);
  const ofUnit = await listingService(services).list(createTestCtx(services, at.owner), {
    page: 1,
    page_size: 10,
    sort: '-updated_at',
    z_filter: { unit_id: at.unit },
  });
  expect(ofUnit.results.map((one) => [one.id, one.hidden])).toEqual([[id, 'unverified']]);
  // Platform staff use the lists, so their dashboard home has no such figure.
  expect((await property.readPropertyDashboardFigures(createTestCtx(services, await createPerson(services, 'superadmin')))).hidden).toEqual([]);
  await set({ status: 'verified' });
  await db.updateTable('listing').set({ over_plan: false }).where('id', '=', over).execute();
  expect(await said()).toEqual([]);
});
