import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JourneyEnvironment, type JourneySession, openJourneyEnvironment } from './stage.ts';

let stage: JourneyEnvironment;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
});
afterAll(() => stage?.close());

/** The answer of a call to the person of this page. */
async function readApi<T>({ page }: JourneySession, path: string): Promise<T> {
  const { accessToken } = (await (await page.request.get('/api/token')).json()) as { accessToken: string };
  const answer = await page.request.get(path, { headers: { authorization: `Bearer ${accessToken}` } });
  expect([answer.status(), path]).toEqual([200, path]);
  return (await answer.json()) as T;
}

test('accounting: two people reconcile an account, make a certificate and close a month, on desktop and on a phone', async () => {
  // The demo has imported the last statement of Makao's own account. Its worksheet is not prepared yet.
  const [own] = await stage.rows<{ id: string; day: string }>(
    `select id, to_char(date_trunc('month', now()) - interval '1 day', 'YYYY-MM-DD') as day from collection_account
      where company_id is null and fund = 'P' and active order by id limit 1`,
  );
  const [next] = await stage.rows<{ month: string }>("select to_char(max(month) + interval '1 month', 'YYYY-MM') as month from ledger_period");
  const day = own?.day ?? '';
  const address = `finance/accounting?account=${own?.id}&day=${day}`;

  const first = await stage.enter();
  await first.signIn('superadmin2', `/dashboard/superadmin/${address}`);
  await first.page.getByRole('button', { name: 'Prepare worksheet' }).click();
  const drawer = first.page.getByRole('dialog');
  await drawer.getByLabel('Explanation').fill('The bank made no movement after its last line');
  await drawer.getByRole('button', { name: 'Prepare worksheet' }).click();
  await drawer.waitFor({ state: 'detached' });
  await first.page.getByText('Another person must sign it', { exact: false }).waitFor();
  await first.settled();

  const second = await stage.enter('phone');
  await second.signIn('superadmin', `/dashboard/superadmin/${address}`);
  await second.page.getByText('The bank made no movement after its last line', { exact: false }).waitFor();
  await second.page.getByRole('button', { name: 'Sign worksheet' }).click();
  await second.page.getByRole('dialog').getByRole('button', { name: 'Sign worksheet' }).click();
  await second.page.getByText('and signed by', { exact: false }).waitFor();
  await second.settled();

  await first.go(`/dashboard/superadmin/finance/accounting?tab=certificates&day=${day}`);
  const listed = first.page.getByRole('button', { name: /^Open CMC/ });
  await listed.first().waitFor();
  const before = await listed.count();
  await first.page.getByRole('button', { name: 'Make certificate' }).click();
  await listed.nth(before).waitFor();
  const [made] = await stage.rows<{ id: string; code: string }>('select id, code from client_money_certificate order by id desc limit 1');
  const link = await readApi<{ address: string }>(first, `/api/v2/accounting/certificate_pdf/?id=${made?.id}`);
  const pdf = await first.page.request.get(link.address);
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf']);
  const choose = first.page.locator('input[type=file]');
  await choose.setInputFiles({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer: await pdf.body() });
  await first.page.getByText(`Unchanged copy of ${made?.code}`, { exact: false }).waitFor();
  await first.settled();
  await second.go(`/dashboard/superadmin/finance/accounting?tab=certificates&day=${day}`);
  await second.page
    .getByText(made?.code ?? '')
    .first()
    .waitFor();
  await second.settled();

  const close = `/dashboard/superadmin/finance/accounting?tab=months&month=${next?.month}`;
  const { page } = second;
  // The demo's request is older than the signature, so it is rejected and made again.
  await second.go(close);
  await page.getByRole('link', { name: /^Open request/ }).click();
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  const rejection = page.getByRole('dialog');
  await rejection.getByLabel('Reason').fill('Request it again after the last signature');
  await rejection.getByRole('button', { name: 'Reject', exact: true }).click();
  await rejection.waitFor({ state: 'detached' });
  await second.settled();
  await first.go(close);
  await first.page.getByRole('button', { name: 'Request closing' }).click();
  const ask = first.page.getByRole('dialog');
  await ask.getByLabel('Reason').fill('All statements are imported and signed');
  await ask.getByRole('button', { name: 'Request closing' }).click();
  await ask.waitFor({ state: 'detached' });
  await first.page.getByRole('link', { name: /^Open request/ }).waitFor();
  await first.settled();
  await second.go(close);
  await page.getByRole('link', { name: /^Open request/ }).click();
  // The approver reads the whole checklist, taxes included.
  for (const line of ['Unallocated payments', 'VAT due', 'Withholding tax due']) await page.locator('dt', { hasText: line }).waitFor();
  await second.settled();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await second.go(close);
  await page.getByText('These lines were stored when the month was closed', { exact: false }).waitFor();
  await second.settled();

  await second.go('/dashboard/superadmin/finance/taxes');
  await page.getByText('VAT by month', { exact: true }).first().waitFor();
  await second.settled();
  await first.go('/dashboard/superadmin/finance/taxes');
  await first.page.getByText('Opening balance', { exact: true }).first().waitFor();
  await first.settled();
  for (const walk of [first, second]) await walk.done();
});
