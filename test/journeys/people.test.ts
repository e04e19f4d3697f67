import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectToast, type JourneyEnvironment, openJourneyEnvironment } from './stage.ts';

let stage: JourneyEnvironment;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
});
afterAll(() => stage?.close());

const ask = async (sql: string) => {
  const client = new pg.Client({ connectionString: stage.database });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

test('tenant account: an admin impersonates the tenant, and disables the account after entering the password', async () => {
  const { page, signIn, go, expects, done } = await stage.enter();
  expects(/403/);
  await signIn('admin', '/dashboard/admin/tenants?name=Grace+Wanjiku+Kamau');
  await page
    .getByRole('link', { name: /Grace Wanjiku Kamau/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Grace Wanjiku Kamau' }).waitFor();

  await page.getByRole('button', { name: 'View as', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Ticket 118: cannot find her policy');
  await page.getByRole('dialog').getByRole('button', { name: 'View as Grace Wanjiku Kamau' }).click();
  await page.getByText('You are viewing as Grace Wanjiku Kamau. You cannot change anything.').waitFor();
  // Requests of the tenant's page that are still running when viewing ends are refused, and the browser reports them as errors.
  await page.waitForLoadState('networkidle');
  // Ending "view as" navigates automatically; the walk continues once that page has loaded, because its next address would compete with it.
  await Promise.all([
    page.waitForURL(/\/dashboard\/admin$/, { waitUntil: 'load' }),
    page.getByRole('button', { name: 'Stop viewing', exact: true }).click(),
  ]);
  await page.locator('html[data-ready]').waitFor();
  await expect.poll(async () => (await (await page.request.get('/api/auth/session')).json()).user?.email).toBe('admin@makao.test');

  const [grace] = await ask("select id from person where email = 'tenant@makao.test'");
  await go(`/dashboard/admin/tenants/${grace.id}`);
  await ask("update person_session set proved_at = now() - interval '20 minutes'");
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Disable account' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('She asked for it by phone');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable account' }).click();
  const proof = page.getByRole('dialog', { name: 'Enter your password' });
  await proof.getByLabel('Password', { exact: true }).fill('Karibu-2026!');
  await proof.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, 'Success! User Status Updated');
  expect(await ask(`select is_active from person where id = ${grace.id}`)).toEqual([{ is_active: false }]);
  await done();
});
