import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildSearchHeading } from '#web/portal/search-heading.ts';
import { buildListingsHref } from './query.ts';
import { listBroadestSearches, listRelaxedSearches, toExplicitFilters } from './relax.ts';

const q = (text: string) => new URLSearchParams(text);
const nothing = { filters: {}, rest: '', places: [] };
const kilimani = { id: 7, name: 'Kilimani', lat: -1.29, lng: 36.78, landmark: null };
const nameOf = (_: string, value: string) => value;
const shown = (asked: string, understood = nothing as Parameters<typeof listRelaxedSearches>[1]) =>
  listRelaxedSearches(q(asked), understood, nameOf).map((one) => `${one.label} ${buildListingsHref(one.query)}`);

describe('suggestions for a search without results', () => {
  test('relax each part of the free text separately, in order of the smallest change', () => {
    const read = { filters: { beds: '2', place: '7', max: '60000', amenities: 'borehole' }, rest: 'balcony', places: [kilimani] };
    expect(shown('type=rent&q=2+bedroom+kilimani+under+60k+borehole+balcony', read)).toEqual([
      'Within 3 km of Kilimani /listings?type=rent&q=balcony&max=60000&beds=2&amenities=borehole&near=-1.29,36.78,3',
      'Within 10 km of Kilimani /listings?type=rent&q=balcony&max=60000&beds=2&amenities=borehole&near=-1.29,36.78,10',
      'Any price /listings?type=rent&q=balcony&place=7&beds=2&amenities=borehole',
      'Any size /listings?type=rent&q=balcony&place=7&max=60000&amenities=borehole',
      'Without “borehole” /listings?type=rent&q=balcony&place=7&max=60000&beds=2',
      'Without the words “balcony” /listings?type=rent&place=7&max=60000&beds=2&amenities=borehole',
      'Anywhere in Kenya /listings?type=rent&q=balcony&max=60000&beds=2&amenities=borehole',
      'Without “rent” /listings?q=balcony&place=7&max=60000&beds=2&amenities=borehole',
    ]);
  });

  test('widen the radius of a circle up to a limit', () => {
    expect(shown('near=-1.3,36.8,2')[0]).toBe('Within 3 km /listings?near=-1.3,36.8,3');
    expect(shown('near=-1.3,36.8,40')).toEqual(['Anywhere in Kenya /listings']);
  });

  test('give filters chosen by the visitor priority over filters parsed from the text', () => {
    expect(String(toExplicitFilters(q('type=rent&q=house+for+sale'), { filters: { type: 'buy' }, rest: '', places: [] }))).toBe('type=rent');
  });

  test('always include a search with fewer conditions', () => {
    const asked = fc.record(
      {
        type: fc.constantFrom('rent', 'buy'),
        q: fc.constantFrom('zzz', 'keja'),
        place: fc.constant('7'),
        min: fc.constant('5'),
        max: fc.constant('9'),
        beds: fc.constantFrom('1', '1,2'),
        unit_type: fc.constant('shop'),
        amenities: fc.constant('borehole,cctv'),
        pets: fc.constant('true'),
        near: fc.constant('-1.2,36.8,40'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(asked, (given) => {
        const query = new URLSearchParams(given);
        if (query.size === 0) return;
        const read = { filters: {}, rest: given.q ?? '', places: given.place ? [kilimani] : [] };
        const ways = [...listRelaxedSearches(query, read, nameOf).map((one) => one.query), ...listBroadestSearches(query, read)];
        expect(ways.length).toBeGreaterThan(0);
        expect(new Set(ways.map(String)).has(String(toExplicitFilters(query, read)))).toBe(false);
        expect(listBroadestSearches(query, read).at(-1)?.size).toBe(0);
      }),
    );
  });
});

describe('search heading', () => {
  const names: Record<string, string> = { bedsitter: 'Bedsitter', apartment: 'Apartment', land: 'Land' };
  test.each([
    ['', [], 'Homes, offices and land'],
    ['type=rent', [], 'Homes to rent'],
    ['type=rent&beds=2', [kilimani], '2-bedroom homes to rent in Kilimani'],
    ['type=rent&beds=1', [], '1-bedroom homes to rent'],
    ['type=buy&beds=0', [], 'Bedsitters and studios for sale'],
    ['beds=1,2', [kilimani], 'Homes, offices and land in Kilimani'],
    ['type=rent&unit_type=bedsitter', [kilimani], 'Bedsitter to rent in Kilimani'],
    ['type=buy&property_type=apartment&beds=3', [], '3-bedroom apartment for sale'],
    ['type=rent&unit_type=bedsitter,shop', [kilimani, { ...kilimani, name: 'Karen' }], 'Homes to rent in Kilimani and Karen'],
  ])('describes the results of the query %s', (query, places, heading) => {
    expect(buildSearchHeading({ query: q(query), places, nameOf: (_, value) => names[value] ?? value })).toBe(heading);
  });
});
