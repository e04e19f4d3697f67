import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { FacetResponse, MapSearchResponse, SearchResponse } from '#contract/search/calls.ts';
import type { SearchSort } from '#contract/search/limits.ts';
import { SearchFilters, SearchQuery } from '#contract/search/query.ts';
import { parseJsonText } from '#server/http/json-text.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { countFacets } from './facets.ts';
import { searchMap } from './map.ts';
import { searchListings } from './search-listings.ts';

/** Compares the search with a filter in plain JavaScript over the same rows: same listings, order and counts. */
type Row = Record<string, number | string | boolean | null> & { id: number; lat: number; lng: number; price_cents: number; amenity_mask: string };
let services: TestServices;
let rows: Row[];
let codes: Record<'unit_type' | 'property_type' | 'property_category' | 'amenity', { id: number; code: string; bit: number | null }[]>;
let places: number[];
type Landmark = { lat: number; lng: number; line: [number, number][] | null; radius_km: number };
let landmarks: Map<number, Landmark>;
const reads = () => services.database.reads;

beforeAll(async () => {
  services = await createTestServices();
  const { db } = services.database;
  await sql`insert into company (kind, name) values ('owner', 'Holder')`.execute(db);
  await sql`insert into person (name, email, user_type, company_id, verified_status) select 'P' || i, 'p' || i || '@makao.test', case when i = 1 then 4 else 5 end, case when i = 1 then (select id from company limit 1) end, 'verified' from generate_series(1, 4) i`.execute(
    db,
  );
  await sql`insert into property (slug, name, company_id, property_type_id, category_id, location_id, region, lat, lng, show_pin, status, amenities)
    select 'p' || i, 'Court ' || i, (select min(id) from company), t.id, t.category_id, l.id, l.county, -1.3 + (i % 17) * 0.02, 36.7 + (i % 23) * 0.015, i % 2 = 0, 'verified',
      array(select id from taxon where kind = 'amenity' and (id * i) % 5 = 0)
    from generate_series(1, 60) i
    cross join lateral (select id, category_id from taxon where kind = 'property_type' order by id offset i % 5 limit 1) t
    cross join lateral (select id, county from location where kind in ('estate', 'ward', 'county') and county in ('047', '022', '001') order by id offset (i * 37) % 150 limit 1) l`.execute(
    db,
  );
  await sql`insert into unit (property_id, slug, name, unit_type_id, bedrooms, bathrooms, area_m2, status, amenities)
    select p.id, 'u' || k, 'U' || k, (select id from taxon where kind = 'unit_type' order by id offset (p.id + k) % 8 limit 1), (p.id * k) % 7, k % 4, nullif((p.id * k) % 120, 0), 'vacant',
      array(select id from taxon where kind = 'amenity' and (id + k) % 7 = 0)
    from property p cross join generate_series(1, 7) k`.execute(db);
  await sql`insert into listing (property_id, unit_id, listing_type, title, price_cents, price_period, deposit_cents, furnished, pets, available_from, contact_id, status, published_at)
    select u.property_id, u.id, u.id % 3, 'Home ' || u.id, ((u.id * 7919) % 97 + 1) * 100000, case when u.id % 3 = 2 then 3 else 2 + 4 * (u.id % 2) end, (u.id % 5) * 100000,
      (array['unfurnished', 'semi', 'furnished'])[u.id % 3 + 1], case when u.id % 4 = 0 then null else u.id % 2 = 0 end, case when u.id % 3 = 0 then null else date '2026-12-01' + (u.id % 40)::int end,
      (select id from person order by id offset u.id % 4 limit 1), 'live', timestamptz '2026-10-01' + (u.id % 31) * interval '1 day' from unit u`.execute(
    db,
  );
  rows = (await sql<Row>`select *, amenity_mask::text as amenity_mask, published_at::text as published_at from listing_card order by id`.execute(db))
    .rows;
  const words = await db.selectFrom('taxon').select(['id', 'kind', 'code', 'bit']).execute();
  codes = { unit_type: [], property_type: [], property_category: [], amenity: [] };
  for (const w of words) codes[w.kind].push(w);
  const marks = await db
    .selectFrom('location')
    .select(['id', 'lat', 'lng', 'line', 'radius_km'])
    .where('kind', '=', 'landmark')
    .where('county', '=', '047')
    .execute();
  landmarks = new Map(marks.map((l) => [l.id, l as Landmark]));
  places = [...new Set(rows.flatMap((r) => [r.county_id, r.ward_id, r.estate_id, r.sub_county_id]).filter((id) => typeof id === 'number'))];
  places.push(...landmarks.keys());
});
afterAll(() => services.database.close());

