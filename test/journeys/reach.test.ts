import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JourneyEnvironment, openJourneyEnvironment } from './stage.ts';

let stage: JourneyEnvironment;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
});
afterAll(() => stage?.close());

/** The cache is empty, and no input touches the page. */
const cold = { reducedMotion: 'reduce' } as const;

/** Classes of the site's style files that an element of the page has, but no loaded style defines. */
const undressed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\n');
    const worn = new Set([...document.querySelectorAll('main *')].flatMap((e) => [...e.classList]).filter((name) => /^_\w+_\w{5}_\d+$/.test(name)));
    return [...worn].filter((name) => !rules.includes(`.${name}`));
  });

describe('a public page on a poor network', () => {
  test('contains its own styles, loads the styles of a linked page, and still has its own styles after going back', async () => {
    const { page, go, done } = await stage.enter('phone', cold);
    const files: string[] = [];
    page.on('request', (request) => /\.css($|#|\?)/.test(request.url()) && files.push(request.url()));
    await go('/listings');
    expect(files).toEqual([]);
    expect(await page.locator('style#page-styles').count()).toBe(1);
    expect(await undressed(page)).toEqual([]);
    const before = await page.evaluate(() => performance.timeOrigin);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms for tenants and visitors' }).click();
    await page.getByRole('heading', { level: 1, name: 'Terms for tenants and visitors' }).waitFor();
    await expect.poll(() => undressed(page)).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
    await page.goBack();
    await page.locator('main article').first().waitFor();
    expect(await undressed(page)).toEqual([]);
    expect(await page.evaluate(() => performance.timeOrigin), 'all this without loading a page again').toBe(before);
    await done();
  });

  test('shows its first pictures before requesting scripts, and reacts once to a touch made before the scripts have loaded', async () => {
    const { page, done } = await stage.enter('phone', cold);
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/art/**', async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await page.goto('/listings', { waitUntil: 'domcontentloaded' });
    expect(scripts).toEqual([]);
    release();
    await page.locator('html[data-ready]').waitFor();
    expect(scripts.length).toBeGreaterThan(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route('**/art/**', () => undefined);
    await page.goto('/listings', { waitUntil: 'domcontentloaded' });
    scripts.length = 0;
    await page.locator('h1').click();
    await page.locator('html[data-ready]').waitFor();
    expect(scripts.length).toBeGreaterThan(0);
    // A button pressed before its script has loaded takes effect once.
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    await page.goto('/listings', { waitUntil: 'domcontentloaded' });
    const before = await scheme();
    await page.getByRole('button', { name: 'Switch between light and dark' }).click();
    await page.locator('html[data-ready]').waitFor();
    await expect.poll(scheme).not.toBe(before);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await done();
  });

  test('preloads one font, and the fallback font has the same metrics', async () => {
    const { page, go, expects, done } = await stage.enter('phone', cold);
    expects(/ERR_FAILED/);
    await page.route('**/*.woff2', (route) => route.abort());
    const heights = () =>
      page.evaluate(async () => {
        await document.fonts.ready;
        const at = (selector: string) => [...document.querySelectorAll(selector)].map((e) => Math.round(e.getBoundingClientRect().height));
        return [at('main h1')[0], at('main h1 + p')[0]];
      });
    await go('/');
    expect(await page.locator('link[rel=preload][as=font]').count()).toBe(1);
    const without = await heights();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await go('/');
    expect(await heights()).toEqual(without);
    await done();
  });
});
