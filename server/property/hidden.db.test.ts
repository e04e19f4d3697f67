import { beforeAll, expect, test } from 'vitest';
import { listingService } from '#server/listing/service.ts';
import { freshHouse, type House } from '#test/db.ts';
import { ctxOf, somebody } from '#test/world.ts';
import { addListing, addUnit, place } from '#test/worlds/market.ts';
import * as property from './service.ts';

let house: House;
beforeAll(async () => {
  house = await freshHouse();
});

test('a property, the home of who lets it and the listings of a unit say alike how many strangers do not see, and why', async () => {
  const at = await place(house);
  const id = await addListing(house, at);
  const over = await addListing(house, { property: at.property, unit: await addUnit(house, at.property) }, { over_plan: true });
  await addListing(house, { property: at.property, unit: await addUnit(house, at.property) }, { status: 'paused', paused_by: 'company' });
  const { db } = house.database;
  const set = (facts: object) => db.updateTable('property').set(facts).where('id', '=', at.property).execute();
  const said = async () => {
    const ctx = ctxOf(house, at.owner);
    const { results } = await property.all(ctx, { page: 1, page_size: 10, sort: 'name' });
    const [row, one, home] = [results.find((p) => p.id === at.property), await property.one(ctx, { id: at.property }), await property.facts(ctx)];
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
  const ofUnit = await listingService(house).all(ctxOf(house, at.owner), {
    page: 1,
    page_size: 10,
    sort: '-updated_at',
    z_filter: { unit_id: at.unit },
  });
  expect(ofUnit.results.map((one) => [one.id, one.hidden])).toEqual([[id, 'unverified']]);
  // A platform's home has lists for it, not a sentence.
  expect((await property.facts(ctxOf(house, await somebody(house, 'superadmin')))).hidden).toEqual([]);
  await set({ status: 'verified' });
  await db.updateTable('listing').set({ over_plan: false }).where('id', '=', over).execute();
  expect(await said()).toEqual([]);
});
