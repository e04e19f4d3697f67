import { beforeAll, expect, test } from 'vitest';
import { SearchAnswer } from '#contract/search/calls.ts';
import { SearchQuery } from '#contract/search/query.ts';
import { opened } from '#server/http/json-text.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { m } from '#words/messages.js';
import { listings } from './find.ts';
import { suggest } from './suggest.ts';

let house: House;
beforeAll(async () => {
  house = await freshHouse('demo');
});
const search = async (given: object) => SearchAnswer.parse(opened(await listings(house.database.reads, SearchQuery.parse(given))));

test('the examples in the search boxes find something in the demo, in each language', async () => {
  for (const locale of ['en', 'sw'] as const)
    for (const hint of [m.portal_where_hint({}, { locale })]) {
      const example = /“(.+)”/.exec(hint)?.[1] ?? hint;
      const found = await search({ q: example, type: 'rent' });
      expect(found.count, example).toBeGreaterThan(1);
      expect(Object.keys(found.understood.filters), example).toContain('place');
      expect(found.understood.rest, example).toBe('');
    }
});

test('roads, campuses, malls and parts of town are places: their names and aliases find what lies around them', async () => {
  for (const [text, name, landmark] of [
    ['Ngong Road', 'Ngong Road', 'road'],
    ['2 bedroom along thika superhighway', 'Thika Road', 'road'],
    ['JKUAT', 'JKUAT', 'campus'],
    ['bedsitter near ku', 'Kenyatta University', 'campus'],
    ['Garden City', 'Garden City', 'mall'],
    ['Eastlands', 'Eastlands', 'area'],
  ] as const) {
    const { understood } = await search({ q: text });
    expect(understood.places, text).toEqual([expect.objectContaining({ name, landmark })]);
    expect(understood.rest, text).toBe('');
  }
  const road = await search({ q: 'Thika Road', type: 'rent' });
  expect(road.count).toBeGreaterThan(3);
  // Along the whole line, not around one point of it.
  expect(new Set(road.results.map((card) => card.place.name)).size).toBeGreaterThan(1);
});

test('a suggestion says at which level a name is, and names no place twice', async () => {
  const { results } = await suggest(house.database.reads, { q: 'kilimani', limit: 8 });
  expect(results.filter((one) => one.name === 'Kilimani').map((one) => one.kind)).toEqual(expect.arrayContaining(['ward', 'estate']));
  expect(new Set(results.map((one) => `${one.kind} ${one.name} ${one.under}`)).size).toBe(results.length);
  const [first] = (await suggest(house.database.reads, { q: 'thika ro', limit: 8 })).results;
  expect(first).toMatchObject({ kind: 'landmark', landmark: 'road', name: 'Thika Road', under: 'Nairobi' });
  expect(first?.n).toBe((await search({ place: String(first?.id) })).count);
});

test('the name of a property finds the property, though its words mean other things too', async () => {
  const { rows } = await house.database.pool.query<{ id: number }>(
    `update property set name = 'Lakeview Apartments' where id = (select min(property_id) from listing_card) returning id`,
  );
  const found = await search({ q: 'lakeview apartments' });
  expect(found.count).toBeGreaterThan(0);
  expect(found.results.map((card) => card.property.id)).toContain(rows[0]?.id);
  expect(new Set(found.results.map((card) => card.property.name))).toEqual(new Set(['Lakeview Apartments']));
});
