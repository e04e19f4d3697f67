import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JourneyEnvironment, openJourneyEnvironment } from './stage.ts';

let stage: JourneyEnvironment;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
});
afterAll(() => stage?.close());

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
const pins = (page: Page) => page.locator('.maplibregl-marker');
const counted = async (page: Page): Promise<number> => Number(/\d+/.exec((await page.locator('h1:visible').textContent()) ?? '')?.[0] ?? -1);
const nairobi = '/mapsearch?bbox=36.74,-1.32,36.84,-1.25&zoom=13';

/** Waits until a move of the map has changed the address. */
const moved = async (page: Page, act: () => Promise<void>) => {
  const before = page.url();
  await act();
  await page.waitForURL((url) => url.href !== before);
  await page.locator('[aria-busy="false"]').first().waitFor({ state: 'attached' });
};

describe('map search', () => {
  test('updates the map and the list on a desktop when the map is moved or an area is drawn', async () => {
    const { page, go, settled, done } = await stage.enter();
    await go(nairobi);
    await pins(page).first().waitFor();
    expect(await counted(page)).toBeGreaterThan(0);
    await settled();
    const canvas = page.locator('.maplibregl-canvas');
    const box = await canvas.boundingBox();
    if (!box) throw new Error('the map has no size');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];

    const before = await counted(page);
    await moved(page, async () => {
      await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
    });
    await expect.poll(() => counted(page), { timeout: 30_000 }).toBeLessThan(before);

    const wide = await counted(page);
    await page.getByRole('button', { name: 'Draw area' }).click();
    await moved(page, async () => {
      await page.mouse.move(x - 120, y - 120);
      await page.mouse.down();
      for (const [dx, dy] of [
        [-40, -130],
        [60, -120],
        [120, -40],
        [110, 80],
        [0, 120],
        [-110, 70],
        [-120, -60],
      ] as const)
        await page.mouse.move(x + dx, y + dy, { steps: 4 });
      await page.mouse.up();
    });
    expect(new URL(page.url()).searchParams.get('area')?.split(';').length).toBeLessThanOrEqual(60);
    await expect.poll(() => counted(page), { timeout: 30_000 }).toBeLessThanOrEqual(wide);
    const drawn = page.url();
    await page.reload();
    await pins(page).first().or(page.getByText('No homes in this area match')).first().waitFor();
    expect(new URL(page.url()).searchParams.get('area')).toBe(new URL(drawn).searchParams.get('area'));
    await page.getByRole('button', { name: 'Remove area' }).click();
    await page.waitForURL((url) => !url.searchParams.has('area'));
    await done();
  });

  test('switches to the list with one press on a phone', async () => {
    const { page, go, settled, done } = await stage.enter('phone');
    await go(`/mapsearch?bbox=36.76,-1.31,36.82,-1.26&zoom=14`);
    await pins(page).first().waitFor();
    await settled();
    await page.getByRole('button', { name: 'Show list' }).click();
    await page.getByRole('button', { name: 'Show map' }).waitFor();
    expect(await page.locator('h1:visible').isVisible()).toBe(true);
    expect(await fits(page)).toBe(true);
    await done();
  });

  test('shows the same homes and filters on a phone as the listing search', async () => {
    const { page, go, settled, done } = await stage.enter('phone');
    const asked = async (query: string) =>
      ((await (await fetch(`${stage.url}/api/v2/search/listings/?${query}&size=1`)).json()) as { count: number }).count;
    await go('/listings?type=rent');
    await page.locator('a[href^="/mapsearch?type=rent"]:visible').first().click();
    await pins(page).first().waitFor();
    const all = await asked('type=rent');
    expect(await counted(page)).toBe(all);
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('checkbox', { name: /^2 bedrooms/ }).check();
    const fewer = await asked('type=rent&beds=2');
    expect(fewer).toBeLessThan(all);
    await settled();
    await sheet.getByRole('button', { name: new RegExp(`^Show ${fewer} `) }).click();
    await page.waitForURL((url) => url.searchParams.get('beds') === '2');
    await expect.poll(() => counted(page), { timeout: 30_000 }).toBe(fewer);
    await page.getByRole('button', { name: 'Show list' }).click();
    expect(await counted(page)).toBe(fewer);
    await done();
  });

  test('shows a list and a link to the search without JavaScript', async () => {
    const { page, go, done } = await stage.enter('phone', { javaScriptEnabled: false });
    await go('/mapsearch');
    expect(await page.locator('main li a').count()).toBeGreaterThan(3);
    await page.getByRole('link', { name: 'Search all listings' }).waitFor();
    await done();
  });
});

describe('comparison', () => {
  test.each(['desktop', 'phone'] as const)('marks the best values and can hide equal rows on a %s', async (size) => {
    const answer = (await (await fetch(`${stage.url}/api/v2/search/listings/?type=rent&size=3`)).json()) as { results: { id: number }[] };
    const ids = answer.results.map((card) => card.id);
    const { page, go, settled, done } = await stage.enter(size);
    await go(`/property/compare?ids=${ids.join(',')}`);
    await page.getByRole('heading', { level: 1, name: 'Compare 3 homes' }).waitFor();
    expect(await page.locator('td[data-best]').count()).toBeGreaterThan(0);
    await settled();
    const rows = await page.locator('tbody tr').count();
    await page.getByRole('link', { name: 'Show only differences' }).click();
    await page.getByRole('link', { name: 'Show all rows' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBeLessThan(rows);
    await page
      .getByRole('link', { name: /^Remove / })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Compare 2 homes' }).waitFor();
    await done();
  });
});

describe('agent directory', () => {
  test.each(['desktop', 'phone'] as const)("opens an agent's profile with the listed homes from the list on a %s", async (size) => {
    const { page, go, settled, done } = await stage.enter(size);
    await go('/agents');
    await settled();
    await page.locator('main ul li a').first().click();
    await page.getByRole('heading', { level: 2, name: 'Listed homes' }).waitFor();
    await settled();
    await done();
  });

  test('gives an agent\'s profile one canonical address and answers "not found" for an unknown agent', async () => {
    const { results } = (await (await fetch(`${stage.url}/api/v2/search/agents/`)).json()) as { results: { id: number; slug: string }[] };
    const [agent] = results;
    const wrong = await fetch(`${stage.url}/agents/${agent?.id}/somebody-else`, { redirect: 'manual' });
    expect(wrong.status).toBe(301);
    expect(wrong.headers.get('location')).toBe(`/agents/${agent?.id}/${agent?.slug}`);
    expect((await fetch(`${stage.url}/agents/${agent?.id}/${agent?.slug}/listings`)).status).toBe(200);
    expect((await fetch(`${stage.url}/agents/99999999/x`)).status).toBe(404);
    expect((await fetch(`${stage.url}/agents/abc/x`)).status).toBe(404);
    expect((await fetch(`${stage.url}/mapsearch?bbox=1,2,3`)).status).toBeLessThan(500);
  });
});
