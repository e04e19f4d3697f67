import { expect, test } from 'vitest';
import { hasNumericIds } from '#contract/kernel/screen.ts';
import { readRequestedPath, requestedPathCookie } from './guard.ts';

test('sign-in redirect: a signed-out visitor returns only to a page of this site, and any other cookie value is ignored', () => {
  const cookie = (path: string) => `a=1; ${requestedPathCookie}=${encodeURIComponent(path)}; b=2`;
  expect(readRequestedPath(cookie('/dashboard/tenant/booking/5/BKG-1?tab=due'))).toBe('/dashboard/tenant/booking/5/BKG-1?tab=due');
  for (const path of ['//evil.test/dashboard/', 'https://evil.test/', '/auth/sign_in', '/dashboard/\\evil', ''])
    expect(readRequestedPath(cookie(path))).toBe('/');
  for (const header of [null, '', `${requestedPathCookie}=%`, `x${requestedPathCookie}=%2Fdashboard%2Fowner`])
    expect(readRequestedPath(header)).toBe('/');
});

test('screen guard: rejects an address with a word in place of a record id', () => {
  expect(hasNumericIds({ id: '12', tenancy_id: '3', code: 'TCY-1' })).toBe(true);
  expect(hasNumericIds({ id: 'create_tenancy' })).toBe(false);
  expect(hasNumericIds({ listing_id: 'x' })).toBe(false);
  expect(hasNumericIds({ id: 'new' })).toBe(false);
  expect(hasNumericIds({ id: 'new', code: 'draft' }, { makes: true })).toBe(true);
  expect(hasNumericIds({ id: 'edit' }, { makes: true })).toBe(false);
});
