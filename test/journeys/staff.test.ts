import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../browser.ts';
import { type JourneyEnvironment, openJourneyEnvironment } from './stage.ts';

let stage: JourneyEnvironment;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
});
afterAll(() => stage?.close());

/** The link as the invited person gets it. */
const linkFor = (email: string) => stage.mailed(email, '/auth/invitation/');

test('role: an invited staff member sees only the screens that the permissions of the role allow', async () => {
  const owner = await stage.enter();
  await owner.signIn('owner', '/dashboard/owner/hr/roles_and_permissions');
  await owner.page.getByRole('button', { name: 'Add role' }).click();
  await owner.page.getByLabel('Name', { exact: true }).fill('Team keeper');
  await owner.page.getByRole('button', { name: 'Create role' }).click();
  await owner.page.getByRole('heading', { level: 1, name: 'Team keeper' }).waitFor();
  await owner.page.getByRole('checkbox', { name: 'Read: Dashboard', exact: true }).check();
  await owner.page.getByRole('checkbox', { name: 'Read: Teams', exact: true }).check();
  await owner.page.getByRole('button', { name: 'Save permissions' }).click();
  await owner.page.getByText('2 of', { exact: false }).first().waitFor();
  await owner.page.getByRole('button', { name: 'Save permissions' }).waitFor({ state: 'detached' });

  await owner.go('/dashboard/owner/hr/invitations?new=staff');
  const form = owner.page.getByRole('dialog');
  await form.getByLabel('Email', { exact: true }).fill('newcomer@makao.test');
  await form.getByLabel('Role', { exact: true }).selectOption({ label: 'Team keeper' });
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await form.waitFor({ state: 'detached' });
  const link = await linkFor('newcomer@makao.test');
  expect(link).toMatch(/^\/auth\/invitation\/[\w-]{43}\/\d+$/);

  const invited = await stage.enter('phone');
  const { page } = invited;
  await invited.go(link);
  await page.getByRole('heading', { level: 1, name: 'Esther Njuguna invites you to work at Njuguna & Kin Ltd' }).waitFor();
  await page.getByRole('link', { name: 'Sign in to accept' }).click();
  await page.getByLabel('Email', { exact: true }).fill('newcomer@makao.test');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/auth/sign_in');
  await invited.go(link);
  await page.getByRole('checkbox', { name: 'I agree to' }).check();
  await page.getByRole('button', { name: 'Accept and join' }).click();
  await page.waitForURL('**/dashboard/owner');

  const desk = await stage.enter('desktop');
  await desk.signIn('newcomer', '/dashboard/owner');
  const menu = desk.page.getByRole('navigation', { name: 'Dashboard' });
  await menu.getByRole('link', { name: 'Teams' }).waitFor();
  expect((await menu.getByRole('link').allInnerTexts()).map((text) => text.trim()).filter(Boolean)).toEqual(['Home', 'Teams']);
  await desk.go('/dashboard/owner/hr/staff');
  expect(new URL(desk.page.url()).pathname).toBe('/dashboard/owner/403');
  invited.expects(/status of 410/);
  await invited.go(link);
  await page.getByRole('heading', { name: 'This invitation was already used' }).waitFor();
  for (const walk of [owner, invited, desk]) await walk.done();
});
