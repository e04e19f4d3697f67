import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { makeWrongCode } from '../wrong-secrets.ts';
import { pressButton } from './catalogue.ts';
import { readDatabaseTime } from './letting.ts';
import type { JourneyEnvironment, JourneySession } from './stage.ts';

/** The acts of a signer with a link, and of a signer on the spot. */

type Reached = { readonly phone?: string; readonly email?: string };
export const demoLandlordContact = { phone: '+254700100004', email: 'owner@makao.test' };

/** On the page of a link: requests the code, which is sent to that number or mailbox, and opens the text with it. */
export async function openAgreementWithCode(stage: JourneyEnvironment, { page }: JourneySession, who: Reached, how?: 'wrong first'): Promise<void> {
  await page.locator('html[data-ready]').waitFor();
  const since = await readDatabaseTime(stage);
  const texted = (await page.getByText('We send it by SMS').count()) > 0;
  await pressButton(page, 'Send me the code');
  const field = page.getByLabel('Code', { exact: true });
  const code = await stage.codeSent((texted ? who.phone : who.email) ?? '', since);
  if (how) {
    await field.fill(makeWrongCode(code));
    await pressButton(page, 'Read the agreement');
    await page.getByText('This code is incorrect or has expired').waitFor();
  }
  await field.fill(code);
  await pressButton(page, 'Read the agreement');
  await page.locator('article[lang]').waitFor();
}

/** Ticks the box for having read the text, and draws with a finger or a mouse. */
export async function drawSignature(page: Page): Promise<void> {
  await page.getByLabel(/^I have read this agreement and I sign it/).check();
  await signOnPad(page);
}

/** Draws a line forth and back in the box. */
export async function signOnPad(page: Page): Promise<void> {
  const pad = page.locator('canvas').last();
  await pad.scrollIntoViewIfNeeded();
  // The drawing library loads when a person opens the signature box; it has measured the box once the width is set.
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

/** On the page of a planned inspection: marks everything as good, counts the keys, reads a meter, signs for both sides, and submits it. */
export async function completeInspection({ page, settled }: JourneySession, tenant: string): Promise<void> {
  await pressButton(page, 'Start inspection');
  await pressButton(page, 'Start inspection');
  const good = page.getByRole('button', { name: 'Good', exact: true });
  await good.first().waitFor();
  const items = await good.count();
  // One press per area; the journey of the inspection without a network presses each answer.
  const rest = page.getByRole('button', { name: /^Mark the rest of this room as good/ });
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
  await page.getByLabel('Meter number').fill('W-2291');
  await page.getByLabel('Reading', { exact: true }).fill('418');
  await pressButton(page, 'Add reading');
  await page.getByText('Water meter W-2291: 418').waitFor();
  await signOnPad(page);
  await pressButton(page, 'Sign');
  await page.getByText(/Inspector: Esther Njuguna/).waitFor();
  // The page shows an empty signature field with the tenant's name.
  await expect.poll(() => page.getByLabel('Signer').inputValue()).toBe('tenant');
  await signOnPad(page);
  await pressButton(page, 'Sign');
  await page.getByText(new RegExp(`^Tenant: ${tenant}`)).waitFor();
  await settled();
  await pressButton(page, 'Send report');
  await page.getByRole('link', { name: 'Download report' }).waitFor();
}

/** The text of a page whose link is not valid. */
export async function readInvalidLinkText({ page, go }: JourneySession, link: string): Promise<string> {
  await go(link);
  await page.getByText(/This link is not valid\./).waitFor();
  expect(await page.getByRole('button', { name: 'Send me the code' }).count()).toBe(0);
  return page.locator('main').innerText();
}

/** The verdict on a file that was put on the page. */
export async function verifySealedFile(page: Page, bytes: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await page.locator('input[type=file]').setInputFiles({ name: 'lease.pdf', mimeType: 'application/pdf', buffer: bytes });
  await page.getByText(`SHA-256 ${sha256}`).waitFor();
  const note = await page.getByRole('status').filter({ hasText: 'lease.pdf' }).locator('> *').first().innerText();
  return note.replace('lease.pdf', '').replace(/\s+/g, ' ').trim();
}

/** A manual tenancy in the next vacant unit, of people without accounts, and the draft of its lease; ends on the draft and returns its address. */
export async function recordManualTenancy(
  { page, go, settled }: JourneySession,
  people: readonly { readonly name: string; readonly phone: string }[],
): Promise<string> {
  await go('/dashboard/owner/tenancies/create_tenancy');
  await page.getByRole('combobox', { name: 'Unit' }).click();
  await page
    .getByRole('option', { name: /available now/ })
    .first()
    .click();
  for (const [n, { name, phone }] of people.entries()) {
    if (n > 0) await pressButton(page, 'Add person');
    const fields = page.getByRole('group', { name: `Tenant ${n + 1}` });
    await fields.getByLabel('Name', { exact: true }).fill(name);
    await fields.getByLabel('Phone', { exact: true }).fill(phone);
  }
  if (people.length > 1) await pressButton(page, 'Split equally');
  await settled();
  await pressButton(page, 'Create tenancy');
  await page.getByText('Move-in requirements').waitFor();
  await page
    .getByRole('button', { name: /^(Write|Send) lease$/ })
    .first()
    .click();
  await page.waitForURL('**/tenancies/agreements/**');
  await page.getByRole('button', { name: 'Send for signature' }).waitFor();
  return new URL(page.url()).pathname;
}
