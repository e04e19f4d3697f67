import { mkdirSync } from 'node:fs';
import { openBrowser, openContext, type Size, signInAs } from './browser.ts';
mkdirSync('/tmp/we-shots', { recursive: true });
const browser = await openBrowser(console.log);
const only = process.argv[2] ?? '';
type S = { name: string; as: string; path: string; act?: (p: import('playwright-core').Page) => Promise<void> };
const shots: S[] = [
  { name: 'logs', as: 'admin', path: '/dashboard/admin/systemlogs' },
  { name: 'entry', as: 'admin', path: '/dashboard/admin/systemlogs?document=policies', act: async (p) => { await p.locator('tbody tr a, ul li a[href*="entry="]').filter({ visible: true }).first().click(); await p.waitForTimeout(900); } },
  { name: 'filter', as: 'admin', path: '/dashboard/admin/systemlogs?kind=4&from=2026-11-01', act: async (p) => { const b = p.getByRole('button', { name: 'Document' }).first(); if (await b.isVisible()) await b.click(); else await p.getByRole('button', { name: /Filters/ }).click(); await p.waitForTimeout(500); } },
  { name: 'owner-logs', as: 'owner', path: '/dashboard/owner/systemlogs' },
  { name: 'history', as: 'admin', path: '/dashboard/admin/policies/1?tab=history' },
  { name: 'home', as: 'admin', path: '/dashboard/admin' },
];
for (const size of ['desktop', 'phone'] as Size[]) for (const scheme of ['light', 'dark'] as const) {
  if (scheme === 'dark' && process.argv[3] === 'light') continue;
  const people = new Map<string, Awaited<ReturnType<typeof openContext>>>();
  for (const s of shots.filter((x) => x.name.includes(only))) {
    let c = people.get(s.as);
    if (!c) { c = await openContext(browser, 'http://localhost:3205', size, { colorScheme: scheme }); await signInAs(await c.newPage(), s.as); people.set(s.as, c); }
    const page = await c.newPage();
    page.on('console', (m) => m.type() === 'error' && console.log(s.name, m.text()));
    page.on('pageerror', (e) => console.log(s.name, e.message));
    await page.goto(s.path, { waitUntil: 'networkidle' });
    await s.act?.(page);
    await page.waitForTimeout(400);
    await page.screenshot({ path: `/tmp/we-shots/${s.name}-${size}-${scheme}.png` });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (wide) console.log(s.name, size, 'scrolls sideways');
    await page.close();
  }
}
await browser.close();
