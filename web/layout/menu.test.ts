import { describe, expect, test } from 'vitest';
import { defaultGrants } from '#contract/access/grants.ts';
import type { Visitor } from '#contract/access/guard.ts';
import { type DashboardLayout, getHomePath } from '#contract/kernel/roles.ts';
import { screenAddresses } from '#contract/screens.ts';
import { buildDashboardMenu, buildTabBar, tabBarScreens } from './menu.ts';

const visitor = (layout: DashboardLayout): Visitor => {
  const role = layout === 'tenancy' ? 'tenant' : layout;
  return { role, layout, onboarding: false, grants: defaultGrants[role] } as Visitor;
};
const tabs = (layout: DashboardLayout, who = visitor(layout)) => {
  const places = buildTabBar(layout, buildDashboardMenu(layout, who, getHomePath(layout)), getHomePath(layout));
  return places.map(({ href }) => screenAddresses.find((a) => a.path === href)?.key);
};

describe('bottom navigation bar', () => {
  test.each([
    ['owner', ['property.list', 'tenancy.list', 'booking.list']],
    ['agent', ['tour.schedule', 'lead.list', 'booking.list']],
    ['dealer', ['property.list', 'lead.list', 'listing.list']],
    ['tenant', ['booking.own', 'thread.mine', 'finding.favourites']],
    ['admin', ['people.users', 'property.list', 'abuse.list']],
    ['superadmin', ['people.users', 'property.list', 'abuse.list']],
  ] as const)('of the role %s contains the most used screens of the role', (layout, keys) => expect(tabs(layout)).toEqual(keys));

  test('links only to screens in the menu of the role', () => {
    for (const [layout, keys] of Object.entries(tabBarScreens))
      for (const key of keys)
        expect(
          screenAddresses.some((a) => a.key === key && a.screen.menu && (a.layout === layout || (layout === 'subadmin' && key === 'abuse.list'))),
          `${layout} ${key}`,
        ).toBe(true);
  });

  test('has three entries including the account for a person with few permissions', () => {
    const places = tabs('owner', { ...visitor('owner'), grants: new Set() });
    expect(places.at(-1)).toBe('people.accounts');
  });
});
