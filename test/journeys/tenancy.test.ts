import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseMoreAction, confirmDialog, pressButton } from './catalogue.ts';
import { type JourneyEnvironment, type JourneySession, openJourneyEnvironment, skipTestsAfterFailure } from './stage.ts';

/** An owner lets a home manually, with one thumb at 360 px: creates the tenancy, moves the tenants in, offers a renewal and records their consent. */
skipTestsAfterFailure();
let stage: JourneyEnvironment;
let owner: JourneySession;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
  owner = await stage.enter('phone');
  await owner.signIn('owner', '/dashboard/owner/tenancies');
});
afterAll(() => stage?.close());

test('new tenancy: is created on a vacant unit, and the form keeps its entries after a reload', async () => {
  const { page, settled } = owner;
  await page.getByRole('link', { name: 'New tenancy' }).click();
  await pressButton(page, 'Create tenancy');
  await page.locator('#tenancy-unit-error', { hasText: 'Choose a unit.' }).waitFor();
  await page.getByRole('combobox', { name: 'Unit' }).click();
  await page
    .getByRole('option', { name: /available now/ })
    .first()
    .click();
  await page.getByLabel('Name', { exact: true }).fill('Naliaka Wekesa');
  await page.getByLabel('Phone', { exact: true }).fill('0713 909 808');
  await page.reload();
  await page.getByText('Your unsaved entries are still here.').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Naliaka Wekesa');
  await settled();
  await pressButton(page, 'Create tenancy');
  await page.getByRole('heading', { level: 1, name: 'Naliaka Wekesa' }).waitFor();
  await page.getByText('Pending').first().waitFor();
});

test('move-in: the owner waives missing requirements with a reason', async () => {
  const { page, settled } = owner;
  for (const reason of ['Signed on paper', 'Paid in cash', 'Seen together']) {
    await chooseMoreAction(page, 'Waive a requirement');
    await page.getByLabel('Reason', { exact: true }).fill(reason);
    await confirmDialog(page, 'Waive a requirement');
    // Waits until the page has refetched, because otherwise the same condition would be offered again.
    await page.getByText(reason).first().waitFor();
  }
  await pressButton(page, 'Confirm move-in');
  await confirmDialog(page, 'Confirm move-in');
  await page.getByText('Active').first().waitFor();
  await settled();
});

test('tenancy dialog: returns the focus to the menu button when closed by keyboard', async () => {
  const { page } = owner;
  await chooseMoreAction(page, 'Change rent');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-haspopup'))).toBe('menu');
});

test('renewal: the owner proposes a renewal and records acceptance by a tenant without an account', async () => {
  const { page, settled } = owner;
  await pressButton(page, 'Propose renewal');
  await confirmDialog(page, 'Propose renewal');
  await pressButton(page, 'Record acceptance');
  await page.getByLabel('How the tenant agreed').fill('By phone this morning');
  await confirmDialog(page, 'Record acceptance');
  await page.getByText('Renewed', { exact: true }).first().waitFor();
  await settled();
  await owner.done();
});
