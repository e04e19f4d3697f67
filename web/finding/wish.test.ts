import { expect, test } from 'vitest';
import { safePath } from '#contract/access/guard.ts';
import { homeWish, wishAddress } from './wish.ts';

test('the address one comes back to is the same place with the wish in it, and one the sign-in accepts', () => {
  const address = new URL(wishAddress(new URL('https://makao.test/listings?type=rent&beds=2&wish=home-9'), homeWish(12)), 'https://makao.test');
  expect([address.pathname, address.searchParams.get('notice')]).toEqual(['/auth/sign_in', 'wish']);
  const back = address.searchParams.get('callbackUrl') ?? '';
  expect(back).toBe('/listings?type=rent&beds=2&wish=home-12');
  expect(safePath(back)).toBe(back);
});
