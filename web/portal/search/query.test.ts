import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addSearchFilters, buildListingsHref, isSearchQueryUnnormalized, normalizeQuery, pickSearchFilters, removeSearchFilter } from './query.ts';

const q = (text: string) => new URLSearchParams(text);

describe('search URL', () => {
  test.each([
    ['ticked boxes become one list, empty fields go', 'beds=1&beds=2&min=&q=+', '/listings?beds=1,2'],
    ['the last of two values of one filter is used', 'type=rent&type=buy', '/listings?type=buy'],
    ['filters get a fixed order, and unknown parameters are removed', 'utm_source=x&max=60000&type=rent', '/listings?type=rent&max=60000'],
    ['a box ticked twice counts once', 'amenities=cctv,borehole&amenities=cctv', '/listings?amenities=cctv,borehole'],
  ])('is normalised: %s', (_, given, address) => expect(buildListingsHref(normalizeQuery(q(given)))).toBe(address));

  test('is detected as not normalised if values are repeated or empty, regardless of campaign parameters', () => {
    expect(['beds=1&beds=2', 'min=', 'beds=1,2', 'utm_source=a&utm_source=b', ''].map((text) => isSearchQueryUnnormalized(q(text)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('returns to the first page after a filter is added or removed', () => {
    const now = q('type=rent&beds=1,2&max=60000&page=3&after=abc');
    expect(buildListingsHref(removeSearchFilter(now, 'beds', '1'))).toBe('/listings?type=rent&max=60000&beds=2');
    expect(buildListingsHref(removeSearchFilter(now, 'beds'))).toBe('/listings?type=rent&max=60000');
    expect(buildListingsHref(addSearchFilters(now, { place: '7' }))).toBe('/listings?type=rent&place=7&max=60000&beds=1,2');
    expect(String(pickSearchFilters(q('type=rent&sort=newest&page=2')))).toBe('type=rent');
  });

  test('does not change when normalised a second time, and is then recognised as normalised', () => {
    const name = fc.constantFrom('type', 'q', 'beds', 'amenities', 'min', 'sort', 'page', 'other');
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string({ maxLength: 6 })), { maxLength: 8 }), (pairs) => {
        const once = normalizeQuery(new URLSearchParams(pairs));
        expect(String(normalizeQuery(once))).toBe(String(once));
        expect(isSearchQueryUnnormalized(once)).toBe(false);
      }),
    );
  });
});
