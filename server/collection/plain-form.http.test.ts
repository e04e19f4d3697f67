import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createInvoiceWithPaybill } from '#test/fixtures/payment-rows.ts';
import { createPerson } from '#test/people.ts';

let services: TestServices;
let app: Awaited<ReturnType<typeof makeApp>>;
beforeAll(async () => {
  services = await createTestServices();
  await createPerson(services, 'owner');
  app = await makeApp(services, null);
});
afterAll(() => app.close());

const sent = async (fields: Record<string, string>) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/pay',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
  return [answer.statusCode, String(answer.headers.location)] as const;
};

test('payment form without scripts: starts a payment and returns to the invoice page with the payment code or an error', async () => {
  const { id, token } = await createInvoiceWithPaybill(services);
  const of = { invoice_id: String(id), token };
  const [status, location] = await sent({ ...of, shillings: '100', phone: '0712 345 678' });
  expect([status, location]).toEqual([303, expect.stringMatching(new RegExp(`^/auth/invoice/${token}/${id}\\?pay=PAY-\\w+$`))]);
  expect((await sent({ ...of, shillings: '100', phone: 'nobody' }))[1]).toMatch(/\?problem=phone$/);
  expect((await sent({ ...of, shillings: 'much', phone: '0712 345 679' }))[1]).toMatch(/\?problem=amount$/);
  expect((await sent({ ...of, shillings: '10.001', phone: '0712 345 679' }))[1]).toMatch(/\?problem=amount$/);
  expect((await sent({ ...of, token: 'another', shillings: '100', phone: '0712 345 679' }))[1]).toMatch(/\?problem=failed$/);
  expect((await sent({ invoice_id: '//evil.example', token, shillings: '1', phone: '1' }))[1]).toBe('/');
});

test('payment form without scripts: shows progress only through the link of the same invoice; submitting the form twice starts one payment', async () => {
  const [mine, others] = [await createInvoiceWithPaybill(services), await createInvoiceWithPaybill(services)];
  const fields = { invoice_id: String(mine.id), token: mine.token, shillings: '100', phone: '0712 345 681' };
  const [, location] = await sent(fields);
  expect((await sent(fields))[1]).toBe(location);
  const code = location.split('?pay=')[1] ?? '';
  const asked = async (link: { id: number; token: string }) =>
    (await app.inject(`/api/v2/payment/progress_open/?${new URLSearchParams({ code, invoice_id: String(link.id), token: link.token })}`)).statusCode;
  expect([await asked(mine), await asked(others), await asked({ ...mine, token: others.token })]).toEqual([200, 404, 404]);
  expect((await app.inject(`/api/v2/payment/progress/?code=${code}`)).statusCode).toBe(401);
  // The prompt was cancelled: the same amount from the same phone is a new attempt.
  await services.database.db.updateTable('push_invoice').set({ open: false }).where('invoice_id', '=', mine.id).execute();
  const again = (await sent(fields))[1];
  expect(again).toMatch(/\?pay=PAY-\w+$/);
  expect(again).not.toBe(location);
  expect((await sent(fields))[1]).toBe(again);
  // A payment started by a signed-in person belongs to them.
  await services.database.db
    .updateTable('payment')
    .set({ person_id: (await createPerson(services, 'tenant')).id })
    .where('code', '=', code)
    .execute();
  expect(await asked(mine)).toBe(404);
});
