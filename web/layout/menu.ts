import type { Icon } from '@tabler/icons-react';
import { defaultGrants, isAllowed } from '#contract/access/grants.ts';
import type { Visitor } from '#contract/access/guard.ts';
import type { PendingTaskCount } from '#contract/home/calls.ts';
import { findPendingTask } from '#contract/home/pending-tasks.ts';
import { type DashboardLayout, getHomePath } from '#contract/kernel/roles.ts';
import { fillPath, type MenuGroup, menuGroups } from '#contract/kernel/screen.ts';
import { linkTo, type ScreenKey, screenAddresses } from '#contract/screens.ts';
import { IconFileText, IconUserCircle } from '#web/ui/icons.ts';
import * as menuIcons from '#web/ui/menu-icons.ts';
import { m } from '#words/messages.js';
import { registerDefaultGrants } from './app.tsx';
import { getScreenTitle, menuGroupTitles } from './titles.ts';

registerDefaultGrants((role) => defaultGrants[role]);

const icons: Readonly<Record<string, Icon>> = menuIcons;

export type MenuItem = {
  readonly label: string;
  readonly href: string;
  readonly icon: Icon;
  readonly current: boolean;
  readonly badge?: string;
  readonly badgeLabel?: string;
};
export type MenuLease = { readonly tenancy_id: string; readonly code: string };
export type DashboardMenu = readonly { readonly label?: string; readonly items: readonly MenuItem[] }[];

/** The number of pending tasks for each entry of the menu: the same numbers as on the home page. */
function countsOf(waiting: readonly PendingTaskCount[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key, count } of waiting) {
    const { screen, menu = screen, quiet } = findPendingTask(key);
    if (!quiet) counts.set(menu, (counts.get(menu) ?? 0) + count);
  }
  return counts;
}
const mostShown = 99;
const badgeOf = (n: number) =>
  n === 0 ? {} : { badge: n > mostShown ? `${mostShown}+` : String(n), badgeLabel: m.dashboard_waits_count({ count: n }) };

/** The side menu of a layout for this visitor: the screens that declare a menu entry and that they may open. */
export function buildDashboardMenu(
  layout: DashboardLayout,
  visitor: Visitor,
  path: string,
  waiting: readonly PendingTaskCount[] = [],
  lease: MenuLease | null = null,
): DashboardMenu {
  const counts = countsOf(waiting);
  // The current lease is in the address; every other menu is the same for all its records.
  const placed = (a: (typeof screenAddresses)[number]) => (lease && layout === 'tenancy' ? fillPath(a.path, lease) : a.path);
  const shown = screenAddresses.filter((a) => a.layout === layout && a.screen.menu && isAllowed(a.screen.needs, visitor));
  const leads = (href: string) => path === href || (href !== `/dashboard/${layout}` && path.startsWith(`${href}/`));
  // Some lists are below another list (properties, properties/leads): only the nearest is marked as current.
  const here = shown
    .map(placed)
    .filter(leads)
    .sort((a, b) => b.length - a.length)[0];
  const group = (name: MenuGroup) => {
    const items = shown
      .filter((a) => a.screen.menu?.group === name)
      .sort((a, b) => (a.screen.menu?.order ?? 0) - (b.screen.menu?.order ?? 0))
      .map((a) => ({
        label: getScreenTitle(a.key) ?? a.key,
        href: placed(a),
        icon: icons[a.screen.menu?.icon ?? ''] ?? IconFileText,
        current: placed(a) === here,
        ...badgeOf(counts.get(a.key) ?? 0),
      }));
    return name === 'top' ? { items } : { label: menuGroupTitles[name](), items };
  };
  return menuGroups.map(group).filter((g) => g.items.length > 0);
}

/**
 * The screens that each role opens most on a phone. The bar has three places between home and the rest: the first of these screens on the visitor's
 * menu. Visitors without any of them (staff with few permissions) get the first entries of their menu.
 */
const platform: readonly ScreenKey[] = ['people.users', 'property.list', 'abuse.list', 'listing.list'];
export const tabBarScreens: Readonly<Record<DashboardLayout, readonly ScreenKey[]>> = {
  superadmin: platform,
  admin: platform,
  subadmin: platform,
  owner: ['property.list', 'tenancy.list', 'booking.list', 'lead.list'],
  agent: ['tour.schedule', 'lead.list', 'booking.list', 'listing.list'],
  dealer: ['property.list', 'lead.list', 'listing.list', 'unit.list'],
  tenant: ['booking.own', 'thread.mine', 'finding.favourites', 'notification.list'],
  tenancy: [],
};

export function buildTabBar(layout: DashboardLayout, menu: DashboardMenu, path: string): MenuItem[] {
  const items = menu.flatMap((group) => group.items);
  const own = layout === 'tenancy' ? 'tenant' : layout;
  const account = linkTo('people.accounts', own);
  const places = tabBarScreens[layout].map((key) => screenAddresses.find((a) => a.key === key && a.layout === own)?.path);
  const found = places.flatMap((href) => items.find((item) => item.href === href) ?? []);
  const last = { label: m.shell_account(), href: account, icon: IconUserCircle, current: path === account };
  const others = items.filter((item) => item.href !== getHomePath(layout) && !found.includes(item));
  return [...found, ...(found.length > 0 ? [] : others.slice(0, 2)), last].slice(0, 3);
}
