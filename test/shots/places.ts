import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { addresses } from '#contract/screens.ts';
import { openContext, signInAs } from '../browser.ts';
import { settled } from './look.ts';

/** A declared address with a real record in it. `as` is the account of the demo data that looks at it. */
export type Place = { readonly name: string; readonly path: string; readonly as?: string };

// An id is a number: `listings/new` is no listing.
const shape = (path: string) => new RegExp(`^${path.replace(/:\w*id\b/g, '\\d+').replace(/:\w+/g, '[^/]+')}$`);
const asked = (path: string) => path.includes(':');
const viewer = (layout: string, key: string) => (key === 'identity.onboarding' ? 'newcomer' : layout === 'default' ? undefined : layout);

/** The address a link leads to; one without parameters goes before one whose parameter would swallow it. */
const addressOf = (path: string) => {
  const fitting = addresses.filter((a) => shape(a.path).test(path));
  return fitting.find((a) => !asked(a.path)) ?? fitting[0];
};

/** Records are found as a person finds them: by following links. What no link leads to (mailed keys) is looked at with a key nobody holds. */
async function walk(browser: Browser, url: string, layout: string): Promise<Place[]> {
  const found = new Map<string, Place>();
  const own = addresses.filter((a) => a.layout === layout && a.key !== 'identity.onboarding');
  const put = (id: string, path: string) => {
    const at = own.find((a) => a.id === id);
    if (at && !found.has(id)) found.set(id, { name: id, path, ...(viewer(layout, at.key) ? { as: layout } : {}) });
  };
  for (const a of own) if (!asked(a.path)) put(a.id, a.path);
  const context = await openContext(browser, url, 'desktop');
  const page = await context.newPage();
  if (layout !== 'default') await signInAs(page, layout);
  // A Map is walked in the order of insertion, what is put in meanwhile included: this goes as deep as links go.
  for (const place of found.values()) {
    if (own.every((a) => found.has(a.id))) break;
    await page.goto(place.path);
    await settled(page);
    const links = await page.locator('a[href^="/"]').evaluateAll((all) => all.map((a) => new URL((a as HTMLAnchorElement).href).pathname));
    for (const link of links) put(addressOf(link)?.id ?? '', link);
  }
  await context.close();
  for (const a of own) if (!found.has(a.id)) put(a.id, a.path.replace(/:\w*id\b/g, '1').replace(/:\w+/g, 'nobody-holds-this'));
  return [...found.values()];
}

/** Walking takes a while, so what was found is kept beside the pictures. */
export async function places(browser: Browser, url: string, keep: string, layout: string): Promise<Place[]> {
  const file = `${keep}/places-${layout}.json`;
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Place[];
  const all = await walk(browser, url, layout);
  writeFileSync(file, JSON.stringify(all, null, 1));
  return all;
}

const order = ['default', 'newcomer', 'owner', 'tenant', 'admin', 'agent', 'dealer', 'superadmin', 'subadmin'];

/** One layout of each screen: the others show the same view. */
export function oneEach(all: readonly Place[]): Place[] {
  const best = new Map<string, Place>();
  const rank = (p: Place) => order.indexOf(p.name.split('.')[0] ?? '');
  for (const place of [...all].sort((a, b) => rank(a) - rank(b))) {
    const key = place.name.slice(place.name.indexOf('.') + 1);
    if (!best.has(key)) best.set(key, place);
  }
  return [...best.values()];
}
