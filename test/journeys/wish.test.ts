import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../browser.ts';
import { type JourneyEnvironment, openJourneyEnvironment } from './stage.ts';

let stage: JourneyEnvironment;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
});
afterAll(() => stage?.close());

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.locator('html[data-ready]').waitFor();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
const why = 'Sign in or create an account to save this on all your devices.';

/** Homes of one building are one card that opens. */
const openBuildings = (page: Page) =>
  page.locator('main li details').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '');
  });

/** Taps the first heart of a list, gets the reason for signing in, and returns the name of the home. */
async function tapHeart(page: Page): Promise<string> {
  await openBuildings(page);
  const heart = page
    .locator('main li')
    .getByRole('link', { name: /^Save / })
    .first();
  const title = (await heart.getAttribute('aria-label'))?.replace(/^Save /, '') ?? '';
  await heart.click();
  await page.waitForURL('**/auth/sign_in?callbackUrl=*');
  await page.getByText(why).waitFor();
  return title;
}
const filled = (page: Page, title: string) =>
  page
    .getByRole('button', { name: `Remove ${title} from saved homes`, pressed: true })
    .first()
    .waitFor();

test('saved home: is saved after a guest signs in, and is not saved again when the sign-in return address is reopened', async () => {
  const { page, go, settled, accessible, done } = await stage.enter('phone');
  await go('/listings?type=rent&max=40000');
  await settled();
  const title = await tapHeart(page);
  await accessible();
  const back = new URL(page.url()).searchParams.get('callbackUrl') ?? '';
  expect(back).toMatch(/^\/listings\?type=rent&max=40000&wish=home-\d+$/);
  await signIn(page, 'tenant@makao.test', demoPassword);
  await page.waitForURL('**/listings?type=rent&max=40000');
  await filled(page, title);
  await page.getByText('Saved to your account').waitFor();
  // After the home is removed, the same address does not save it again, because the wish is used up.
  const gone = page.waitForResponse('**/favourite_remove/**');
  await page
    .getByRole('button', { name: `Remove ${title} from saved homes` })
    .first()
    .click();
  await gone;
  await page
    .getByRole('button', { name: `Save ${title}`, pressed: false })
    .first()
    .waitFor();
  await settled();
  await go(back);
  await page.waitForURL('**/listings?type=rent&max=40000');
  await openBuildings(page);
  await page
    .getByRole('button', { name: `Save ${title}`, pressed: false })
    .first()
    .waitFor();
  await done();
});

test('comparison: a phone shows two homes side by side and a third home after a swipe, and the page does not scroll sideways', async () => {
  const { page, go, done } = await stage.enter('phone', { viewport: { width: 360, height: 740 } });
  const { results } = (await (await fetch(`${stage.url}/api/v2/search/listings/?type=rent&size=3`)).json()) as { results: { id: number }[] };
  for (const count of [2, 3]) {
    await go(`/property/compare?ids=${results.slice(0, count).map((one) => one.id)}`);
    const [page360, ...ends] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      ...[...document.querySelectorAll('thead th')].map((cell) => Math.round(cell.getBoundingClientRect().right)),
    ]);
    expect([page360, ends[2]]).toEqual([360, 360]);
    await page.locator('tbody tr').last().scrollIntoViewIfNeeded();
    expect(
      await page
        .locator('tbody th[scope="row"]')
        .last()
        .evaluate((label) => label.getBoundingClientRect().left),
    ).toBe(0);
  }
  await done();
});

test('saved search: a guest’s search is saved after sign-up, email verification and onboarding', async () => {
  const { page, go, settled, expects, done } = await stage.enter('desktop');
  const [email, password] = ['wishes@makao.test', 'A-long-password-1'];
  await go('/listings?type=rent&beds=2');
  await settled();
  await page.getByRole('link', { name: 'Save search' }).click();
  await page.getByText(why).waitFor();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Full name').fill('Achieng Odhiambo');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Phone number').fill('0712 345 671');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await go(await stage.mailed(email, '/auth/email_verification/'));
  await page.getByRole('link', { name: 'Go to sign in' }).click();
  await page.getByText(why).waitFor();
  await signIn(page, email, password);
  await page.waitForURL('**/auth/onboarding?next=*');
  await page.locator('html[data-ready]').waitFor();
  const onwards = page.getByRole('button', { name: 'Continue' });
  await page.getByText('I am looking for a home').click();
  await onwards.click();
  await page.getByLabel('Phone number').fill('0712 345 671');
  await onwards.click();
  await page.getByLabel('Maximum budget per month').fill('25000');
  await onwards.click();
  await page.getByLabel('I have read these documents and agree to them.').check();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.waitForURL('**/listings?type=rent&beds=2');
  await page.getByRole('link', { name: 'Search saved' }).click();
  await page.waitForURL('**/dashboard/tenant/saved_searches');
  await page.getByText('2 bedrooms', { exact: true }).first().waitFor();
  expects(/favicon/);
  await done();
});
