import type { AccessRequirement } from '#contract/access/documents.ts';
import { type DashboardLayout, type DashboardRole, dashboardRoles, type PageLayout } from './roles.ts';

type Common = {
  /** The view file below web/, without its ending. */
  readonly view: string;
  /** For people who are not signed in (the sign-in page), for those who are (onboarding), or for both, also before onboarding (mailed links). */
  readonly session?: 'signed-out' | 'signed-in' | 'either';
  /** The screen may be opened before onboarding is done, because accepting an invitation is a way of onboarding. */
  readonly newcomers?: true;
  /** Shows current listings: the page cache keeps it for seconds, and other caches must revalidate it. */
  readonly live?: true;
  /** The screen creates a record if its address has `new` in place of an id. */
  readonly makes?: true;
  /** Public pages link to it: a visitor who is not signed in returns to it after sign-in. */
  readonly returns?: true;
  /** The part of the address that gives access without sign-in. It is never logged. */
  readonly secret?: string;
  /** A page for a single act: no menu, footer or bottom bar leads away from it. */
  readonly alone?: true;
  /** An address that the specification does not have, or not in these layouts. */
  readonly ours?: true | readonly PageLayout[];
};

/**
 * A public page, in contract/<module>/public.ts. This file is loaded with the script of each page, so it declares only the minimum. The page declares
 * its title itself (web/layout/current-screen.ts).
 */
export type PublicScreen = Common & {
  /** The whole address, e.g. `/policy/:id/:slug`. */
  readonly at: `/${string}`;
  /** The public invoice has its own layout without the frame of public pages. */
  readonly layout?: 'invoice';
};

/** A screen of the dashboards, declared once for all its roles. Addresses, menus, guards, titles, docs and tests derive from it. */
export type DashboardScreen = Common & {
  /** Below the layout's root, e.g. `policies/:id`. */
  readonly at: string;
  /** The name of the screen in menus, breadcrumbs and the browser's tab. */
  readonly title: () => string;
  readonly layouts: readonly DashboardLayout[];
  readonly needs: AccessRequirement;
  /** Roles for which the address is spelled differently. */
  readonly spelled?: Partial<Record<PageLayout, string>>;
  /** The screen is shown in the side menu under this group, with an icon of web/ui/menu-icons.ts. Without this it is reached from other screens. */
  readonly menu?: { readonly group: MenuGroup; readonly icon: string; readonly order: number };
};

/** A screen of either kind, as the tables hold them. */
export type Screen = Common &
  Pick<DashboardScreen, 'at' | 'needs' | 'spelled' | 'menu'> & { readonly title?: () => string; readonly layouts: readonly PageLayout[] };

export const menuGroups = ['top', 'portfolio', 'tenancies', 'money', 'people', 'team', 'platform', 'help'] as const;
export type MenuGroup = (typeof menuGroups)[number];

export const screens = <const S extends Record<string, DashboardScreen>>(s: S): S => s;
export const publicScreens = <const S extends Record<string, PublicScreen>>(s: S): S => s;

export const toScreen = (s: PublicScreen | DashboardScreen): Screen =>
  'layouts' in s ? s : { ...s, layouts: [s.layout ?? 'default'], needs: 'anyone' };

/** Detail links contain a code after the id, except for admin and sub admin (specification 2.3 to 2.6). */
const codeless: readonly PageLayout[] = ['admin', 'subadmin'];
const isRole = (layout: PageLayout): layout is DashboardRole => (dashboardRoles as readonly PageLayout[]).includes(layout);

export function buildScreenPath(screen: Screen, layout: PageLayout): string {
  if (screen.at.startsWith('/')) return screen.at;
  const own = screen.spelled?.[layout] ?? screen.at;
  const tail = isRole(layout) && !codeless.includes(layout) && !screen.spelled?.[layout] ? own.replace(/:(\w*id)(?=\/|$)/g, ':$1/:code') : own;
  const root = layout === 'tenancy' ? '/dashboard/tenancy/:tenancy_id/:code' : `/dashboard/${layout}`;
  return tail ? `${root}/${tail}` : root;
}

export type ScreenAddress = {
  readonly id: string;
  readonly key: string;
  readonly layout: PageLayout;
  readonly screen: Screen;
  readonly path: string;
};

export const expandScreens = (all: Readonly<Record<string, Screen>>): ScreenAddress[] =>
  Object.entries(all).flatMap(([key, screen]) =>
    screen.layouts.map((layout) => ({ id: `${layout}.${key}`, key, layout, screen, path: buildScreenPath(screen, layout) })),
  );

/** Fills an address; a missing parameter is a programming error, so it throws. */
export function fillPath(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}

/** The parameters of an address. */
type Asked<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Asked<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type Given<P extends string> = [Asked<P>] extends [never] ? [] : [params: Readonly<Record<Asked<P>, string | number>>];

/** The link to a public page, made from the screen itself, so that the page does not load the table of screens. */
export const href = <const S extends PublicScreen>(screen: S, ...given: Given<S['at']>): string => fillPath(screen.at, given[0] ?? {});

export const isDashboardLayout = (layout: PageLayout): layout is DashboardLayout => layout !== 'default' && layout !== 'invoice';

/** Whether the id parts of an address are numbers: `properties/inspections` is not a property. A screen that also creates records accepts `new`. */
export const hasNumericIds = (params: Readonly<Record<string, string | undefined>>, { makes }: Pick<Screen, 'makes'> = {}): boolean =>
  Object.entries(params).every(([name, value]) => !/(^|_)id$/.test(name) || /^\d+$/.test(value ?? '') || (makes === true && value === 'new'));
