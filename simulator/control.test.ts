import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { simulatorCredentials } from '#contract/daraja/simulator-credentials.ts';
import { clock, stopClock } from '#contract/time/clock.ts';
import { type Simulator, startSimulator } from './start.ts';

/** Tests of the controls for page and scripts, and of the requests that the simulator rejects as Safaricom does. */
let sim: Simulator;
beforeAll(async () => {
  sim = await startSimulator({ pace: { resultMs: 5, retryMs: 5 } });
});
afterAll(() => sim.close());
beforeEach(() => sim.reset());

const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(`${sim.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const payment = { shortcode: '174379', account: 'B12', amount: '1500.50', name: 'Jane <b>Doe</b>', phone: '0712 345 678' };

describe('simulator page', () => {
  test('consists of one file without external requests', async () => {
    const page = await (await fetch(sim.url)).text();
    expect(page).toContain('<title>M-Pesa simulator</title>');
    expect(page.match(/(?:src|href)="(?!data:)[^"]*"|https?:\/\/|innerHTML/g)).toBeNull();
  });

  test('makes a payment to a paybill, shows the payment and reverses it', async () => {
    const paid = await post('/sim/pay', payment);
    expect(paid.body).toMatchObject({ paid: true });
    const state = async () =>
      (await (await fetch(`${sim.url}/sim/state`)).json()) as { movements: Record<string, unknown>[]; shortcodes: Record<string, unknown>[] };
    expect((await state()).movements).toMatchObject([{ amount: 1500.5, account: 'B12', phone: '254712345678', name: 'JANE <B>DOE</B>' }]);
    expect((await post('/sim/reverse', { receipt: paid.body.receipt })).status).toBe(200);
    expect((await post('/sim/reverse', { receipt: paid.body.receipt })).status).toBe(400);
    expect((await state()).shortcodes).toMatchObject([{ number: '174379', utility: 5_000_000 }]);
    const csv = await (await fetch(`${sim.url}/sim/statement.csv?shortcode=174379`)).text();
    expect(csv.split('\r\n').filter((line) => line.includes('B12'))).toHaveLength(1);
    expect(csv).toContain('-1500.50');
  });

  test.each([
    ['/sim/pay', { ...payment, amount: '0' }],
    ['/sim/pay', { ...payment, amount: '-5' }],
    ['/sim/pay', { ...payment, phone: '12' }],
    ['/sim/pay', { ...payment, shortcode: 'abc' }],
    ['/sim/answer', { checkoutRequestId: 'x', answer: 'approve' }],
    ['/sim/answer', { checkoutRequestId: 'x', answer: 'unknown' }],
    ['/sim/auto', { answer: 'unknown' }],
    ['/sim/faults', { unknown: true }],
    ['/sim/faults', { lost: 1 }],
    ['/sim/faults', { lateMs: -1 }],
    ['/sim/clock', { at: 'not a time' }],
  ])('the address %s rejects the invalid body %j', async (path, body) => {
    const answer = await post(path, body);
    expect([answer.status, typeof answer.body.problem]).toEqual([400, 'string']);
    expect(sim.state().movements).toEqual([]);
  });

  test('sets faults, the paybill balance and the clock, and resets them', async () => {
    expect((await post('/sim/faults', { lost: true, lateMs: 5 })).body).toMatchObject({ lost: true, lateMs: 5, away: false });
    expect((await post('/sim/float', { shortcode: '174379', utility: '10' })).body).toEqual({ utility: 10, working: 0 });
    expect((await post('/sim/clock', { at: '2027-01-31T21:00:00Z' })).body).toEqual({ now: '2027-01-31T21:00:00.000Z' });
    await post('/sim/pay', payment);
    expect(sim.statement('174379', '2027-02-01', '2027-02-01')).toContain('Opening Balance:,10.00');
    await post('/sim/clock', { at: '' });
    expect(clock.ms()).toBeGreaterThan(Date.now() - 60_000);
    stopClock(null);
    await post('/sim/reset', {});
    expect(sim.state().shortcodes).toMatchObject([{ utility: 5_000_000, name: 'MAKAO' }]);
    expect(sim.state()).toMatchObject({ faults: { lost: false, lateMs: 0 }, movements: [], auto: null });
  });
});

const authorized = async () => {
  const basic = Buffer.from(`${simulatorCredentials.consumerKey}:${simulatorCredentials.consumerSecret}`).toString('base64');
  const answer = await fetch(`${sim.url}/oauth/v1/generate?grant_type=client_credentials`, { headers: { authorization: `Basic ${basic}` } });
  const { access_token: token, expires_in } = (await answer.json()) as { access_token: string; expires_in: string };
  expect(expires_in).toBe('3599');
  return { authorization: `Bearer ${token}` };
};
const stamp = '20260717120000';
const push = {
  BusinessShortCode: '174379',
  Password: Buffer.from(`174379${simulatorCredentials.passkey}${stamp}`).toString('base64'),
  Timestamp: stamp,
  TransactionType: 'CustomerPayBillOnline',
  Amount: 1500,
  PartyA: '254712345678',
  PartyB: '174379',
  PhoneNumber: '254712345678',
  CallBackURL: 'http://127.0.0.1:9/hooks/pay/stk/x',
  AccountReference: 'INV000123',
  TransactionDesc: 'Rent Jul',
};

describe('Safaricom API of the simulator', () => {
  test('responds to an STK push exactly as Safaricom documents', async () => {
    const { status, body } = await post('/mpesa/stkpush/v1/processrequest', push, await authorized());
    expect([status, body]).toEqual([
      200,
      {
        MerchantRequestID: expect.stringMatching(/^\d+-\d+-\d+$/),
        CheckoutRequestID: expect.stringMatching(/^ws_CO_\d+$/),
        ResponseCode: '0',
        ResponseDescription: 'Success. Request accepted for processing',
        CustomerMessage: 'Success. Request accepted for processing',
      },
    ]);
  });

  test.each([
    [{ Amount: 0 }, 400, '400.002.02'],
    [{ Amount: 10.5 }, 400, '400.002.02'],
    [{ Amount: 250_001 }, 400, '400.002.02'],
    [{ PhoneNumber: '0712345678' }, 400, '400.002.02'],
    [{ CallBackURL: 'not a URL' }, 400, '400.002.02'],
    [{ Password: 'x' }, 500, '500.001.1001'],
    [{ Timestamp: '20260717120001' }, 500, '500.001.1001'],
  ])('rejects an STK push with the invalid field %j', async (change, status, errorCode) => {
    const answer = await post('/mpesa/stkpush/v1/processrequest', { ...push, ...change }, await authorized());
    expect(answer).toMatchObject({ status, body: { errorCode, requestId: expect.any(String), errorMessage: expect.any(String) } });
    expect(sim.state().pushes).toEqual([]);
  });

  test('requires the latest token, a JSON body and an existing path', async () => {
    const old = await authorized();
    const token = await authorized();
    expect(await post('/mpesa/stkpush/v1/processrequest', push)).toMatchObject({ status: 404, body: { errorCode: '404.001.03' } });
    expect(await post('/mpesa/stkpush/v1/processrequest', push, old)).toMatchObject({ body: { errorCode: '404.001.03' } });
    expect(await post('/mpesa/stkpush/v1/processrequest', '{', token)).toMatchObject({ status: 400, body: { errorCode: '400.002.05' } });
    expect(await post('/mpesa/stkpush/v1/processrequest', `{"a":"${'x'.repeat(70_000)}"}`, token)).toMatchObject({ status: 400 });
    expect(await post('/sim/pay', payment, { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
    expect(await post('/mpesa/nothing', {}, token)).toMatchObject({ status: 404 });
    expect(
      await post(
        '/mpesa/c2b/v2/registerurl',
        { ShortCode: '600984', ResponseType: 'Completed', ConfirmationURL: 'https://x/mpesa', ValidationURL: 'https://x/v' },
        token,
      ),
    ).toMatchObject({
      status: 400,
    });
  });

  test('remembers the registered callback addresses after a reset of the simulator', async () => {
    const urls = {
      ShortCode: '600984',
      ResponseType: 'Completed',
      ConfirmationURL: 'http://127.0.0.1:9/hooks/c',
      ValidationURL: 'http://127.0.0.1:9/hooks/v',
    };
    await post('/mpesa/c2b/v2/registerurl', urls, await authorized());
    await post('/sim/reset', {});
    expect(sim.state().shortcodes).toMatchObject([{ number: '174379' }, { number: '600984', confirmation: urls.ConfirmationURL }]);
  });

  test('makes a payment when the simulate call of the Safaricom sandbox is used', async () => {
    const body = { ShortCode: '600984', CommandID: 'CustomerPayBillOnline', Amount: 10, Msisdn: '254708374149', BillRefNumber: 'UNIT-B12' };
    expect(await post('/mpesa/c2b/v2/simulate', body, await authorized())).toMatchObject({ status: 200, body: { ResponseCode: '0' } });
    await sim.idle();
    expect(sim.state().movements).toMatchObject([{ shortcode: '600984', account: 'UNIT-B12', amount: 10 }]);
  });
});
