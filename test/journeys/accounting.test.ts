import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JourneyEnvironment, openJourneyEnvironment } from './stage.ts';

let stage: JourneyEnvironment;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
});
afterAll(() => stage?.close());

test('accounting: an admin prepares a worksheet, a super admin signs it on a phone, and a certificate is verified', async () => {
  // The demo has a signed worksheet of the end of the last month. The day after has no balance of its own.
  const [signed] = await stage.rows<{ account_id: string; next: string }>(
    "select account_id, to_char(day + 1, 'YYYY-MM-DD') as next from account_worksheet where status = 'signed'",
  );
  const address = `finance/accounting?account=${signed?.account_id}&day=${signed?.next}`;

  const admin = await stage.enter();
  await admin.signIn('admin', `/dashboard/admin/${address}`);
  await admin.page.getByText('Source: Answer of M-Pesa', { exact: false }).waitFor();
  await admin.page.getByRole('button', { name: 'Prepare worksheet' }).click();
  const drawer = admin.page.getByRole('dialog');
  await drawer.getByText('This balance is older than the day of the worksheet', { exact: false }).waitFor();
  await drawer.getByRole('button', { name: 'Prepare worksheet' }).click();
  await drawer.getByText('Explain', { exact: false }).nth(1).waitFor();
  await drawer.getByLabel('Explanation').fill('M-Pesa answers once a night');
  await admin.accessible();
  await drawer.getByRole('button', { name: 'Prepare worksheet' }).click();
  await drawer.waitFor({ state: 'detached' });
  await admin.page.getByText('Another person must sign it', { exact: false }).waitFor();

  const head = await stage.enter('phone');
  await head.signIn('superadmin', `/dashboard/superadmin/${address}`);
  await head.page.getByText('M-Pesa answers once a night', { exact: false }).waitFor();
  await head.page.getByRole('button', { name: 'Sign worksheet' }).click();
  await head.page.getByRole('dialog').getByRole('button', { name: 'Sign worksheet' }).click();
  await head.page.getByText('and signed by', { exact: false }).waitFor();
  await head.settled();
  const [sheet] = await stage.rows<{ id: string; code: string }>("select id, code from account_worksheet where status = 'signed' order by id desc");
  const { address: pdf } = (await (await head.page.request.get(`/api/v2/accounting/worksheet_pdf/?id=${sheet?.id}`)).json()) as { address: string };
  const printed = await head.page.request.get(pdf);
  expect([printed.status(), printed.headers()['content-type']]).toEqual([200, 'application/pdf']);
  await head.page.getByRole('button', { name: 'PDF', exact: true }).first().waitFor();

  await admin.go(`/dashboard/admin/finance/accounting?tab=certificates&day=${signed?.next}`);
  await admin.page.getByRole('button', { name: 'Make certificate' }).click();
  const open = admin.page.getByRole('button', { name: /^Open CMC/ });
  await open.waitFor();
  const [made] = await stage.rows<{ id: string; code: string; figures_sha256: string }>(
    'select id, code, figures_sha256 from client_money_certificate',
  );
  const link = (await (await admin.page.request.get(`/api/v2/accounting/certificate_pdf/?id=${made?.id}`)).json()) as { address: string };
  const file = await (await admin.page.request.get(link.address)).body();
  const choose = admin.page.locator('input[type=file]');
  await choose.setInputFiles({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer: file });
  await admin.page.getByText(`Unchanged copy of ${made?.code}`, { exact: false }).waitFor();
  await admin.page.getByLabel('Or the SHA-256 of the figures', { exact: false }).fill(made?.figures_sha256 ?? '');
  await admin.page.getByText(`These are the figures of ${made?.code}`, { exact: false }).waitFor();
  await choose.setInputFiles({ name: 'changed.pdf', mimeType: 'application/pdf', buffer: Buffer.concat([file, Buffer.from(' ')]) });
  await admin.page.getByText('This file is not a certificate', { exact: false }).waitFor();
  await admin.settled();
  for (const walk of [admin, head]) await walk.done();
});