const winding = (shape: readonly (readonly [number, number])[], x: number, y: number): boolean => {
  let turns = 0;
  for (const [i, [x1, y1]] of shape.entries()) {
    const [x2, y2] = shape[(i + 1) % shape.length] ?? [x1, y1];
    const side = (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1);
    if (y1 <= y && y2 > y && side > 0) turns++;
    if (y1 > y && y2 <= y && side < 0) turns--;
  }
  return turns !== 0;
};
/**
 * PostgreSQL compares polygon products within a millionth and treats points that near an edge, or slivers, as neither inside nor outside. Users
 * cannot draw such shapes, so they are skipped.
 */
const fuzzy = (shape: readonly (readonly [number, number])[]): boolean =>
  shape.some(([x1, y1], i) => {
    const [x2, y2] = shape[(i + 1) % shape.length] ?? [x1, y1];
    return rows.some((r) => Math.abs((x2 - x1) * (r.lat - y1) - (r.lng - x1) * (y2 - y1)) < 2e-6);
  });
const far = (r: Row, at: { lat: number; lng: number }) =>
  ((r.lat - at.lat) * 111.32) ** 2 + ((r.lng - at.lng) * 111.32 * Math.cos((at.lat * Math.PI) / 180)) ** 2;

/** Kilometres from a card to a landmark: to its point, or to the nearest part of its line. */
function kmTo(r: Row, { lat, lng, line }: Landmark): number {
  const shrink = Math.cos((lat * Math.PI) / 180);
  const points = (line ?? [[lat, lng]]).map(([y, x]) => [x * shrink, y] as const);
  const [px, py] = [r.lng * shrink, r.lat];
  const away = points.map(([x, y], at) => {
    const [fromX, fromY] = points[at - 1] ?? [x, y];
    const [dx, dy] = [x - fromX, y - fromY];
    const long = dx * dx + dy * dy;
    const t = long === 0 ? 0 : Math.max(0, Math.min(1, ((px - fromX) * dx + (py - fromY) * dy) / long));
    return Math.hypot(px - fromX - t * dx, py - fromY - t * dy) * 111.32;
  });
  return Math.min(...away);
}
const isAt = (r: Row, id: number): boolean => {
  const mark = landmarks.get(id);
  return mark ? kmTo(r, mark) <= mark.radius_km : [r.county_id, r.sub_county_id, r.ward_id, r.estate_id].includes(id);
};

function fits(r: Row, f: SearchFilters): boolean {
  const has = (kind: keyof typeof codes, column: string, wanted?: readonly string[]) =>
    !wanted?.length || wanted.some((code) => codes[kind].find((t) => t.code === code)?.id === r[column]);
  const mask = (f.amenities ?? []).reduce((m, code) => m | (1n << BigInt(codes.amenity.find((t) => t.code === code)?.bit ?? 63)), 0n);
  return (
    (!f.type || r.listing_type === listingTypes[f.type]) &&
    (!f.place || f.place.some((id) => isAt(r, id))) &&
    (!f.beds?.length || f.beds.some((n) => (n === 5 ? Number(r.bedrooms) >= 5 : r.bedrooms === n))) &&
    (!f.baths || Number(r.bathrooms) >= f.baths) &&
    (f.min === undefined || r.price_cents >= f.min * 100) &&
    (f.max === undefined || r.price_cents <= f.max * 100) &&
    has('unit_type', 'unit_type_id', f.unit_type) &&
    has('property_type', 'property_type_id', f.property_type) &&
    has('property_category', 'category_id', f.category) &&
    (BigInt(r.amenity_mask) & mask) === mask &&
    (!f.furnished?.length || f.furnished.includes(r.furnished as 'semi')) &&
    (!f.pets || r.pets === true) &&
    (!f.available_by || r.available_from === null || String(r.available_from) <= f.available_by) &&
    (!f.agent || r.contact_id === f.agent) &&
    (!f.bbox || (r.lat >= f.bbox.s && r.lat <= f.bbox.n && r.lng >= f.bbox.w && r.lng <= f.bbox.e)) &&
    (!f.near || far(r, f.near) <= f.near.km ** 2) &&
    (!f.area || f.area.some((shape) => winding(shape, r.lng, r.lat)))
  );
}
const by = (sort: SearchSort, f: SearchFilters) => (a: Row, b: Row) => {
  const way = ['best', 'newest', '-price'].includes(sort) ? -1 : 1;
  const centre = f.near ?? { lat: 0, lng: 0 };
  const key = (r: Row) =>
    sort === 'nearest'
      ? far(r, centre)
      : sort === 'newest'
        ? Date.parse(String(r.published_at))
        : Number(
            r[{ best: 'best', price: 'price_cents', '-price': 'price_cents', price_m2: 'price_m2', move_in: 'move_in_cents' }[sort]] ??
              Number.POSITIVE_INFINITY,
          );
  const [x, y] = [key(a), key(b)];
  return x === y ? (a.id - b.id) * way : (x - y) * way;
};

