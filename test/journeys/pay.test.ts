import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Simulator, startSimulator } from '#simulator/start.ts';
import { confirm, press } from './catalogue.ts';
import { now } from './letting.ts';
import { inTurn, openStage, type Stage, type Walk } from './stage.ts';

/**
 * Rent, from asking to the receipt: the owner writes an invoice, whoever has the link stops the first prompt and answers the second, through a
 * reload; the tenant pays another from the home of the lease with one button; cash is the owner's to write down, and stands when its payer said so.
 */
inTurn();
let phones: Simulator;
let stage: Stage;
let owner: Walk;
let tenancy: { id: string; code: string; phone: string };
beforeAll(async () => {
  phones = await startSimulator({ port: 0 });
  stage = await openStage({ DARAJA_URL: phones.url });
  const [found] = await stage.rows<{ id: string; code: string; phone: string; company_id: string }>(`
    select t.id, t.code, n.phone, p.company_id from tenancy t join unit u on u.id = t.unit_id join property p on p.id = u.property_id
      join tenancy_person tp on tp.tenancy_id = t.id and tp.until is null join tenant n on n.id = tp.tenant_id
      join person who on who.id = n.person_id and who.email = 'tenant@makao.test'
      join person own on own.company_id = p.company_id and own.email = 'owner@makao.test'
    where t.status = 'active' order by t.id limit 1`);
  if (!found) throw new Error('the demo’s tenant rents nothing of the demo’s owner');
  tenancy = found;
  // Only what the platform collects can ring by its own line.
  await stage.rows(
    `insert into ledger_book (company_id, mode, reason) values ($1, 'trust', 'a journey') on conflict (company_id) do update set mode = 'trust'`,
    [found.company_id],
  );
  owner = await stage.enter('phone');
  await owner.signIn('owner', `/dashboard/owner/tenancies/${found.id}/${found.code}/invoices`);
});
afterAll(async () => {
  await stage?.close();
  await phones?.close();
});

const invoiced = async (label: string, shillings: string): Promise<void> => {
  const { page, settled } = owner;
  await page.getByRole('link', { name: 'New invoice' }).first().click();
  await page.getByLabel('Description').fill(label);
  await page.getByLabel('Price', { exact: true }).fill(shillings);
  await page.getByText('What it comes to').waitFor();
  await settled();
  await press(page, 'Issue invoice');
  await page.getByRole('link', { name: 'Page to pay' }).waitFor();
};
/** The phone rings until somebody answers it. */
async function answered(how: Answer): Promise<void> {
  const ringing = () => phones.state().pushes.find(({ code }) => code === null);
  await expect.poll(() => ringing() !== undefined, { timeout: 15_000 }).toBe(true);
  const push = ringing();
  expect(phones.answer(push?.checkoutRequestId ?? '', how)).toBe(true);
}

test('whoever has the link pays it; the waiting survives a reload, and a stopped prompt takes nothing', async () => {
  await invoiced('Garbage bins', '450');
  const link = (await owner.page.getByRole('link', { name: 'Page to pay' }).getAttribute('href')) ?? '';
  const payer = await stage.enter('phone');
  await payer.go(new URL(link, stage.url).pathname);
  await payer.page.getByText('Garbage bins').waitFor();
  await payer.page.getByLabel('M-Pesa number').fill('0712 000 111');
  await press(payer.page, 'Send prompt');
  await payer.page.getByText('Check your phone and enter your PIN').waitFor();
  await payer.page.reload();
  await payer.page.getByText('Check your phone and enter your PIN').waitFor();
  await answered('cancel');
  await payer.page.getByText('You stopped the payment. Nothing was taken.').waitFor();
  await payer.settled();
  await press(payer.page, 'Try again');
  await payer.page.getByLabel('M-Pesa number').fill('0712 000 111');
  await press(payer.page, 'Send prompt');
  await answered('approve');
  await payer.page.getByText('received').first().waitFor();
  await payer.page.getByRole('button', { name: 'Receipt' }).waitFor();
  await payer.settled();
  await payer.done();
});

test('the tenant pays from the home of the lease with one button', async () => {
  await owner.go(`/dashboard/owner/tenancies/${tenancy.id}/${tenancy.code}/invoices`);
  await invoiced('Painting', '300');
  const tenant = await stage.enter('phone');
  await tenant.signIn('tenant', `/dashboard/tenancy/${tenancy.id}/${tenancy.code}`);
  await press(tenant.page, 'Pay by M-Pesa');
  await tenant.page.getByRole('dialog').getByLabel('M-Pesa number').fill('0712 000 222');
  await press(tenant.page, 'Send prompt');
  await answered('approve');
  await tenant.page.getByRole('dialog').getByText('received').first().waitFor();
  await tenant.settled();
  await tenant.done();
});

test('the owner sees what came, and writes down cash: what the platform holds it knows by itself, and cash by the code its payer got', async () => {
  const { page, settled } = owner;
  await owner.go('/dashboard/owner/transactions');
  await page.getByText('M-Pesa prompt').first().waitFor();
  await settled();
  await press(page, 'Record payment');
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('combobox', { name: 'Tenancy' }).fill(tenancy.code);
  const found = page.getByRole('listbox').getByRole('option');
  await expect.poll(() => found.count()).toBe(1);
  await found.click();
  await expect.poll(() => sheet.getByLabel('How', { exact: true }).locator('option').allTextContents()).toEqual(['Cash']);
  await sheet.getByLabel('Amount').fill('1000');
  const asked = await now(stage);
  await sheet.getByRole('button', { name: 'Record payment', exact: true }).click();
  await sheet.getByLabel('Code the tenant got').fill(await stage.codeSent(tenancy.phone, asked));
  await confirm(page, 'Cash received');
  await page.getByText('is confirmed').first().waitFor();
  await settled();
  await owner.done();
});
