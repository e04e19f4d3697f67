import { expect, test } from 'vitest';
import { numbered } from '#contract/kernel/screen.ts';
import { wantedIn, wantedName } from './guard.ts';

test('where a stranger meant to go is remembered, and nothing else is believed', () => {
  const cookie = (path: string) => `a=1; ${wantedName}=${encodeURIComponent(path)}; b=2`;
  expect(wantedIn(cookie('/dashboard/tenant/booking/5/BKG-1?tab=due'))).toBe('/dashboard/tenant/booking/5/BKG-1?tab=due');
  for (const path of ['//evil.test/dashboard/', 'https://evil.test/', '/auth/sign_in', '/dashboard/\\evil', ''])
    expect(wantedIn(cookie(path))).toBe('/');
  for (const header of [null, '', `${wantedName}=%`, `x${wantedName}=%2Fdashboard%2Fowner`]) expect(wantedIn(header)).toBe('/');
});

test('a word in the place of an id is no record', () => {
  expect(numbered({ id: '12', tenancy_id: '3', code: 'TCY-1' })).toBe(true);
  expect(numbered({ id: 'create_tenancy' })).toBe(false);
  expect(numbered({ listing_id: 'x' })).toBe(false);
  expect(numbered({ id: 'new' })).toBe(false);
  expect(numbered({ id: 'new', code: 'draft' }, { makes: true })).toBe(true);
  expect(numbered({ id: 'edit' }, { makes: true })).toBe(false);
});
