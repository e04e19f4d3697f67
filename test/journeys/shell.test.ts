import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectToast, type JourneyEnvironment, openJourneyEnvironment } from './stage.ts';

let stage: JourneyEnvironment;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
});
afterAll(() => stage?.close());

test('command palette: opens with Ctrl K and navigates to the page that the user types', async () => {
  const { page, go, signIn, accessible, done } = await stage.enter();
  const type = async (word: string, leaves: string) => {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search pages and actions' });
    await palette.getByPlaceholder('Search pages and actions').fill(word);
    // Enter takes the first remaining result, once the others have disappeared.
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

test('splash screen: covers a dashboard until its scripts run, and never covers a public page', async () => {
  const { page, done } = await stage.enter('phone', { javaScriptEnabled: false });
  await page.goto('/');
  expect(await page.getByRole('status', { name: 'Loading Makao' }).count()).toBe(0);
  await page.goto('/auth/sign_in');
  await page.getByLabel('Email', { exact: true }).fill('admin@makao.test');
  await page.getByLabel('Password', { exact: true }).fill('Karibu-2026!');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/dashboard/admin');
  await page.getByRole('status', { name: 'Loading Makao' }).waitFor();
  await done();
});

test('action without a network: shows the specified toast and keeps the page open', async () => {
  const { page, context, signIn, expects, done } = await stage.enter();
  expects(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await signIn('tenant', '/dashboard/tenant/notifications');
  const mark = page.getByRole('button', { name: 'Mark all as read' });
  await mark.and(page.locator(':enabled')).waitFor();
  await context.setOffline(true);
  await mark.click();
  await expectToast(page, 'Network Error Cant Connect To The Internet');
  await context.setOffline(false);
  await done();
});

test('dashboard: offers to load a new version, shows its 403 page and keeps the chosen accent colour', async () => {
  const { page, go, signIn, done } = await stage.enter();
  await page.route('**/builds/latest.json', (route) => route.fulfill({ json: { id: 'another', at: '' } }));
  await signIn('owner');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByText('A new version of Makao is available').waitFor();
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
