import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addIntentToPath,
  buildFavouriteHomeIntent,
  buildIntentReturnPath,
  getRefererPath,
  isOwnIntent,
  parseHomeIdOfIntent,
  readIntent,
  savedSearchIntent,
} from './wish.ts';

const ours = ['https://makao.test'];
const asked = (text: string) => new URLSearchParams(text);

describe("signed-out visitor's action before sign-in", () => {
  test('is added to the page address exactly once', () => {
    const back = buildIntentReturnPath(asked('wish=home-12'), 'https://makao.test/listings?type=rent&beds=2&wish=home-9', ours);
    expect(back).toBe('/listings?type=rent&beds=2&wish=home-12');
    expect(readIntent(back ?? '')).toBe(buildFavouriteHomeIntent(12));
    expect(parseHomeIdOfIntent('home-12')).toBe(12);
    expect(readIntent(addIntentToPath('/mapsearch?bbox=1,2,3,4', savedSearchIntent))).toBe('search');
  });

  test('returns to the front page when the visitor arrives from another site, from sign-in or without a referring page', () => {
    for (const from of ['https://evil.test/listings', 'https://makao.test/auth/sign_in', 'https://makao.test.evil.test/', 'nonsense', null])
      expect(getRefererPath(from, ours)).toBe('/');
  });

  test('is accepted only from a page of this site whose address does not already contain the same action, so that links cannot be forged', () => {
    const here = (referer: string | null) => isOwnIntent('home-12', referer, ours);
    expect(here('https://makao.test/listings?type=rent')).toBe(true);
    expect(here('https://makao.test/listings?wish=home-9')).toBe(true);
    for (const forged of [
      null,
      'https://evil.test/',
      'https://makao.test.evil.test/listings',
      'https://makao.test/auth/sign_in?callbackUrl=%2F%3Fwish%3Dhome-12',
      'https://makao.test/listings?wish=home-12',
    ])
      expect([forged, here(forged)]).toEqual([forged, false]);
    expect(isOwnIntent(null, 'https://makao.test/listings', ours)).toBe(false);
  });

  test('an unknown action is rejected, and an existing return address is not replaced', () => {
    for (const wish of ['home-0', 'home-1x', 'home--1', 'searches', '<b>', ''])
      expect([
        buildIntentReturnPath(asked(new URLSearchParams({ wish }).toString()), null, ours),
        readIntent(`/?${new URLSearchParams({ wish })}`),
      ]).toEqual([null, null]);
    expect(buildIntentReturnPath(asked('wish=home-1&callbackUrl=/x'), null, ours)).toBeNull();
  });

  test('always returns to a path of this site, whatever the referer', () => {
    const origin = fc.constantFrom('https://makao.test', 'https://evil.test', '//evil.test', 'https://makao.test@evil.test', 'javascript:', '');
    fc.assert(
      fc.property(origin, fc.string(), (site, rest) => {
        const back = buildIntentReturnPath(asked('wish=search'), `${site}/${rest}`, ours) ?? '';
        expect(back).toMatch(/^\/(?!\/)/);
        expect(new URL(back, 'https://makao.test').origin).toBe('https://makao.test');
        expect(readIntent(back)).toBe('search');
      }),
    );
  });
});
