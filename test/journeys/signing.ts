import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { wrongFor } from '../tampered.ts';
import { press } from './catalogue.ts';
import { now } from './letting.ts';
import type { Stage, Walk } from './stage.ts';

/** What somebody does who was sent a link to sign, and what is signed on the spot. */

type Reached = { readonly phone?: string; readonly email?: string };
export const esther = { phone: '+254700100004', email: 'owner@makao.test' };

/** On the page a link opened: asks for the code, which goes to that number or mailbox, and opens the text with it. */
export async function readByCode(stage: Stage, { page }: Walk, who: Reached, how?: 'wrong first'): Promise<void> {
  await page.locator('html[data-ready]').waitFor();
  const since = await now(stage);
  const texted = (await page.getByText('we send a code by SMS').count()) > 0;
  await press(page, 'Send me the code');
  const field = page.getByLabel('Code', { exact: true });
  const code = await stage.codeSent((texted ? who.phone : who.email) ?? '', since);
  if (how) {
    await field.fill(wrongFor(code));
    await press(page, 'Read the agreement');
    await page.getByText('This code is not right or no longer good').waitFor();
  }
  await field.fill(code);
  await press(page, 'Read the agreement');
  await page.locator('article[lang]').waitFor();
}

/** Ticks that it was read, and draws with a finger or a mouse. */
export async function drawSignature(page: Page): Promise<void> {
  await page.getByLabel(/^I have read this agreement and I sign it/).check();
  await draw(page);
}

/** A line and back, in the box for it. */
export async function draw(page: Page): Promise<void> {
  const pad = page.locator('canvas').last();
  await pad.scrollIntoViewIfNeeded();
  // What draws is loaded when somebody comes to sign: it has measured the box by then.
  await page.waitForFunction(() => [...document.querySelectorAll('canvas')].at(-1)?.width !== 300);
  const box = await pad.boundingBox();
  if (!box) throw new Error('there is nowhere to sign');
  await page.mouse.move(box.x + 30, box.y + 40);
  await page.mouse.down();
  for (const [x, y] of [
    [80, 20],
    [120, 60],
    [160, 25],
    [200, 50],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y, { steps: 4 });
  await page.mouse.up();
}

/** From the page of a planned inspection: everything is good, the keys are counted, a meter is read, both sign, and it is handed in. */
export async function fillInspection({ page, settled }: Walk, tenant: string): Promise<void> {
  await press(page, 'Begin inspection');
  await press(page, 'Begin inspection');
  const good = page.getByRole('button', { name: 'Good', exact: true });
  await good.first().waitFor();
  const items = await good.count();
  // One press a room: pressing each answer is the journey of the inspection without a network.
  const rest = page.getByRole('button', { name: /^The rest of this room is good/ });
  for (let left = await rest.count(); left > 0; left--) {
    await rest.first().click();
    await expect.poll(() => rest.count()).toBe(left - 1);
  }
  for (let n = 0; n < items; n++) if ((await good.nth(n).getAttribute('aria-pressed')) !== 'true') await good.nth(n).click();
  await page
    .getByRole('status')
    .filter({ hasText: `${items} of ${items}` })
    .waitFor();
  await page.getByLabel('Keys', { exact: true }).fill('3');
  await page.getByLabel('Number on the meter').fill('W-2291');
  await page.getByLabel('Reading', { exact: true }).fill('418');
  await press(page, 'Keep reading');
  await page.getByText('Water meter W-2291: 418').waitFor();
  await draw(page);
  await press(page, 'Sign');
  await page.getByText(/Inspector: Esther Njuguna/).waitFor();
  // The sheet is handed on: an empty one, in the tenant's name.
  await expect.poll(() => page.getByLabel('Who signs').inputValue()).toBe('tenant');
  await draw(page);
  await press(page, 'Sign');
  await page.getByText(new RegExp(`^Tenant: ${tenant}`)).waitFor();
  await settled();
  await press(page, 'Hand in');
  await page.getByRole('link', { name: 'Download report' }).waitFor();
}

/** What the page of a link says that opens nothing. */
export async function gone({ page, go }: Walk, link: string): Promise<string> {
  await go(link);
  await page.getByText(/This link opens nothing\./).waitFor();
  expect(await page.getByRole('button', { name: 'Send me the code' }).count()).toBe(0);
  return page.locator('main').innerText();
}

/** What is said of a file that was put on the page for it. */
export async function verdictOn(page: Page, bytes: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await page.locator('input[type=file]').setInputFiles({ name: 'lease.pdf', mimeType: 'application/pdf', buffer: bytes });
  await page.getByText(`SHA-256 ${sha256}`).waitFor();
  const note = await page.getByRole('status').filter({ hasText: 'lease.pdf' }).locator('> *').first().innerText();
  return note.replace('lease.pdf', '').replace(/\s+/g, ' ').trim();
}

/** A tenancy by hand in the next free unit, of people without an account, and the draft of its lease; ends on it, and answers where that is. */
export async function letByHand({ page, go, settled }: Walk, people: readonly { readonly name: string; readonly phone: string }[]): Promise<string> {
  await go('/dashboard/owner/tenancies/create_tenancy');
  await page.getByRole('combobox', { name: 'Unit' }).click();
  await page
    .getByRole('option', { name: /free now/ })
    .first()
    .click();
  for (const [n, { name, phone }] of people.entries()) {
    if (n > 0) await press(page, 'Add a person');
    const fields = page.getByRole('group', { name: `Tenant ${n + 1}` });
    await fields.getByLabel('Name', { exact: true }).fill(name);
    await fields.getByLabel('Phone', { exact: true }).fill(phone);
  }
  if (people.length > 1) await press(page, 'Split evenly');
  await settled();
  await press(page, 'Make tenancy');
  await page.getByText('Before they move in').waitFor();
  await page
    .getByRole('button', { name: /^(Write|Send) lease$/ })
    .first()
    .click();
  await page.waitForURL('**/tenancies/agreements/**');
  await page.getByRole('button', { name: 'Send to be signed' }).waitFor();
  return new URL(page.url()).pathname;
}
