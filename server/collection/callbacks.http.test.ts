import type { FastifyInstance } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { processInboundEvents } from '#server/payment/inbound-events.ts';
import { listInboundEvents } from '#server/payment/lists.ts';
import { buildMpesaCallbackPath, findOrCreatePlatformPaybill } from '#server/treasury/accounts.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson, runAsPerson } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
let path = (_channel: 'c2b' | 'stk' | 'check' | 'result'): string => '';
const rows = () => services.database.db.selectFrom('inbox').selectAll().orderBy('id').execute();
const post = (url: string, payload: string | Buffer, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers }, remoteAddress });
let shortcode = '';

beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
  const account = await findOrCreatePlatformPaybill(services, services.database.db);
  if (!account) throw new Error('no paybill');
  shortcode = account.number;
  path = (channel) => buildMpesaCallbackPath(account, channel);
});

test('M-Pesa callbacks: an unknown path, channel or source address gets "not found", and nothing is stored', async () => {
  expect((await post('/hooks/pay/c2b/not-the-secret', '{}')).statusCode).toBe(404);
  expect((await post(path('c2b').replace('/c2b/', '/other/'), '{}')).statusCode).toBe(404);
  expect((await post(path('c2b'), '{}', {}, '203.0.113.9')).statusCode).toBe(404);
  expect((await post(path('c2b'), `{"a":"${'x'.repeat(70_000)}"}`)).statusCode).toBe(413);
  expect(await rows()).toEqual([]);
});

test('M-Pesa callbacks: are stored before acknowledgement, duplicates are counted, and unknown formats are marked as unrouted', async () => {
  for (const [body, type] of [
    ['{"hello":"world"}', 'application/json'],
    ['not json at all', 'text/plain'],
    ['', 'application/octet-stream'],
  ] as const) {
    const answer = await post(path('c2b'), body, { 'content-type': type });
    expect([answer.statusCode, answer.json()]).toEqual([200, { ResultCode: 0, ResultDesc: 'Accepted' }]);
  }
  await post(path('c2b'), '{"hello":"world"}');
  const kept = await rows();
  expect(kept.map((row) => [Buffer.from(row.body).toString(), row.times, row.state])).toEqual([
    ['{"hello":"world"}', 2, 'new'],
    ['not json at all', 1, 'new'],
    ['', 1, 'new'],
  ]);
  for (const row of kept) await processInboundEvents(services, [row.id]);
  expect((await rows()).map((row) => row.state)).toEqual(['unrouted', 'unrouted', 'unrouted']);
  expect(await services.database.db.selectFrom('payment').select('id').execute()).toEqual([]);
});

test('paybill validation: rejects an unknown account number, amount or paybill with the result code of Safaricom', async () => {
  const ask = async (more: object) =>
    (
      await post(
        path('check'),
        JSON.stringify({ TransID: 'SBK4XYZ12Q', TransAmount: '100.00', BusinessShortCode: shortcode, BillRefNumber: 'NOBODY1', ...more }),
      )
    ).json();
  expect(await ask({})).toEqual({ ResultCode: 'C2B00012', ResultDesc: 'Rejected' });
  expect(await ask({ TransAmount: '0' })).toMatchObject({ ResultCode: 'C2B00013' });
  expect(await ask({ BusinessShortCode: '999999' })).toMatchObject({ ResultCode: 'C2B00015' });
  // The event stores the requested account, the amount and the rejection.
  const kept = (await rows()).filter(({ channel }) => channel === 'check');
  for (const { id } of kept) await processInboundEvents(services, [id]);
  const head = await createPerson(services, 'superadmin');
  const { results } = await runAsPerson(services, head, (ctx) => listInboundEvents(ctx, { page: 1, page_size: 10, z_filter: { channel: 'check' } }));
  expect(results.map(({ result, typed, cents }) => [result, typed, cents]).toReversed()).toEqual([
    ['refused_account', 'NOBODY1', 10_000],
    ['refused_amount', 'NOBODY1', 0],
    ['refused_shortcode', 'NOBODY1', 10_000],
  ]);
});

test('M-Pesa callback paths: contain no word that Safaricom rejects', () => {
  for (const channel of ['c2b', 'stk', 'check', 'result'] as const)
    expect(path(channel).split('/').slice(0, 4).join('/')).not.toMatch(/m-?pesa|safaricom|exe|cmd|sql|query/i);
});
