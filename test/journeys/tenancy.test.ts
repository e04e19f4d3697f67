import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirm, more, press } from './catalogue.ts';
import { inTurn, openStage, type Stage, type Walk } from './stage.ts';

/** An owner lets a home by hand, with one thumb at 360 px: makes the tenancy, lets them in, offers another term and writes down their yes. */
inTurn();
let stage: Stage;
let owner: Walk;
beforeAll(async () => {
  stage = await openStage();
  owner = await stage.enter('phone');
  await owner.signIn('owner', '/dashboard/owner/tenancies');
});
afterAll(() => stage?.close());

test('the tenancy is made of a free unit; what was typed survives a reload', async () => {
  const { page, settled } = owner;
  await page.getByRole('link', { name: 'New tenancy' }).click();
  await press(page, 'Make tenancy');
  await page.locator('#tenancy-unit-error', { hasText: 'Choose the unit.' }).waitFor();
  await page.getByRole('combobox', { name: 'Unit' }).click();
  await page
    .getByRole('option', { name: /free now/ })
    .first()
    .click();
  await page.getByLabel('Name', { exact: true }).fill('Naliaka Wekesa');
  await page.getByLabel('Phone', { exact: true }).fill('0713 909 808');
  await page.reload();
  await page.getByText('What you typed before is still here.').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Naliaka Wekesa');
  await settled();
  await press(page, 'Make tenancy');
  await page.getByRole('heading', { level: 1, name: 'Naliaka Wekesa' }).waitFor();
  await page.getByText('Pending').first().waitFor();
});

test('what is missing is gone without, with a reason, and they move in', async () => {
  const { page, settled } = owner;
  for (const reason of ['Signed on paper', 'Paid in cash', 'Seen together']) {
    await more(page, 'Move in without');
    await page.getByLabel('Reason', { exact: true }).fill(reason);
    await confirm(page, 'Move in without');
    // The next one is offered what is still missing: until the page knows, it would be the same again.
    await page.getByText(reason).first().waitFor();
  }
  await press(page, 'Move in');
  await confirm(page, 'Move in');
  await page.getByText('Active').first().waitFor();
  await settled();
});

test('what a menu opened gives the focus back to its button, by keyboard too', async () => {
  const { page } = owner;
  await more(page, 'Change rent');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-haspopup'))).toBe('menu');
});

test('another term is proposed, and the yes of who has no account is written down', async () => {
  const { page, settled } = owner;
  await press(page, 'Propose renewal');
  await confirm(page, 'Propose renewal');
  await press(page, 'Record their yes');
  await page.getByLabel('How they said yes').fill('By phone this morning');
  await confirm(page, 'Record their yes');
  await page.getByText('Goes on with a new term').first().waitFor();
  await settled();
  await owner.done();
});