const some = <T>(of: fc.Arbitrary<T>) => fc.oneof({ arbitrary: fc.constant(undefined), weight: 6 }, { arbitrary: of, weight: 1 });
const listed = (of: () => string[], max = 2) =>
  fc.array(fc.nat(), { minLength: 1, maxLength: max }).map((ns) => ns.map((n) => of()[n % of().length]).join(','));
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const query = fc.record({
  type: some(fc.constantFrom('rent', 'lease', 'buy')),
  place: some(listed(() => places.map(String))),
  beds: some(listed(() => ['0', '1', '2', '3', '4', '5'], 3)),
  baths: some(fc.nat({ max: 3 }).map(String)),
  min: some(fc.nat({ max: 60_000 }).map(String)),
  max: some(fc.nat({ max: 120_000 }).map(String)),
  unit_type: some(listed(() => codes.unit_type.map((t) => t.code).slice(0, 8))),
  property_type: some(listed(() => codes.property_type.map((t) => t.code).slice(0, 5))),
  category: some(listed(() => codes.property_category.map((t) => t.code))),
  amenities: some(listed(() => codes.amenity.map((t) => t.code))),
  furnished: some(fc.constantFrom('semi', 'furnished', 'unfurnished,semi')),
  pets: some(fc.constantFrom('true', 'false')),
  available_by: some(fc.constantFrom('2026-12-05', '2027-01-01')),
  agent: some(fc.nat({ max: 4 }).map((n) => String(n + 1))),
  bbox: some(
    fc.tuple(number(36.6, 36.9), number(-1.4, -1.1), number(0.01, 0.3), number(0.01, 0.4)).map(([w, s, x, y]) => [w, s, w + x, s + y].join(',')),
  ),
  near: some(fc.tuple(number(-1.4, -0.9), number(36.6, 37.1), number(0.5, 40)).map((p) => p.join(','))),
  area: some(
    fc.array(fc.tuple(number(36.6, 37.1), number(-1.4, -0.9)), { minLength: 3, maxLength: 7 }).map((ps) => ps.map((p) => p.join(',')).join(';')),
  ),
});
const bare = (given: object) => Object.fromEntries(Object.entries(given).filter(([, v]) => v !== undefined));

