import { expect, test } from 'vitest';
import { hasNumericIds } from '#contract/kernel/screen.ts';
import { readWantedPath, wantedPathCookie } from './guard.ts';

test('screen guard: remembers only a page of this site for a signed-out visitor and ignores every other cookie value', () => {
  const cookie = (path: string) => `a=1; ${wantedPathCookie}=${encodeURIComponent(path)}; b=2`;
  expect(readWantedPath(cookie('/dashboard/tenant/booking/5/BKG-1?tab=due'))).toBe('/dashboard/tenant/booking/5/BKG-1?tab=due');
  for (const path of ['//evil.test/dashboard/', 'https://evil.test/', '/auth/sign_in', '/dashboard/\\evil', ''])
    expect(readWantedPath(cookie(path))).toBe('/');
  for (const header of [null, '', `${wantedPathCookie}=%`, `x${wantedPathCookie}=%2Fdashboard%2Fowner`]) expect(readWantedPath(header)).toBe('/');
});

test('screen guard: an address with a word in place of an id opens no record', () => {
  expect(hasNumericIds({ id: '12', tenancy_id: '3', code: 'TCY-1' })).toBe(true);
  expect(hasNumericIds({ id: 'create_tenancy' })).toBe(false);
  expect(hasNumericIds({ listing_id: 'x' })).toBe(false);
  expect(hasNumericIds({ id: 'new' })).toBe(false);
  expect(hasNumericIds({ id: 'new', code: 'draft' }, { makes: true })).toBe(true);
  expect(hasNumericIds({ id: 'edit' }, { makes: true })).toBe(false);
});
