import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { homeOf, layoutOf } from '#contract/kernel/roles.ts';
import { demoAccounts } from '#server/db/demo/accounts.ts';
import { signInAs } from '../browser.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

describe.each(demoAccounts.map((a) => [a.email.split('@')[0] ?? '', a] as const))('%s', (who, account) => {
  const home = account.type === 'default' ? '/auth/onboarding' : homeOf(layoutOf(account.type, 'owner'));
  test('signs in, lands at home, is sent home from elsewhere, signs out', async () => {
    const { page, go, accessible, done } = await stage.enter(who === 'tenant' ? 'phone' : 'desktop');
    await signInAs(page, who);
    await page.waitForURL((url) => url.pathname === home);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await accessible();
    if (account.type !== 'default') {
      await go('/auth/sign_in');
      expect(new URL(page.url()).pathname).toBe('/');
      const foreign = layoutOf(account.type, 'owner') === 'dealer' ? 'agent' : 'dealer';
      await go(`/dashboard/${foreign}`);
      expect(new URL(page.url()).pathname).toBe(home);
      await go('/');
      if (who === 'tenant') await page.request.post('/api/session_logout', { data: {} });
      else await page.getByRole('button', { name: 'Sign out' }).click();
    } else {
      await go('/');
      expect(page.url()).toBe(`${stage.url}/auth/onboarding?next=%2F`);
      await page.request.post('/api/session_logout', { data: {} });
    }
    await expect.poll(async () => (await page.request.get('/api/auth/session')).json()).toEqual({});
    await go('/dashboard/owner');
    expect(page.url()).toBe(`${stage.url}/auth/sign_in?callbackUrl=%2F`);
    await go('/auth/onboarding');
    expect(page.url()).toBe(`${stage.url}/`);
    await done();
  });
});

test('a wrong password says so on the page; a session that ends elsewhere leads back to sign-in', async () => {
  const { page, go, accessible, expects, done } = await stage.enter();
  expects(/401/);
  await go('/auth/sign_in');
  await accessible();
  await page.getByLabel('E-mail', { exact: true }).fill('owner@makao.test');
  await page.getByLabel('Password', { exact: true }).fill('nope');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').getByText('The e-mail or the password is not right').waitFor();
  await signInAs(page, 'owner');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.request.post('/api/session_logout', { data: {} });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.waitForURL('**/auth/sign_in?**');
  await done();
});
