import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PhoneAnswer, type Simulator, startSimulator } from '#simulator/start.ts';
import { chooseMoreAction, confirmDialog, pressButton } from './catalogue.ts';
import { readDatabaseTime } from './letting.ts';
import { type JourneyEnvironment, type JourneySession, openJourneyEnvironment, skipTestsAfterFailure } from './stage.ts';

/**
 * Rent from invoice to receipt: the owner issues an invoice, and a payer with the link rejects the first prompt and accepts the second, across a
 * reload. The tenant pays another invoice from the lease page with one button. The owner records cash, and it counts after the payer confirms it. The owner requests a correction of its amount.
 */
skipTestsAfterFailure();
let phones: Simulator;
let stage: JourneyEnvironment;
let owner: JourneySession;
let tenancy: { id: string; code: string; phone: string };
beforeAll(async () => {
  phones = await startSimulator({ port: 0 });
  stage = await openJourneyEnvironment({ DARAJA_URL: phones.url });
  const [found] = await stage.rows<{ id: string; code: string; phone: string; company_id: string }>(`
    select t.id, t.code, n.phone, p.company_id from tenancy t join unit u on u.id = t.unit_id join property p on p.id = u.property_id
      join tenancy_person tp on tp.tenancy_id = t.id and tp.until is null join tenant n on n.id = tp.tenant_id
      join person who on who.id = n.person_id and who.email = 'tenant@makao.test'
      join person own on own.company_id = p.company_id and own.email = 'owner@makao.test'
    where t.status = 'active' order by t.id limit 1`);
  if (!found) throw new Error('the demo’s tenant rents nothing of the demo’s owner');
  tenancy = found;
  // Only a home whose rent Makao collects can be paid by a prompt of its own paybill.
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
  await page.getByLabel('Unit price', { exact: true }).fill(shillings);
  await page.getByText('Preview').waitFor();
  await settled();
  await pressButton(page, 'Issue invoice');
  await page.getByRole('link', { name: 'Payment page' }).waitFor();
};
/** Waits for the prompt on the phone and answers it. */
async function answered(how: PhoneAnswer): Promise<void> {
  const ringing = () => phones.state().pushes.find(({ code }) => code === null);
  await expect.poll(() => ringing() !== undefined, { timeout: 15_000 }).toBe(true);
  const push = ringing();
  expect(phones.answer(push?.checkoutRequestId ?? '', how)).toBe(true);
}

test('payment page: accepts a payment by link, shows a pending prompt after a reload, and charges nothing for a cancelled prompt', async () => {
  await invoiced('Garbage bins', '450');
  const link = (await owner.page.getByRole('link', { name: 'Payment page' }).getAttribute('href')) ?? '';
  const payer = await stage.enter('phone');
  await payer.go(new URL(link, stage.url).pathname);
  await payer.page.getByText('Garbage bins').waitFor();
  await payer.page.getByLabel('M-Pesa number').fill('0712 000 111');
  await pressButton(payer.page, 'Send M-Pesa prompt');
  await payer.page.getByText('Check your phone and enter your PIN').waitFor();
  await payer.page.reload();
  await payer.page.getByText('Check your phone and enter your PIN').waitFor();
  await answered('cancel');
  await payer.page.getByText('You cancelled the payment. No money was taken.').waitFor();
  await payer.settled();
  await pressButton(payer.page, 'Try again');
  await payer.page.getByLabel('M-Pesa number').fill('0712 000 111');
  await pressButton(payer.page, 'Send M-Pesa prompt');
  await answered('approve');
  await payer.page.getByText('received').first().waitFor();
  await payer.page.getByRole('button', { name: 'Receipt' }).waitFor();
  await payer.settled();
  await payer.done();
});

test('tenancy dashboard: the tenant pays by M-Pesa with one button', async () => {
  await owner.go(`/dashboard/owner/tenancies/${tenancy.id}/${tenancy.code}/invoices`);
  await invoiced('Painting', '300');
  const tenant = await stage.enter('phone');
  await tenant.signIn('tenant', `/dashboard/tenancy/${tenancy.id}/${tenancy.code}`);
  await pressButton(tenant.page, 'Pay by M-Pesa');
  await tenant.page.getByRole('dialog').getByLabel('M-Pesa number').fill('0712 000 222');
  await pressButton(tenant.page, 'Send M-Pesa prompt');
  await answered('approve');
  await tenant.page.getByRole('dialog').getByText('received').first().waitFor();
  await tenant.settled();
  await tenant.done();
});

test('payments: the owner sees the M-Pesa payment and records cash with the code sent to the tenant', async () => {
  const { page, settled } = owner;
  await owner.go('/dashboard/owner/transactions');
  await page.getByText('M-Pesa prompt').first().waitFor();
  await settled();
  await pressButton(page, 'Record payment');
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('combobox', { name: 'Tenancy' }).fill(tenancy.code);
  const found = page.getByRole('listbox').getByRole('option');
  await expect.poll(() => found.count()).toBe(1);
  await found.click();
  await expect.poll(() => sheet.getByLabel('Method', { exact: true }).locator('option').allTextContents()).toEqual(['Cash']);
  await sheet.getByLabel('Amount').fill('1000');
  const asked = await readDatabaseTime(stage);
  await sheet.getByRole('button', { name: 'Record payment', exact: true }).click();
  await sheet.getByLabel('Code sent to the tenant').fill(await stage.codeSent(tenancy.phone, asked));
  await confirmDialog(page, 'Confirm cash payment');
  // The toast begins with the fixed text of the specification.
  await page
    .getByText(/Payment \S+ confirmed\.$/)
    .first()
    .waitFor();
  await settled();
});

test('payment correction: the owner reads the message to the tenant, and requests another amount of the cash', async () => {
  const { page, settled } = owner;
  const [cash] = await stage.rows<{ id: string; code: string }>(
    `select p.id, p.code from payment p join tenancy t on t.id = p.tenancy_id where t.code = $1 and p.how = 'cash' and p.status = 'completed' order by p.id desc limit 1`,
    [tenancy.code],
  );
  await owner.go(`/dashboard/owner/transactions/${cash?.id}/${cash?.code}`);
  await chooseMoreAction(page, 'Correct amount');
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Amount that was paid').fill('900');
  await sheet.getByText('Your payment of KES 1,000 was corrected to KES 900').waitFor();
  await sheet.getByLabel('Reason').fill('The receipt book says 900');
  await sheet.getByRole('button', { name: 'Request correction' }).click();
  await page.getByText('awaits approval by Makao').waitFor();
  await settled();
  await owner.done();
});
