import { beforeAll, expect, test } from 'vitest';
import { SearchResponse } from '#contract/search/calls.ts';
import { SearchQuery } from '#contract/search/query.ts';
import { parseJsonText } from '#server/http/json-text.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { m } from '#words/messages.js';
import { searchListings } from './search-listings.ts';
import { suggestLocations } from './suggest.ts';

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices('demo');
});
const search = async (given: object) => SearchResponse.parse(parseJsonText(await searchListings(services.database.reads, SearchQuery.parse(given))));

test('search box: the example searches find results in the demo data, in each language', async () => {
  for (const locale of ['en', 'sw'] as const)
    for (const hint of [m.portal_where_hint({}, { locale })]) {
      const example = /“(.+)”/.exec(hint)?.[1] ?? hint;
      const found = await search({ q: example, type: 'rent' });
      expect(found.count, example).toBeGreaterThan(1);
      expect(Object.keys(found.understood.filters), example).toContain('place');
      expect(found.understood.rest, example).toBe('');
    }
});

test('search by landmark: finds homes around roads, campuses, malls and areas by their names and aliases', async () => {
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
  // The search covers the whole line of the road, not a circle around one point.
  expect(new Set(road.results.map((card) => card.place.name)).size).toBeGreaterThan(1);
});

test('search suggestions: show the administrative level of each name, without duplicate locations', async () => {
  const { results } = await suggestLocations(services.database.reads, { q: 'kilimani', limit: 8 });
  expect(results.filter((one) => one.name === 'Kilimani').map((one) => one.kind)).toEqual(expect.arrayContaining(['ward', 'estate']));
  expect(new Set(results.map((one) => `${one.kind} ${one.name} ${one.under}`)).size).toBe(results.length);
  const [first] = (await suggestLocations(services.database.reads, { q: 'thika ro', limit: 8 })).results;
  expect(first).toMatchObject({ kind: 'landmark', landmark: 'road', name: 'Thika Road', under: 'Nairobi' });
  expect(first?.n).toBe((await search({ place: String(first?.id) })).count);
});

test('search by property name: finds the property even if its words also name a location or a home type', async () => {
  const { rows } = await services.database.pool.query<{ id: number }>(
    `update property set name = 'Lakeview Apartments' where id = (select min(property_id) from listing_card) returning id`,
  );
  const found = await search({ q: 'lakeview apartments' });
  expect(found.count).toBeGreaterThan(0);
  expect(found.results.map((card) => card.property.id)).toContain(rows[0]?.id);
  expect(new Set(found.results.map((card) => card.property.name))).toEqual(new Set(['Lakeview Apartments']));
});
