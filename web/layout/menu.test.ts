import { describe, expect, test } from 'vitest';
import { defaultGrants } from '#contract/access/grants.ts';
import type { Visitor } from '#contract/access/guard.ts';
import { type DashboardLayout, homeOf } from '#contract/kernel/roles.ts';
import { addresses } from '#contract/screens.ts';
import { handy, menuOf, tabsOf } from './menu.ts';

const visitor = (layout: DashboardLayout): Visitor => {
  const role = layout === 'tenancy' ? 'tenant' : layout;
  return { role, layout, onboarding: false, grants: defaultGrants[role] } as Visitor;
};
const tabs = (layout: DashboardLayout, who = visitor(layout)) => {
  const places = tabsOf(layout, menuOf(layout, who, homeOf(layout)), homeOf(layout));
  return places.map(({ href }) => addresses.find((a) => a.path === href)?.key);
};

describe('the bar under the thumb', () => {
  test.each([
    ['owner', ['property.list', 'tenancy.list', 'booking.list']],
    ['agent', ['tour.schedule', 'lead.list', 'booking.list']],
    ['dealer', ['property.list', 'lead.list', 'listing.list']],
    ['tenant', ['booking.own', 'thread.mine', 'finding.favourites']],
    ['admin', ['people.users', 'property.list', 'abuse.list']],
    ['superadmin', ['people.users', 'property.list', 'abuse.list']],
  ] as const)('of %s holds what they use most', (layout, keys) => expect(tabs(layout)).toEqual(keys));

  test('names only screens that the role has on its menu', () => {
    for (const [layout, keys] of Object.entries(handy))
      for (const key of keys)
        expect(
          addresses.some((a) => a.key === key && a.screen.menu && (a.layout === layout || (layout === 'subadmin' && key === 'abuse.list'))),
          `${layout} ${key}`,
        ).toBe(true);
  });

  test('has three places, the account at least, for somebody of few rights', () => {
    const places = tabs('owner', { ...visitor('owner'), grants: new Set() });
    expect(places.at(-1)).toBe('people.accounts');
  });
});
