import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JourneyEnvironment, openJourneyEnvironment } from './stage.ts';

let stage: JourneyEnvironment;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
});
afterAll(() => stage?.close());

describe('public pages for a visitor', () => {
  test.each(['desktop', 'phone'] as const)('show the home page and a policy on a %s in both languages and both colour modes', async (size) => {
    const { page, go, accessible, settled, done } = await stage.enter(size);
    await go('/');
    expect(await page.title()).toBe('Makao | Homes to rent, lease and buy');
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${stage.url}/`);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms for tenants and visitors' }).click();
    await page.getByRole('heading', { level: 1, name: 'Terms for tenants and visitors' }).waitFor();
    await expect.poll(() => page.title()).toBe('Makao | Terms for tenants and visitors');
    await settled();
    await page.getByRole('link', { name: /Badili lugha iwe Kiswahili/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Masharti kwa wapangaji na wageni' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('sw');
    await page.locator('html[data-ready]').waitFor();
    await page.locator('button[class*=toggle]').first().click();
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await accessible();
    await page.reload();
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    await done();
  });

  test('work without JavaScript, including links and sign-in', async () => {
    const { page, go, done } = await stage.enter('phone', { javaScriptEnabled: false });
    await go('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Cookies and browser storage' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cookies and browser storage' }).waitFor();
    await go('/auth/sign_in');
    await page.getByLabel('Email', { exact: true }).fill('tenant@makao.test');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('The email or password is incorrect').waitFor();
    await page.getByLabel('Email', { exact: true }).fill('tenant@makao.test');
    await page.getByLabel('Password', { exact: true }).fill('Karibu-2026!');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/');
    await page.getByRole('link', { name: 'Dashboard' }).first().waitFor();
    await done();
  });

  test('show a not-found page for an unknown address, policy or dashboard page', async () => {
    const { page, accessible, expects, done } = await stage.enter();
    expects(/404/);
    expect((await page.goto('/nowhere'))?.status()).toBe(404);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await page.getByText('But dont worry, you can find plenty of other things if you go back.').waitFor();
    await accessible();
    expect(await page.getByRole('link', { name: 'Go Home', exact: true }).getAttribute('href')).toBe('/');
    for (const path of ['/policy/999999/none', '/policy/1/not-its-slug', '/policy/abc/x']) {
      expect((await page.goto(path))?.status()).toBe(404);
      await page.getByRole('heading', { level: 1, name: 'Item Not Found' }).waitFor();
    }
    await page.goto('/dashboard/owner/nowhere');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    expect(await page.getByRole('link', { name: 'Go Home', exact: true }).getAttribute('href')).toBe('/dashboard/owner');
    await done();
  });

  /** The public pages of the demo, in each way of rendering (by the router, by the fast path, for a signed-in person), and an unknown page. */
  test('allow exactly their own inline scripts and styles in the content security policy', async () => {
    const { context, signIn, done } = await stage.enter();
    const map = await (await fetch(`${stage.url}/sitemap.xml`)).text();
    const listed = await (await fetch(/<loc>([^<]+)/.exec(map)?.[1] ?? '')).text();
    const pages = [...listed.matchAll(/<loc>([^<]+)/g)].map(([, url = '']) => new URL(url).pathname);
    const kinds = new Map(pages.map((path) => [path.split('/').slice(0, 2).join('/'), path]));
    const paths = [...kinds.values(), ...kinds.values(), '/search?q=nairobi', '/policy/1/tenant-terms', '/nowhere/at/all', '/auth/sign_in'];
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const check = async (path: string) => {
      const answer = await context.request.get(path);
      const allowed = new Set(answer.headers()['content-security-policy']?.match(/'sha256-[^']+'/g));
      const body = await answer.text();
      const bodies = [...body.matchAll(/<script(?![^>]*(?:\bsrc=|type="application))[^>]*>([\s\S]*?)<\/script>/g)];
      const hashes = new Set(bodies.map(([, text = '']) => hashOf(text)));
      for (const [, text = ''] of body.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)) hashes.add(hashOf(text));
      expect([path, [...hashes].sort()]).toEqual([path, [...allowed].sort()]);
    };
    for (const path of paths) await check(path);
    await signIn('owner');
    for (const path of ['/', '/dashboard/owner', '/dashboard/owner/nowhere']) await check(path);
    await done();
  });

  test('may be cached for an hour and are then revalidated, but are not cached for a signed-in person', async () => {
    await fetch(`${stage.url}/?fresh=1`, { method: 'HEAD' });
    expect(await (await fetch(`${stage.url}/?fresh=1`)).text()).toContain('</html>');
    const first = await fetch(`${stage.url}/policy/1/tenant-terms`);
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600, must-revalidate');
    expect((await fetch(`${stage.url}/policy/1/tenant-terms`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })).status).toBe(304);
    const offers = await fetch(`${stage.url}/`);
    expect(offers.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect((await fetch(`${stage.url}/`, { headers: { 'if-none-match': offers.headers.get('etag') ?? '' } })).status).toBe(304);
    const { page, signIn, done } = await stage.enter();
    await signIn('owner');
    const own = await page.goto('/');
    expect(own?.headers()['cache-control']).toBe('private, no-store');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms for owners' }).waitFor();
    await done();
  });
});
