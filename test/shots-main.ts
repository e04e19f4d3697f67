import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { addresses } from '#contract/screens.ts';
import { openBrowser, openContext, type Size, signInAs } from './browser.ts';
import { flaws, settled, violations } from './shots/look.ts';
import { oneEach, type Place, places } from './shots/places.ts';
import { states } from './shots/states.ts';

/**
 * `npm run shots -- URL OUT [filter] [axe]`: every declared screen with a real record, and open drawers, menus and empty lists,
 * light and dark, desktop and phone, to be looked at. Without a filter one layout of each screen; the filter is a pattern
 * on names such as `owner.property.detail`. What a script can see for itself (overflow, cut words, the console, with `axe` also
 * what axe-core finds) is printed.
 */
const [url = 'http://localhost:3000', out = '/tmp/shots', filter = '', axe = ''] = process.argv.slice(2);
mkdirSync(out, { recursive: true });

type Shot = Place & { readonly act?: (page: Page) => Promise<void> };
const browser = await openBrowser(console.log);
// Without a filter these layouts hold every screen at least once.
const layouts = [...new Set(addresses.map((a) => a.layout))].filter((l) =>
  filter ? new RegExp(`^\\W*${l}`).test(filter) : l !== 'dealer' && l !== 'superadmin',
);
const every: Place[] = [{ name: 'newcomer.identity.onboarding', path: '/auth/onboarding', as: 'newcomer' }];
for (const layout of layouts) every.push(...(await places(browser, url, out, layout)));
const opened: Shot[] = states.flatMap(({ on, ...state }) => {
  const place = every.find((p) => p.name === on.split('?')[0]);
  return place ? [{ ...place, ...state, path: `${place.path}${on.includes('?') ? on.slice(on.indexOf('?')) : ''}` }] : [];
});
const shots: Shot[] = filter ? [...every, ...opened].filter((s) => new RegExp(filter).test(s.name)) : [...oneEach(every), ...opened];

const contexts = new Map<string, BrowserContext>();
async function contextFor(size: Size, as?: string): Promise<BrowserContext> {
  const key = `${size} ${as ?? ''}`;
  const known = contexts.get(key);
  if (known) return known;
  const context = await openContext(browser, url, size, { reducedMotion: 'reduce' });
  if (as) await signInAs(await context.newPage(), as);
  contexts.set(key, context);
  return context;
}

async function take(shot: Shot, size: Size): Promise<void> {
  const page = await (await contextFor(size, shot.as)).newPage();
  page.setDefaultTimeout(30_000);
  const say = (line: string) => console.log(`${shot.name} ${size}: ${line}`);
  page.on('console', (m) => m.type() === 'error' && say(`console ${m.text()}`));
  page.on('pageerror', (e) => say(`console ${e.message}`));
  await page.goto(shot.path);
  await settled(page);
  await shot.act?.(page);
  if (shot.act) await page.waitForTimeout(500);
  const seen = new Set<string>();
  for (const scheme of ['light', 'dark'] as const) {
    await page.evaluate((s) => document.documentElement.setAttribute('data-mantine-color-scheme', s), scheme);
    await page.waitForTimeout(250);
    await page.screenshot({ path: join(out, `${shot.name}-${size}-${scheme}.png`), fullPage: !shot.act });
    const lines = [...(await flaws(page)), ...(axe ? await violations(page) : [])].filter((line) => !seen.has(line));
    for (const line of lines) say(`${scheme} ${line}`);
    for (const line of lines) seen.add(line);
  }
  await page.close();
}

for (const size of ['desktop', 'phone'] as Size[])
  for (const shot of shots) await take(shot, size).catch((e: Error) => console.log(`${shot.name} ${size}: FAILED ${e.message.split('\n')[0]}`));
await browser.close();
