import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JourneyEnvironment, openJourneyEnvironment } from './stage.ts';

let stage: JourneyEnvironment;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
});
afterAll(() => stage?.close());

test('saved homes: remain readable without a network, and are deleted from the device at sign-out', async () => {
  const { page, context, signIn, expects, settled, done } = await stage.enter('desktop', { serviceWorkers: 'allow' });
  // The browser's messages about a missing network.
  expects(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
  await signIn('tenant', '/listings');
  const kept = () =>
    page.evaluate(async () => {
      const urls: string[] = [];
      for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
      return urls;
    });
  await expect.poll(async () => (await kept()).filter((url) => url.startsWith('/property/')).length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect((await kept()).filter((url) => url.startsWith('/api/') || url.startsWith('/dashboard/'))).toEqual([]);
  await context.setOffline(true);
  await page.goto('/dashboard/tenant/favourites');
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor();
  const home = page.getByRole('listitem').getByRole('link').first();
  const title = (await home.locator('b').innerText()).trim();
  await home.click();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await page.locator('main').innerText()).toContain(title.split(',')[0]);
  await context.setOffline(false);
  // A request that is still running when the session ends is refused, and the browser reports it as an error.
  const asked = page.waitForResponse('**/api/v2/finding/favourite_ids/');
  await page.goto('/listings');
  await (await asked).finished();
  await settled();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in', exact: true }).first().waitFor();
  await expect.poll(kept).toEqual([]);
  await done();
});
