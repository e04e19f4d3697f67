import pg from 'pg';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JourneyEnvironment, openJourneyEnvironment } from './stage.ts';

let stage: JourneyEnvironment;
let db: pg.Client;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
  db = new pg.Client({ connectionString: stage.database });
  await db.connect();
});
afterAll(async () => {
  await db?.end();
  await stage?.close();
});

const password = 'A-long-password-1';
async function join(page: Page, email: string): Promise<void> {
  await page.getByLabel('Full name').fill('Achieng Odhiambo');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Phone number').fill('0712 345 678');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/auth/sign_in');
}

const kinds = [
  {
    kind: 'tenant',
    choose: 'I am looking for a home',
    home: '/',
    tell: async (page: Page) => page.getByLabel('Maximum budget per month').fill('25000'),
  },
  { kind: 'owner', choose: 'I own property', home: '/dashboard/owner', tell: async (page: Page) => page.getByLabel('KRA PIN').fill('a123456789z') },
  {
    kind: 'agent',
    choose: 'I am an agent',
    home: '/dashboard/agent',
    tell: async (page: Page) => {
      await page.getByLabel('EARB number').fill('2871');
      await page.getByLabel('Counties').selectOption('047');
    },
  },
  {
    kind: 'dealer',
    choose: 'I am a field partner',
    home: '/dashboard/dealer',
    tell: async (page: Page) => page.getByLabel('County you work in').selectOption('001'),
  },
];

describe('registration', () => {
  test.each(kinds)('a new $kind verifies the email, completes onboarding and arrives at the home page', async ({ kind, choose, home, tell }) => {
    const { page, go, accessible, expects, done } = await stage.enter('phone');
    const email = `${kind}-joins@makao.test`;
    await go('/auth/sign_in');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await join(page, email);
    await accessible();
    await go(await stage.mailed(email, '/auth/email_verification/'));
    await page.getByRole('heading', { name: 'Your email is verified' }).waitFor();
    await accessible();
    await go(await stage.mailed(email, '/auth/email_verification/'));
    await page.getByRole('heading', { name: 'This link was already used' }).waitFor();
    await page.getByRole('link', { name: 'Go to sign in' }).click();
    await page.waitForURL('**/auth/sign_in*');
    await page.locator('html[data-ready]').waitFor();
    const late = Promise.withResolvers<void>();
    await page.route('**/api/v2/accounts/user_post_signin_details/*', (route) => late.promise.then(() => route.continue()));
    await signIn(page, email);
    await page.waitForURL('**/auth/onboarding*');
    await page.locator('html[data-ready]').waitFor();
    await page.getByText(choose).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    // The phone number of the account loads late. It must not replace what the person is already typing.
    const phone = page.getByLabel('Phone number');
    await phone.focus();
    await Promise.all([page.waitForResponse('**/api/v2/accounts/user_post_signin_details/*'), late.resolve()]);
    await phone.pressSequentially('0712 345 678');
    expect(await phone.inputValue()).toBe('0712 345 678');
    await page.getByRole('button', { name: 'Continue' }).click();
    await tell(page);
    await accessible();
    // A form submitted before the policies have loaded waits for them: a person agrees only to what is visible.
    const slow = Promise.withResolvers<void>();
    await page.route('**/accounts/onboarding_policies/**', (route) => slow.promise.then(() => route.continue()));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Finish' }).getAttribute('aria-disabled')).toBe('true');
    slow.resolve();
    await page.getByLabel('I have read these documents and agree to them.').check();
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.waitForURL((url) => url.pathname === home);
    const { rows } = await db.query('select onboarding, phone, kind from person join person_profile on person_id = person.id where email = $1', [
      email,
    ]);
    expect(rows).toEqual([{ onboarding: false, phone: '+254712345678', kind }]);
    expects(/favicon/);
    await done();
  });

  test('clears the accepted terms when the user type changes during onboarding', async () => {
    const { page, signIn: enter, done } = await stage.enter('phone');
    await enter('newcomer', '/auth/onboarding');
    const [onwards, back] = [page.getByRole('button', { name: 'Continue' }), page.getByRole('button', { name: 'Back' })];
    const agree = page.getByLabel('I have read these documents and agree to them.');
    await onwards.click();
    await page.getByLabel('Phone number').fill('0712 345 678');
    await onwards.click();
    await page.getByLabel('Maximum budget per month').fill('25000');
    await onwards.click();
    await agree.check();
    for (let steps = 0; steps < 3; steps += 1) await back.click();
    await page.getByText('I own property').click();
    await onwards.click();
    await onwards.click();
    await page.getByLabel('KRA PIN').waitFor();
    await onwards.click();
    await agree.waitFor();
    expect(await agree.isChecked()).toBe(false);
    await done();
  });

  test('shows an error page without personal data for a guessed email verification link', async () => {
    const { page, go, done } = await stage.enter();
    await go('/auth/email_verification/guess/1');
    await page.getByRole('heading', { name: 'This link is incorrect' }).waitFor();
    await done();
  });
});

test('passkey: is set up from the emailed link on a signed-out device and then signs the person in without a password', async () => {
  const { page, context, go, accessible, done } = await stage.enter();
  const cdp: CDPSession = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await go('/auth/sign_in');
  await page.getByLabel('Email', { exact: true }).fill('owner@makao.test');
  await page.getByLabel('Password', { exact: true }).fill('Karibu-2026!');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard/owner');
  const { accessToken } = await (await page.request.get('/api/token')).json();
  const asked = await page.request.get('/api/v2/accounts/add_passwordless_logins/', { headers: { authorization: `Bearer ${accessToken}` } });
  expect(asked.status()).toBe(200);
  // The page is left first, because its pending requests would fail after the session ends.
  await page.goto('about:blank');
  await context.clearCookies();
  const link = await stage.mailed('owner@makao.test', '/auth/passkey/');
  await go(link);
  await page.getByLabel('Name of this device').fill('Phone of Esther');
  await accessible();
  await page.getByRole('button', { name: 'Set up this device' }).click();
  await page.getByRole('heading', { name: 'This device is set up' }).waitFor();
  await go(link);
  await page.getByRole('heading', { name: 'This link was already used' }).waitFor();
  await go('/auth/sign_in');
  await page.getByRole('button', { name: 'Use fingerprint or passkey' }).click();
  await page.waitForURL('**/dashboard/owner');
  const { user } = await (await page.request.get('/api/auth/session')).json();
  expect(user.email).toBe('owner@makao.test');
  await done();
});
