import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, signInAs } from '../browser.ts';
import { type JourneyEnvironment, openJourneyEnvironment } from './stage.ts';

let stage: JourneyEnvironment;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
});
afterAll(() => stage?.close());

/** Where the other accounts are sent is a test over HTTP (server/pages/redirects.http.test.ts); the form is the same for all. */
test('sign-in: an owner signs in by the form, arrives at the dashboard and signs out', async () => {
  const { page, go, done } = await stage.enter();
  await signInAs(page, 'owner');
  await page.waitForURL((url) => url.pathname === '/dashboard/owner');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await go('/auth/sign_in');
  expect(new URL(page.url()).pathname).toBe('/');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
  await expect.poll(async () => (await page.request.get('/api/auth/session')).json()).toEqual({});
  await done();
});

test('sign-in: a tenant on a phone is sent to the public home page, and a signed-out visitor of a dashboard to the sign-in page', async () => {
  const { page, go, done } = await stage.enter('phone');
  await signInAs(page, 'tenant');
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The request is sent from a blank page, because an open page would notice the end of its session and redirect during the next step.
  await page.goto('about:blank');
  await page.request.post('/api/session_logout', { data: {} });
  await go('/dashboard/owner');
  expect(page.url()).toBe(`${stage.url}/auth/sign_in?callbackUrl=%2F`);
  await done();
});

test('sign-in: a person without a user type is redirected to onboarding from every page', async () => {
  const { page, go, done } = await stage.enter();
  await signInAs(page, 'newcomer');
  await page.waitForURL((url) => url.pathname === '/auth/onboarding');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await go('/');
  expect(page.url()).toBe(`${stage.url}/auth/onboarding?next=%2F`);
  await done();
});

test('sign-in: a signed-out person who follows a message link arrives at the linked dashboard page after signing in', async () => {
  const { page, go, done } = await stage.enter('phone');
  await go('/dashboard/owner/tenancies?status=2');
  expect(page.url()).toBe(`${stage.url}/auth/sign_in?callbackUrl=%2F`);
  await page.getByLabel('Email', { exact: true }).fill('owner@makao.test');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${stage.url}/dashboard/owner/tenancies?status=2`);
  await done();
});

test('sign-in: a wrong password shows an error, and a device whose session ended elsewhere is redirected to sign-in', async () => {
  const { page, go, expects, done } = await stage.enter();
  expects(/401/);
  await go('/auth/sign_in');
  await page.getByLabel('Email', { exact: true }).fill('owner@makao.test');
  await page.getByLabel('Password', { exact: true }).fill('nope');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').getByText('The email or password is incorrect').waitFor();
  await signInAs(page, 'owner');
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Either a check of the session or a running call notices it first; both lead to the sign-in page.
  await page.evaluate(() => {
    const timer = setInterval(() => (location.pathname === '/auth/sign_in' ? clearInterval(timer) : window.dispatchEvent(new Event('focus'))), 200);
  });
  await page.request.post('/api/session_logout', { data: {} });
  await page.waitForURL('**/auth/sign_in?**');
  await done();
});

test('password change: redirects to sign-in with a confirmation, and sends no further requests in the ended session', async () => {
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
