import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { screenAddresses } from '#contract/screens.ts';
import { openBrowser, openBrowserContext, signInAs, type ViewportSize } from './browser.ts';
import { captureOpenedControls, findAxeViolations, findPageProblems, waitForPage } from './shots/page-checks.ts';
import { listScreenPlaces, pickOnePerScreen, type ScreenshotPlace } from './shots/screen-places.ts';

/**
 * `npm run shots -- URL OUT [filter] [axe|open]`: pictures of every declared screen with a real record, light and dark, desktop and phone, for
 * review. Without a filter one layout of each screen; the filter is a pattern on names such as `owner.property.detail`. Problems that a script can
 * detect (overflow, cut words, the console, with `axe` also what axe-core finds) are printed. `open` presses the buttons of each page's heading
 * instead and shows the drawers and menus they open.
 */
const [url = 'http://localhost:3000', out = '/tmp/shots', filter = '', mode = ''] = process.argv.slice(2);
if (url === 'mails') {
  const { renderMessages } = await import('./shots/mails.ts');
  renderMessages(out, console.log);
  process.exit();
}
mkdirSync(out, { recursive: true });

const browser = await openBrowser(console.log);
// A filter may begin with its layout; otherwise these layouts together contain every screen.
const known = [...new Set(screenAddresses.map((a) => a.layout))];
const named = known.filter((layout) => new RegExp(`^\\W*${layout}\\b`).test(filter));
const layouts = named.length > 0 ? named : known.filter((layout) => layout !== 'dealer' && layout !== 'superadmin');
const every: ScreenshotPlace[] = [{ name: 'newcomer.identity.onboarding', path: '/auth/onboarding', as: 'newcomer' }];
for (const layout of layouts) every.push(...(await listScreenPlaces(browser, url, out, layout)));
const shots = (named.length > 0 ? every : pickOnePerScreen(every)).filter((place) => new RegExp(filter).test(place.name));

const contexts = new Map<string, BrowserContext>();
async function contextFor(size: ViewportSize, as?: string): Promise<BrowserContext> {
  const key = `${size} ${as ?? ''}`;
  const known = contexts.get(key);
  if (known) return known;
  const context = await openBrowserContext(browser, url, size, { reducedMotion: 'reduce' });
  if (as) await signInAs(await context.newPage(), as);
  contexts.set(key, context);
  return context;
}

async function take(shot: ScreenshotPlace, size: ViewportSize): Promise<void> {
  const page = await (await contextFor(size, shot.as)).newPage();
  page.setDefaultTimeout(30_000);
  const say = (line: string) => console.log(`${shot.name} ${size}: ${line}`);
  page.on('console', (m) => m.type() === 'error' && say(`console ${m.text()}`));
  page.on('pageerror', (e) => say(`console ${e.message}`));
  await page.goto(shot.path);
  await waitForPage(page);
  const seen = new Set<string>();
  const both = async (name: string, fullPage: boolean) => {
    for (const scheme of ['light', 'dark'] as const) {
      await page.evaluate((s) => document.documentElement.setAttribute('data-mantine-color-scheme', s), scheme);
      // Colours change in a transition, which is slow on a busy machine.
      await page.waitForTimeout(700);
      await page.screenshot({ path: join(out, `${name}-${size}-${scheme}.png`), fullPage });
      const lines = [...(await findPageProblems(page)), ...(mode === 'axe' ? await findAxeViolations(page) : [])].filter((line) => !seen.has(line));
      for (const line of lines) say(`${scheme} ${name === shot.name ? '' : `${name} `}${line}`);
      for (const line of lines) seen.add(line);
    }
  };
  if (mode === 'open') await captureOpenedControls(page, (n) => both(`${shot.name}+${n}`, false));
  else await both(shot.name, true);
  await page.close();
}

for (const size of ['desktop', 'phone'] as ViewportSize[])
  for (const shot of shots) await take(shot, size).catch((e: Error) => console.log(`${shot.name} ${size}: FAILED ${e.message.split('\n')[0]}`));
await browser.close();
