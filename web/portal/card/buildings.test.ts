import { expect, test } from 'vitest';
import type { ListingCard } from '#contract/search/shapes.ts';
import { groupCardsByBuilding } from './buildings.ts';

const kind = { code: 'k', name: 'Bedsitter', name_sw: '' };
const card = (id: number, property: number, price: number, more: Partial<ListingCard> = {}): ListingCard => ({
  id,
  code: `LST${id}`,
  listing_type: 0,
  title: `Home ${id}`,
  price_cents: price,
  price_period: 2,
  promotion: null,
  discounts: [],
  move_in_cents: price,
  monthly_cents: price,
  property: { id: property, slug: `court-${property}`, name: `Court ${property}`, type: kind },
  unit: { id, slug: `a${id}`, name: `A${id}`, type: kind },
  place: { id: 1, name: 'Kilimani', county: 'Nairobi' },
  bedrooms: 1,
  bathrooms: 1,
  area_m2: null,
  furnished: 'unfurnished',
  amenities: [],
  cover: null,
  photos: 1,
  has: { video: false, tour: false, plan: false },
  featured: false,
  verified_at: null,
  rating: null,
  lat: 0,
  lng: 0,
  exact: true,
  available_from: null,
  published_at: '2026-11-01T00:00:00Z',
  ...more,
});
const building = (property_id: number, count: number, from_cents: number, to_cents: number, listing_type = 0) => ({
  property_id,
  listing_type,
  count,
  from_cents,
  to_cents,
});
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('search cards: matching homes of one building share one card, with the price range and the number of all matches', () => {
  const cards = groupCardsByBuilding(
    { results: [card(1, 7, 3_000_000), card(2, 8, 5_000_000), card(3, 7, 2_600_000)], buildings: [building(7, 6, 2_500_000, 4_000_000)] },
    'en',
  );
  expect(cards.map((one) => [one.title, plain(one.price), one.building?.homes ?? null])).toEqual([
    ['Court 7', 'KES 25,000 – 40,000', '6 homes'],
    ['Home 2', 'KES 50,000', null],
  ]);
  expect(cards[0]?.href).toBe('/property/7/court-7');
  expect(cards[0]?.building?.units.map((unit) => [unit.id, unit.href, plain(unit.price)])).toEqual([
    [1, '/property/7/court-7/units/1/a1', 'KES 30,000'],
    [3, '/property/7/court-7/units/3/a3', 'KES 26,000'],
  ]);
  expect(cards[0]?.building?.all.href).toBe('/property/7/court-7/units');
});

test('search cards: sales and lettings have separate cards, equal prices show no range, and shops do not count as homes', () => {
  const results = [card(1, 7, 100, { listing_type: 2, price_period: 3 }), card(2, 7, 100), card(3, 7, 100, { bedrooms: null })];
  const cards = groupCardsByBuilding({ results, buildings: [building(7, 2, 3_000_000, 3_000_000)] }, 'en');
  expect(cards.map((one) => [one.id, plain(one.price), one.building?.homes ?? null])).toEqual([
    [1, 'KES 1', null],
    [2, 'KES 30,000', '2 homes'],
  ]);
  const shops = groupCardsByBuilding({ results: [card(3, 7, 100, { bedrooms: null })], buildings: [building(7, 2, 100, 200)] }, 'en');
  expect(shops[0]?.building?.homes).toBe('2 units');
});
