import { beforeAll, expect, test } from 'vitest';
import type { SearchResponse } from '#contract/search/calls.ts';
import { SearchQuery } from '#contract/search/query.ts';
import { parseJsonText } from '#server/http/json-text.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addListing, addUnit, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { findListingsMatchingSearch, searchHandlers } from './service.ts';

let services: TestServices;
const prices = [2_500_000, 3_000_000, 4_000_000];
let ids: number[];
let property: number;
let alone: number;
const find = async (query: object) =>
  parseJsonText(await searchHandlers(services.database.reads).listings(null, SearchQuery.parse(query))) as SearchResponse;
beforeAll(async () => {
  services = await createTestServices();
  const at = await createOwnerWithUnit(services);
  property = at.property;
  ids = [];
  for (const price_cents of prices)
    ids.push(
      await addListing(services, { ...at, unit: await addUnit(services, property) }, { price_cents, price_period: 2, published_at: new Date() }),
    );
  alone = await addListing(services, await createOwnerWithUnit(services), { price_cents: 2_000_000, price_period: 2, published_at: new Date() });
});

test('building summary: gives the number and the price range of all matching homes on every page', async () => {
  const whole = { property_id: property, listing_type: 0, count: 3, from_cents: 2_500_000, to_cents: 4_000_000 };
  const all = await find({ type: 'rent' });
  expect([all.count, all.results.length]).toEqual([4, 4]);
  expect(all.buildings).toEqual([whole]);
  // Two rows a page: the number covers all matches, and the count of homes does not change.
  for (const page of [1, 2]) {
    const part = await find({ type: 'rent', size: '2', page: String(page), sort: '-price' });
    expect([part.count, part.results.length, part.buildings]).toEqual([4, 2, [whole]]);
  }
  expect((await find({ type: 'rent', max: '31000' })).buildings).toEqual([{ ...whole, count: 2, to_cents: 3_000_000 }]);
  expect((await find({ type: 'rent', max: '26000' })).buildings).toEqual([]);
  expect((await find({ type: 'rent', size: '1' })).buildings).toEqual([]);
});

test('search limited to given listings: returns the given listings that match the filters', async () => {
  const found = async (max: number, of: readonly number[]) =>
    (await findListingsMatchingSearch(services.database.reads, { type: 'rent', max }, of)).map((card) => card.id);
  expect((await found(31_000, [...ids, alone])).sort()).toEqual([...ids.slice(0, 2), alone].sort());
  expect(await found(31_000, ids.slice(2))).toEqual([]);
  expect(await found(31_000, [])).toEqual([]);
});
