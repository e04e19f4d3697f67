import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { freshHouse, type House } from '#test/db.ts';
import { connected } from '#test/paying.ts';
import { somebody } from '#test/world.ts';

let house: House;
let app: Awaited<ReturnType<typeof makeApp>>;
beforeAll(async () => {
  house = await freshHouse();
  await somebody(house, 'owner');
  app = await makeApp(house, null);
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

test('a form without scripts begins a payment and leads back to the invoice, which knows it; what was wrong is said there', async () => {
  const { id, token } = await connected(house);
  const of = { invoice_id: String(id), token };
  const [status, location] = await sent({ ...of, shillings: '100', phone: '0712 345 678' });
  expect([status, location]).toEqual([303, expect.stringMatching(new RegExp(`^/auth/invoice/${token}/${id}\\?pay=PAY-\\w+$`))]);
  expect((await sent({ ...of, shillings: '100', phone: 'nobody' }))[1]).toMatch(/\?problem=phone$/);
  expect((await sent({ ...of, shillings: 'much', phone: '0712 345 679' }))[1]).toMatch(/\?problem=amount$/);
  expect((await sent({ ...of, token: 'another', shillings: '100', phone: '0712 345 679' }))[1]).toMatch(/\?problem=failed$/);
  expect((await sent({ invoice_id: '//evil.example', token, shillings: '1', phone: '1' }))[1]).toBe('/');
});
