import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askedHere, cameFrom, homeOfWish, homeWish, searchWish, wishAddress, wishIn, withWish } from './wish.ts';

const ours = ['https://makao.test'];
const asked = (text: string) => new URLSearchParams(text);

describe('a guest’s wish', () => {
  test('rides in the address of the page they stood on, once', () => {
    const back = wishAddress(asked('wish=home-12'), 'https://makao.test/listings?type=rent&beds=2&wish=home-9', ours);
    expect(back).toBe('/listings?type=rent&beds=2&wish=home-12');
    expect(wishIn(back ?? '')).toBe(homeWish(12));
    expect(homeOfWish('home-12')).toBe(12);
    expect(wishIn(withWish('/mapsearch?bbox=1,2,3,4', searchWish))).toBe('search');
  });

  test('another site, signing in itself or no page at all leads back to the front page', () => {
    for (const from of ['https://evil.test/listings', 'https://makao.test/auth/sign_in', 'https://makao.test.evil.test/', 'nonsense', null])
      expect(cameFrom(from, ours)).toBe('/');
  });

  test('only a page of ours that was not opened with it asks for one: no forged link, straight or by a page of ours', () => {
    const here = (referer: string | null) => askedHere('home-12', referer, ours);
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
    expect(askedHere(null, 'https://makao.test/listings', ours)).toBe(false);
  });

  test('nothing else is a wish, and a way back that was given is kept', () => {
    for (const wish of ['home-0', 'home-1x', 'home--1', 'searches', '<b>', ''])
      expect([wishAddress(asked(new URLSearchParams({ wish }).toString()), null, ours), wishIn(`/?${new URLSearchParams({ wish })}`)]).toEqual([
        null,
        null,
      ]);
    expect(wishAddress(asked('wish=home-1&callbackUrl=/x'), null, ours)).toBeNull();
  });

  test('whatever page one says one came from, the way back is a path of ours', () => {
    const origin = fc.constantFrom('https://makao.test', 'https://evil.test', '//evil.test', 'https://makao.test@evil.test', 'javascript:', '');
    fc.assert(
      fc.property(origin, fc.string(), (site, rest) => {
        const back = wishAddress(asked('wish=search'), `${site}/${rest}`, ours) ?? '';
        expect(back).toMatch(/^\/(?!\/)/);
        expect(new URL(back, 'https://makao.test').origin).toBe('https://makao.test');
        expect(wishIn(back)).toBe('search');
      }),
    );
  });
});
