import type { FastifyInstance } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { workThrough } from '#server/payment/arrivals.ts';
import { arrivals } from '#server/payment/lists.ts';
import { hookPath, platformAccount } from '#server/treasury/accounts.ts';
import { freshHouse, type House } from '#test/db.ts';
import { inTransaction, somebody } from '#test/world.ts';

let house: House;
let app: FastifyInstance;
let path = (_channel: 'c2b' | 'stk' | 'check' | 'result'): string => '';
const rows = () => house.database.db.selectFrom('inbox').selectAll().orderBy('id').execute();
const post = (url: string, payload: string | Buffer, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers }, remoteAddress });
let shortcode = '';

beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
  const account = await platformAccount(house, house.database.db);
  if (!account) throw new Error('no paybill');
  shortcode = account.number;
  path = (channel) => hookPath(account, channel);
});

test('an unknown path, another address, a door that is none: nothing is there, and nothing is kept', async () => {
  expect((await post('/hooks/pay/c2b/not-the-secret', '{}')).statusCode).toBe(404);
  expect((await post(path('c2b').replace('/c2b/', '/other/'), '{}')).statusCode).toBe(404);
  expect((await post(path('c2b'), '{}', {}, '203.0.113.9')).statusCode).toBe(404);
  expect((await post(path('c2b'), `{"a":"${'x'.repeat(70_000)}"}`)).statusCode).toBe(413);
  expect(await rows()).toEqual([]);
});

test('whatever comes is kept before it is acknowledged, the same again is counted, a shape we do not know is left unrouted', async () => {
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
  for (const row of kept) await workThrough(house, [row.id]);
  expect((await rows()).map((row) => row.state)).toEqual(['unrouted', 'unrouted', 'unrouted']);
  expect(await house.database.db.selectFrom('payment').select('id').execute()).toEqual([]);
});

test('before money moves, an account nobody has is refused in Safaricom’s own words', async () => {
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
  // The register says which account was asked, the sum, and that it was refused.
  const kept = (await rows()).filter(({ channel }) => channel === 'check');
  for (const { id } of kept) await workThrough(house, [id]);
  const head = await somebody(house, 'superadmin');
  const { results } = await inTransaction(house, head, (ctx) => arrivals(ctx, { page: 1, page_size: 10, z_filter: { channel: 'check' } }));
  expect(results.map(({ result, typed, cents }) => [result, typed, cents]).toReversed()).toEqual([
    ['refused_account', 'NOBODY1', 10_000],
    ['refused_amount', 'NOBODY1', 0],
    ['refused_shortcode', 'NOBODY1', 10_000],
  ]);
});

test('no path says what Safaricom refuses to call', () => {
  for (const channel of ['c2b', 'stk', 'check', 'result'] as const)
    expect(path(channel).split('/').slice(0, 4).join('/')).not.toMatch(/m-?pesa|safaricom|exe|cmd|sql|query/i);
});
