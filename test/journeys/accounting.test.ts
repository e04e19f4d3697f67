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
type Live = { readonly live: { readonly ledger_cents: number; readonly difference_cents: number | null } };

test('accounting: two people reconcile an account, make a certificate and close a month, on desktop and on a phone', async () => {
  const [paybill] = await stage.rows<{ id: string; day: string }>(
    `select id, to_char(date_trunc('month', now()) - interval '1 day', 'YYYY-MM-DD') as day from collection_account
      where company_id is null and rail = 'mpesa' and active order by id limit 1`,
  );
  const [next] = await stage.rows<{ month: string }>(
    "select to_char(coalesce((select max(month) + interval '1 month' from ledger_period), (select min(month) from journal)), 'YYYY-MM') as month",
  );
  const day = paybill?.day ?? '';
  const address = `finance/accounting?account=${paybill?.id}&day=${day}`;
  // An answer of M-Pesa at the end of the day, with the balance that the ledger explains.
  await stage.rows(
    `insert into bank_figure (account_id, source, day, at, cents, difference_cents)
      values ($1, 'query', $2::date, ($2::date + 1)::timestamp at time zone 'Africa/Nairobi' - interval '1 second', 0, 0)`,
    [paybill?.id, day],
  );

  const first = await stage.enter();
  await first.signIn('superadmin2', `/dashboard/superadmin/${address}`);
  const read = () => readApi<Live>(first, `/api/v2/accounting/worksheet/?account_id=${paybill?.id}&day=${day}`);
  await stage.rows('update bank_figure set cents = $2 where account_id = $1', [paybill?.id, -((await read()).live.difference_cents ?? 0)]);
  expect((await read()).live.difference_cents).toBe(0);
  await first.go(`/dashboard/superadmin/${address}`);
  await first.page.getByText('Source: Answer of M-Pesa', { exact: false }).waitFor();
  await first.page.getByRole('button', { name: 'Prepare worksheet' }).click();
  const drawer = first.page.getByRole('dialog');
  await drawer.getByLabel('Explanation').fill('M-Pesa answers once a night');
  await drawer.getByRole('button', { name: 'Prepare worksheet' }).click();
  await drawer.waitFor({ state: 'detached' });
  await first.page.getByText('Another person must sign it', { exact: false }).waitFor();
  await first.settled();

  const second = await stage.enter('phone');
  await second.signIn('superadmin', `/dashboard/superadmin/${address}`);
  await second.page.getByText('M-Pesa answers once a night', { exact: false }).waitFor();
  await second.page.getByRole('button', { name: 'Sign worksheet' }).click();
  await second.page.getByRole('dialog').getByRole('button', { name: 'Sign worksheet' }).click();
  await second.page.getByText('and signed by', { exact: false }).waitFor();
  await second.settled();

  await first.go(`/dashboard/superadmin/finance/accounting?tab=certificates&day=${day}`);
  await first.page.getByRole('button', { name: 'Make certificate' }).click();
  await first.page.getByRole('button', { name: /^Open CMC/ }).waitFor();
  const [made] = await stage.rows<{ id: string; code: string }>('select id, code from client_money_certificate');
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
  await first.go(close);
  await first.page.getByRole('button', { name: 'Request closing' }).click();
  const ask = first.page.getByRole('dialog');
  await ask.getByLabel('Reason').fill('All statements are imported and signed');
  await ask.getByRole('button', { name: 'Request closing' }).click();
  await ask.waitFor({ state: 'detached' });
  await first.page.getByRole('link', { name: /^Open request/ }).waitFor();
  await first.settled();
  const { page } = second;
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
