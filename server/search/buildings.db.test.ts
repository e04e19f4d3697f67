import { beforeAll, expect, test } from 'vitest';
import type { SearchAnswer } from '#contract/search/calls.ts';
import { SearchQuery } from '#contract/search/query.ts';
import { opened } from '#server/http/json-text.ts';
import { freshHouse, type House } from '#test/db.ts';
import { addListing, addUnit, place } from '#test/worlds/market.ts';
import { among, searchIn } from './service.ts';

let house: House;
const prices = [2_500_000, 3_000_000, 4_000_000];
let ids: number[];
let property: number;
let alone: number;
const find = async (query: object) => opened(await searchIn(house.database.reads).listings(null, SearchQuery.parse(query))) as SearchAnswer;
beforeAll(async () => {
  house = await freshHouse();
  const at = await place(house);
  property = at.property;
  ids = [];
  for (const price_cents of prices)
    ids.push(await addListing(house, { ...at, unit: await addUnit(house, property) }, { price_cents, price_period: 2, published_at: new Date() }));
  alone = await addListing(house, await place(house), { price_cents: 2_000_000, price_period: 2, published_at: new Date() });
});

test('a building says how many of its homes fit and from what to what, whichever of them the page shows', async () => {
  const whole = { property_id: property, listing_type: 0, count: 3, from_cents: 2_500_000, to_cents: 4_000_000 };
  const all = await find({ type: 'rent' });
  expect([all.count, all.results.length]).toEqual([4, 4]);
  expect(all.buildings).toEqual([whole]);
  // Two rows a page: the number is of all that fit, the count of homes stays the count of homes.
  for (const page of [1, 2]) {
    const part = await find({ type: 'rent', size: '2', page: String(page), sort: '-price' });
    expect([part.count, part.results.length, part.buildings]).toEqual([4, 2, [whole]]);
  }
  expect((await find({ type: 'rent', max: '31000' })).buildings).toEqual([{ ...whole, count: 2, to_cents: 3_000_000 }]);
  expect((await find({ type: 'rent', max: '26000' })).buildings).toEqual([]);
  expect((await find({ type: 'rent', size: '1' })).buildings).toEqual([]);
});

test('which of some offers a search finds', async () => {
  const found = async (max: number, of: readonly number[]) => (await among(house.database.reads, { type: 'rent', max }, of)).map((card) => card.id);
  expect((await found(31_000, [...ids, alone])).sort()).toEqual([...ids.slice(0, 2), alone].sort());
  expect(await found(31_000, ids.slice(2))).toEqual([]);
  expect(await found(31_000, [])).toEqual([]);
});
