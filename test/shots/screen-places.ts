import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { screenAddresses } from '#contract/screens.ts';
import { openBrowserContext, signInAs } from '../browser.ts';
import { waitForPage } from './page-checks.ts';

/** A declared address with the id of a real record. `as` is the demo account that opens it. */
export type ScreenshotPlace = { readonly name: string; readonly path: string; readonly as?: string };

// An id is a number, so `listings/new` is not the address of a listing.
const shape = (path: string) => new RegExp(`^${path.replace(/:\w*id\b/g, '\\d+').replace(/:\w+/g, '[^/]+')}$`);
const asked = (path: string) => path.includes(':');
/** The demo account that opens a layout. Public layouts need none, and the view of a tenancy belongs to the tenant. */
const accounts: Readonly<Record<string, string | undefined>> = { default: undefined, invoice: undefined, tenancy: 'tenant' };
const accountOf = (layout: string): string | undefined => (layout in accounts ? accounts[layout] : layout);
const viewer = (layout: string, key: string) => (key === 'identity.onboarding' ? 'newcomer' : accountOf(layout));

/** The declared address of a link; one without parameters has priority over one whose parameter would match it. */
const addressOf = (path: string) => {
  const fitting = screenAddresses.filter((a) => shape(a.path).test(path));
  return fitting.find((a) => !asked(a.path)) ?? fitting[0];
};

/** Records are found by links, as a person finds them. Pages without a link to them (mailed keys) are shown with an unused key. */
async function walk(browser: Browser, url: string, layout: string): Promise<ScreenshotPlace[]> {
  const found = new Map<string, ScreenshotPlace>();
  const own = screenAddresses.filter((a) => a.layout === layout && a.key !== 'identity.onboarding');
  const put = (id: string, path: string) => {
    const at = own.find((a) => a.id === id);
    const as = at && viewer(layout, at.key);
    if (at && !found.has(id)) found.set(id, { name: id, path, ...(as ? { as } : {}) });
  };
  for (const a of own) if (!asked(a.path)) put(a.id, a.path);
  const context = await openBrowserContext(browser, url, 'desktop');
  const page = await context.newPage();
  const account = accountOf(layout);
  if (account) await signInAs(page, account);
  const follow = async (path: string) => {
    await page.goto(path);
    await waitForPage(page);
    const links = await page.locator('a[href^="/"]').evaluateAll((all) => all.map((a) => new URL((a as HTMLAnchorElement).href).pathname));
    for (const link of links) put(addressOf(link)?.id ?? '', link);
  };
  // Every address of a tenancy needs its id, so the first links to it are on the pages of its account.
  for (const start of screenAddresses.filter((a) => a.layout === account && a.layout !== layout && !asked(a.path)))
    if (found.size === 0) await follow(start.path);
  // A Map is iterated in the order of insertion, including entries that are added during the iteration, so the loop follows links to any depth.
  for (const place of found.values()) {
    if (own.every((a) => found.has(a.id))) break;
    await follow(place.path);
  }
  await context.close();
  for (const a of own) if (!found.has(a.id)) put(a.id, a.path.replace(/:\w*id\b/g, '1').replace(/:\w+/g, 'nobody-holds-this'));
  return [...found.values()];
}

/** The search takes a while, so its result is saved next to the pictures. */
export async function listScreenPlaces(browser: Browser, url: string, keep: string, layout: string): Promise<ScreenshotPlace[]> {
  const file = `${keep}/places-${layout}.json`;
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as ScreenshotPlace[];
  const all = await walk(browser, url, layout);
  writeFileSync(file, JSON.stringify(all, null, 1));
  return all;
}

const order = ['default', 'newcomer', 'owner', 'tenant', 'admin', 'agent', 'dealer', 'superadmin', 'subadmin'];

/** One layout of each screen, because the others show the same view. */
export function pickOnePerScreen(all: readonly ScreenshotPlace[]): ScreenshotPlace[] {
  const best = new Map<string, ScreenshotPlace>();
  const rank = (p: ScreenshotPlace) => order.indexOf(p.name.split('.')[0] ?? '');
  for (const place of [...all].sort((a, b) => rank(a) - rank(b))) {
    const key = place.name.slice(place.name.indexOf('.') + 1);
    if (!best.has(key)) best.set(key, place);
  }
  return [...best.values()];
}
