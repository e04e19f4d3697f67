import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage, toasted } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

test('the command palette opens with Ctrl K everywhere and goes where one types', async () => {
  const { page, go, signIn, accessible, done } = await stage.enter();
  const type = async (word: string, leaves: string) => {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Go to a page or do something' });
    await palette.getByPlaceholder('Go to a page or do something').fill(word);
    // Enter takes the first of what is left, once the rest has gone.
    await palette.getByText(leaves).waitFor({ state: 'detached' });
  };
  await go('/');
  await type('refunds', 'Sign in');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/policy/**');
  await signIn('admin');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await type('polic', 'Sign out');
  await accessible();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/admin/policies');
  await done();
});

test('the splash stands where the browser draws, and never over a public page', async () => {
  const { page, done } = await stage.enter('phone', { javaScriptEnabled: false });
  await page.goto('/');
  expect(await page.getByRole('status', { name: 'Loading Makao' }).count()).toBe(0);
  await page.goto('/auth/sign_in');
  await page.getByLabel('E-mail', { exact: true }).fill('admin@makao.test');
  await page.getByLabel('Password', { exact: true }).fill('Karibu-2026!');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/dashboard/admin');
  await page.getByRole('status', { name: 'Loading Makao' }).waitFor();
  await done();
});

test('no network: the specified toast; the page stays', async () => {
  const { page, context, signIn, expects, done } = await stage.enter();
  expects(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await signIn('tenant', '/dashboard/tenant/notifications');
  const mark = page.getByRole('button', { name: 'Mark all as read' });
  await mark.and(page.locator(':enabled')).waitFor();
  await context.setOffline(true);
  await mark.click();
  await toasted(page, 'Network Error Cant Connect To The Internet');
  await context.setOffline(false);
  await done();
});

test('a new build is offered, not forced; the 403 page of a dashboard; accents change and stay', async () => {
  const { page, go, signIn, done } = await stage.enter();
  await page.route('**/builds/latest.json', (route) => route.fulfill({ json: { id: 'another', at: '' } }));
  await signIn('owner');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByText('A new version of Makao is ready').waitFor();
  await go('/dashboard/owner/403');
  await page.getByText('Access To The Requested Resource Is Forbidden').waitFor();
  await page.getByRole('link', { name: 'Go Home' }).click();
  await page.waitForURL('**/dashboard/owner');
  await page.getByRole('button', { name: /^Account / }).click();
  await page.getByRole('menuitem', { name: 'Next accent colour' }).click();
  await page.locator('html[data-accent=secondary]').waitFor();
  await page.reload();
  expect(await page.locator('html').getAttribute('data-accent')).toBe('secondary');
  await done();
});
