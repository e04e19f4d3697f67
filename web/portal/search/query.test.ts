import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { having, isUntidy, lacking, onlyFilters, searchAddress, tidy } from './query.ts';

const q = (text: string) => new URLSearchParams(text);

describe('the address of a search', () => {
  test.each([
    ['ticked boxes become one list, empty fields go', 'beds=1&beds=2&min=&q=+', '/listings?beds=1,2'],
    ['of two of one thing the last counts', 'type=rent&type=buy', '/listings?type=buy'],
    ['in one order, strangers left out', 'utm_source=x&max=60000&type=rent', '/listings?type=rent&max=60000'],
    ['a box ticked twice counts once', 'amenities=cctv,borehole&amenities=cctv', '/listings?amenities=cctv,borehole'],
  ])('%s', (_, given, address) => expect(searchAddress(tidy(q(given)))).toBe(address));

  test('an untidy one is told from a tidy one; a campaign’s own names do not matter', () => {
    expect(['beds=1&beds=2', 'min=', 'beds=1,2', 'utm_source=a&utm_source=b', ''].map((text) => isUntidy(q(text)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('one filter more or less, and the first page again', () => {
    const now = q('type=rent&beds=1,2&max=60000&page=3&after=abc');
    expect(searchAddress(lacking(now, 'beds', '1'))).toBe('/listings?type=rent&max=60000&beds=2');
    expect(searchAddress(lacking(now, 'beds'))).toBe('/listings?type=rent&max=60000');
    expect(searchAddress(having(now, { place: '7' }))).toBe('/listings?type=rent&place=7&max=60000&beds=1,2');
    expect(String(onlyFilters(q('type=rent&sort=newest&page=2')))).toBe('type=rent');
  });

  test('tidying twice is tidying once, and what is tidy is never called untidy', () => {
    const name = fc.constantFrom('type', 'q', 'beds', 'amenities', 'min', 'sort', 'page', 'other');
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string({ maxLength: 6 })), { maxLength: 8 }), (pairs) => {
        const once = tidy(new URLSearchParams(pairs));
        expect(String(tidy(once))).toBe(String(once));
        expect(isUntidy(once)).toBe(false);
      }),
    );
  });
});