test('search: finds the same listings, order, pages and map counts as a plain filter, for random filters', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(
      query,
      fc.constantFrom<SearchSort[]>('best', 'newest', 'price', '-price', 'price_m2', 'move_in', 'nearest'),
      fc.integer({ min: 3, max: 60 }),
      async (given, sort, size) => {
        const sorted = sort === 'nearest' && !given.near ? 'best' : sort;
        const f = SearchFilters.parse(bare(given));
        fc.pre(!f.area?.some(fuzzy));
        const expected = rows.filter((r) => fits(r, f)).sort(by(sorted, f));
        const seen: number[] = [];
        let after: string | undefined;
        for (let page = 1; page < 200; page++) {
          const answer = SearchResponse.parse(
            parseJsonText(
              await searchListings(reads(), SearchQuery.parse({ ...bare(given), sort: sorted, size, page, ...(after ? { after } : {}) })),
            ),
          );
          expect(answer.count).toBe(expected.length);
          seen.push(...answer.results.map((c) => c.id));
          if (page === 2) {
            const counted = SearchResponse.parse(
              parseJsonText(await searchListings(reads(), SearchQuery.parse({ ...bare(given), sort: sorted, size, page }))),
            );
            expect(counted.results.map((c) => c.id)).toEqual(answer.results.map((c) => c.id));
          }
          if (!answer.next) break;
          after = answer.next;
        }
        expect(seen).toEqual(expected.map((r) => r.id));
        const box = given.bbox ?? '33.6,-5,42,5';
        for (const zoom of ['6', '12', '16']) {
          const onMap = MapSearchResponse.parse(
            parseJsonText(
              await searchMap(reads(), { ...SearchFilters.parse({ ...bare(given), bbox: box }), zoom: Number(zoom) } as Parameters<
                typeof searchMap
              >[1]),
            ),
          );
          expect(onMap.count).toBe(expected.length);
          const plain = Object.keys(bare(given)).every((k) => ['type', 'bbox'].includes(k)) && given.bbox;
          if (zoom !== '16' && !plain) expect(onMap.cells.reduce((n, c) => n + c.n, 0)).toBe(expected.length);
          if (zoom === '16')
            expect(onMap.pins.reduce((n, p) => n + p.n, 0) + onMap.dots.length).toBeGreaterThanOrEqual(
              new Set(expected.map((r) => r.property_id)).size,
            );
        }
        const facet = FacetResponse.parse(await countFacets(reads(), f));
        expect(facet.count).toBe(expected.length);
        const without = (own: keyof SearchFilters) => rows.filter((r) => fits(r, { ...f, [own]: undefined }));
        expect(facet.beds.reduce((n, b) => n + b.n, 0)).toBe(without('beds').length);
        for (const { value, n } of facet.furnished) expect(n).toBe(without('furnished').filter((r) => r.furnished === value).length);
        for (const { value, n } of facet.property_type)
          expect(n).toBe(without('property_type').filter((r) => codes.property_type.find((t) => t.code === value)?.id === r.property_type_id).length);
        for (const { value, n } of facet.amenities) expect(n).toBe(expected.filter((r) => fits(r, { ...f, amenities: [value] })).length);
        expect(facet.prices.counts.reduce((n, c) => n + c, 0)).toBe(rows.filter((r) => fits(r, { ...f, min: undefined, max: undefined })).length);
        found += expected.length;
      },
    ),
    { numRuns: 120 },
  );
  expect(found).toBeGreaterThan(200);
}, 120_000);

test('search: finds nothing for unknown codes and locations, and refuses a cursor of another search', async () => {
  const ask = async (given: object) => SearchResponse.parse(parseJsonText(await searchListings(reads(), SearchQuery.parse(given))));
  for (const given of [{ unit_type: 'castle' }, { amenities: 'moat' }, { place: '99999999' }, { min: '5', max: '4' }, { page: '99999' }])
    expect(await ask(given)).toMatchObject({ results: [], next: null });
  for (const after of [
    'x',
    'bnVsbA',
    Buffer.from('["1; drop table listing", 3]').toString('base64url'),
    Buffer.from('[null, 3]').toString('base64url'),
  ])
    await expect(ask({ after })).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { after: expect.any(String) } } });
});

test('search text: known words become filters, other words are searched by text, and misspelt names are found', async () => {
  const ask = async (q: string) => SearchResponse.parse(parseJsonText(await searchListings(reads(), SearchQuery.parse({ q }))));
  const beds = await ask('2 bedroom under 40k');
  expect(beds.understood.filters).toEqual({ beds: '2', max: '40000' });
  expect(beds.count).toBe(rows.filter((r) => r.bedrooms === 2 && r.price_cents <= 4_000_000).length);
  expect((await ask('court 17')).results.every((c) => c.property.name === 'Court 17')).toBe(true);
  // A name with a word that is also a kind of place is found too.
  expect((await ask('court 17')).results.length).toBeGreaterThan(0);
  expect((await ask('cuort 17')).count).toBeGreaterThan(0);
  expect((await ask("';drop table listing;--")).count).toBe(0);
});
