import type { Needs } from '#contract/access/documents.ts';
import { type DashboardLayout, type DashboardRole, type Layout, sixRoles } from './roles.ts';

/**
 * One screen, declared once for every role that has it. Addresses, breadcrumbs, menus, guards, the generated
 * documentation and the tests are computed from this table.
 */
export type Screen = {
  /** Below the layout's root, e.g. `policies/:id`; for public screens the whole address, e.g. `/policy/:id/:slug`. */
  readonly at: string;
  readonly layouts: readonly Layout[];
  readonly needs: Needs;
  /** The view file below web/, without its ending. */
  readonly view: string;
  /** Where an address is spelled differently for one role. */
  readonly spelled?: Partial<Record<Layout, string>>;
  /** Shown in the side menu under this group; absent = reached from other screens. */
  readonly menu?: { readonly group: MenuGroup; readonly icon: string; readonly order: number };
  /** For people who are not signed in (the sign-in page), for those who are (onboarding), or for both, also before onboarding (mailed links). */
  readonly session?: 'signed-out' | 'signed-in' | 'either';
  /** May be opened before onboarding is done: accepting an invitation is a way of being onboarded. */
  readonly newcomers?: true;
  /** Shows what is offered now: kept in the page cache for seconds, and by nobody else without asking whether it still holds. */
  readonly live?: true;
  /** The specification does not know this address; ours. */
  readonly ours?: true;
};

export const menuGroups = ['top', 'portfolio', 'tenancies', 'money', 'people', 'team', 'platform'] as const;
export type MenuGroup = (typeof menuGroups)[number];

export const screens = <const S extends Record<string, Screen>>(s: S): S => s;

/** Detail links carry a code after the id, except for admin and subadmin (specification 2.3 to 2.6). */
const codeless: readonly Layout[] = ['admin', 'subadmin'];
const isRole = (layout: Layout): layout is DashboardRole => (sixRoles as readonly Layout[]).includes(layout);

export function pathFor(screen: Screen, layout: Layout): string {
  if (screen.at.startsWith('/')) return screen.at;
  const own = screen.spelled?.[layout] ?? screen.at;
  const tail = isRole(layout) && !codeless.includes(layout) && !screen.spelled?.[layout] ? own.replace(/:(\w*id)(?=\/|$)/g, ':$1/:code') : own;
  const root = layout === 'tenancy' ? '/dashboard/tenancy/:tenancy_id/:code' : `/dashboard/${layout}`;
  return tail ? `${root}/${tail}` : root;
}

export type Address = { readonly id: string; readonly key: string; readonly layout: Layout; readonly screen: Screen; readonly path: string };

export const expand = (all: Readonly<Record<string, Screen>>): Address[] =>
  Object.entries(all).flatMap(([key, screen]) =>
    screen.layouts.map((layout) => ({ id: `${layout}.${key}`, key, layout, screen, path: pathFor(screen, layout) })),
  );

/** Fills an address; a missing parameter is a programming error, so it is loud. */
export function fill(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}

export const isDashboard = (layout: Layout): layout is DashboardLayout => layout !== 'default' && layout !== 'invoice';
