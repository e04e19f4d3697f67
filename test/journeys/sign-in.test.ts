import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { homeOf, layoutOf } from '#contract/kernel/roles.ts';
import { demoAccounts } from '#server/db/demo/accounts.ts';
import { demoPassword, signInAs } from '../browser.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

describe.each(demoAccounts.map((a) => [a.email.split('@')[0] ?? '', a] as const))('%s', (who, account) => {
  const home = account.type === 'default' ? '/auth/onboarding' : homeOf(layoutOf(account.type, 'owner'));
  test('signs in, lands at home, is sent home from elsewhere, signs out', async () => {
    const { page, go, done } = await stage.enter(who === 'tenant' ? 'phone' : 'desktop');
    /** Where the server sends whoever asks for this page; the page it leads to is walked below or by others. */
    const sentOn = async (path: string) => (await page.request.get(path, { maxRedirects: 0 })).headers().location;
    /** From no page at all: one that is open notices that its session is over and leaves by itself, in the midst of the next step. */
    const endSession = async () => {
      await page.goto('about:blank');
      await page.request.post('/api/session_logout', { data: {} });
    };
    await signInAs(page, who);
    await page.waitForURL((url) => url.pathname === home);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (account.type !== 'default') {
      const foreign = layoutOf(account.type, 'owner') === 'dealer' ? 'agent' : 'dealer';
      expect(await sentOn(`/dashboard/${foreign}`)).toBe(home);
      expect(await sentOn('/auth/sign_in')).toBe('/');
      await go('/auth/sign_in');
      expect(new URL(page.url()).pathname).toBe('/');
      if (who === 'tenant') await endSession();
      else {
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
      }
    } else {
      await go('/');
      expect(page.url()).toBe(`${stage.url}/auth/onboarding?next=%2F`);
      await endSession();
    }
    await expect.poll(async () => (await page.request.get('/api/auth/session')).json()).toEqual({});
    expect(await sentOn('/auth/onboarding')).toBe('/');
    expect(await sentOn(home)).toBe(who === 'tenant' ? undefined : home === '/auth/onboarding' ? '/' : '/auth/sign_in?callbackUrl=%2F');
    expect(await sentOn('/dashboard/owner')).toBe('/auth/sign_in?callbackUrl=%2F');
    // Strangers are all alike: one of them follows.
    if (who === 'tenant') {
      await go('/dashboard/owner');
      expect(page.url()).toBe(`${stage.url}/auth/sign_in?callbackUrl=%2F`);
    }
    await done();
  });
});

test('the link of a message opens what it speaks of once its reader has signed in', async () => {
  const { page, go, done } = await stage.enter('phone');
  await go('/dashboard/owner/tenancies?status=2');
  expect(page.url()).toBe(`${stage.url}/auth/sign_in?callbackUrl=%2F`);
  await page.getByLabel('E-mail', { exact: true }).fill('owner@makao.test');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${stage.url}/dashboard/owner/tenancies?status=2`);
  await done();
});

test('a wrong password says so on the page; a session that ends elsewhere leads back to sign-in', async () => {
  const { page, go, expects, done } = await stage.enter();
  expects(/401/);
  await go('/auth/sign_in');
  await page.getByLabel('E-mail', { exact: true }).fill('owner@makao.test');
  await page.getByLabel('Password', { exact: true }).fill('nope');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').getByText('The e-mail or the password is not right').waitFor();
  await signInAs(page, 'owner');
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Whether a look at the window or a call that is still under way tells it first is left open: either leads there.
  await page.evaluate(() => {
    const timer = setInterval(() => (location.pathname === '/auth/sign_in' ? clearInterval(timer) : window.dispatchEvent(new Event('focus'))), 200);
  });
  await page.request.post('/api/session_logout', { data: {} });
  await page.waitForURL('**/auth/sign_in?**');
  await done();
});

test('a new password leads to sign-in, which says so; nothing more is asked with the session that is over', async () => {
  const { page, go, done } = await stage.enter();
  await signInAs(page, 'owner');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await go('/dashboard/owner/accounts?section=security');
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('New password', { exact: true }).fill('Another-long-password-1');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await page.waitForURL('**/auth/sign_in?notice=password');
  await page.getByText('Password Changed').waitFor();
  await done();
});
