import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseB2cResult, parseBalanceResult, parseStatusResult, ResultCallback } from '#contract/daraja/results.ts';
import { C2bCallback, StkCallback } from '#contract/daraja/shapes.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { readEnv } from '#server/kernel/env.ts';
import { type Simulator, startSimulator } from '#simulator/start.ts';
import { startCallbackServer } from '#test/servers/callback-server.ts';
import { type DarajaClient, makeDarajaClient } from './client.ts';
import { type MpesaConfig, readPlatformMpesaConfig } from './mpesa-config.ts';
import { makeMemoryTokenStore } from './tokens.ts';

/** The client and the simulator over HTTP, operation by operation. Failures are in faults.test.ts. */
let sim: Simulator;
let ears: Awaited<ReturnType<typeof startCallbackServer>>;
let mpesa: DarajaClient;
const shortcode = '174379';
const phone = '0708 374 149';
const push = { phone, cents: toCents(150_000), reference: 'INV000123', description: 'Rent Jul', callback: '/hooks/pay/stk/abc' };
const results = { results: '/hooks/pay/result/abc', timeouts: '/hooks/pay/late/abc' };

beforeAll(async () => {
  sim = await startSimulator({ pace: { resultMs: 5, retryMs: 5, holdMs: 20, ringMs: 60_000 } });
  ears = await startCallbackServer();
});
afterAll(async () => {
  await sim.close();
  await ears.close();
});
beforeEach(() => {
  sim.reset();
  ears.heard.length = 0;
  ears.answer({});
  const line = readPlatformMpesaConfig(readEnv({ NODE_ENV: 'test', DARAJA_URL: sim.url })) as MpesaConfig;
  mpesa = makeDarajaClient({ line, log: pino({ level: 'silent' }), callbacks: ears.url, tokens: makeMemoryTokenStore() });
});

async function accepted<T extends { kind: string }>(promise: Promise<T>): Promise<Extract<T, { kind: 'accepted' }>> {
  const outcome = await promise;
  expect(outcome).toMatchObject({ kind: 'accepted' });
  return outcome as Extract<T, { kind: 'accepted' }>;
}
const resultOf = async () => {
  await sim.idle();
  return ears.at('/hooks/pay/result/abc').map((body) => ResultCallback.parse(body));
};

describe('STK push', () => {
  test('shows the M-Pesa prompt, and sends a callback after the payment', async () => {
    const { checkoutRequestId } = await accepted(mpesa.push(push));
    expect(sim.state().pushes).toMatchObject([{ checkoutRequestId, phone: '254708374149', amount: 1500, reference: 'INV000123', code: null }]);
    expect(await accepted(mpesa.pushQuery(checkoutRequestId))).toMatchObject({ code: '4999', outcome: 'unknown' });
    expect(sim.answer(checkoutRequestId, 'approve')).toBe(true);
    await sim.idle();
    const [said] = ears.at('/hooks/pay/stk/abc').map((body) => StkCallback.parse(body));
    expect(said).toMatchObject({ checkoutRequestId, outcome: 'paid', cents: 150_000, phone: '254708374149' });
    expect(said?.receipt).toBe(sim.state().movements[0]?.receipt);
    expect(await accepted(mpesa.pushQuery(checkoutRequestId))).toMatchObject({ code: '0', outcome: 'paid' });
    expect(sim.answer(checkoutRequestId, 'approve')).toBe(false);
  });

  test.each([
    ['cancel', '1032', 'canceled'],
    ['wrong_pin', '2001', 'failed'],
    ['no_balance', '1', 'failed'],
    ['time_out', '1037', 'unknown'],
  ] as const)('the answer %s on the phone gives result code %s and status %s', async (answer, code, outcome) => {
    sim.auto(answer);
    const { checkoutRequestId } = await accepted(mpesa.push(push));
    await sim.idle();
    expect(ears.at('/hooks/pay/stk/abc').map((body) => StkCallback.parse(body))).toMatchObject([{ checkoutRequestId, code, outcome, cents: null }]);
    expect(await accepted(mpesa.pushQuery(checkoutRequestId))).toMatchObject({ code, outcome });
    expect(sim.state().movements).toEqual([]);
  });

  test('to a phone with an open prompt gets code 1001 and an unknown outcome', async () => {
    const first = await accepted(mpesa.push(push));
    const second = await accepted(mpesa.push({ ...push, reference: 'INV000124' }));
    await expect.poll(() => ears.heard.length).toBe(1);
    expect(StkCallback.parse(ears.heard[0]?.body)).toMatchObject({ checkoutRequestId: second.checkoutRequestId, outcome: 'unknown', code: '1001' });
    sim.answer(first.checkoutRequestId, 'cancel');
    await sim.idle();
  });

  test('a status query of an unknown request returns an unknown result, not a failure', async () => {
    expect(await mpesa.pushQuery('ws_CO_nothing')).toMatchObject({ kind: 'unknown', why: 'server', code: '500.001.1001' });
  });

  test('to a paybill with registered callback addresses sends two callbacks with the same M-Pesa code, one with the account number', async () => {
    await accepted(mpesa.register({ confirmation: '/hooks/pay/c2b/abc', validation: '/hooks/pay/ask/abc' }));
    sim.auto('approve');
    await accepted(mpesa.push(push));
    await sim.idle();
    const [stk] = ears.at('/hooks/pay/stk/abc').map((body) => StkCallback.parse(body));
    const [c2b] = ears.at('/hooks/pay/c2b/abc').map((body) => C2bCallback.parse(body));
    expect(c2b).toMatchObject({ receipt: stk?.receipt, account: 'INV000123', cents: 150_000, phone: '2547 ***** 149' });
    expect(sim.state().movements).toHaveLength(1);
  });
});

describe('payment to the paybill', () => {
  const payment = { shortcode, account: 'UNIT B12', cents: toCents(500_050), phone: '254712345126', name: 'Nicholas Songok' };
  beforeEach(() => accepted(mpesa.register({ confirmation: '/hooks/pay/c2b/abc', validation: '/hooks/pay/ask/abc' })));

  test('is validated, then confirmed, and appears in the Pull query and in the statement', async () => {
    const paid = await sim.pay(payment);
    await sim.idle();
    expect(ears.heard.map((one) => one.path)).toEqual(['/hooks/pay/ask/abc', '/hooks/pay/c2b/abc']);
    const [asked, told] = ears.heard.map((one) => C2bCallback.parse(one.body));
    expect(asked).toMatchObject({ account: 'UNIT B12', balance: null });
    expect(told).toMatchObject({ cents: 500_050, phone: '2547 ***** 126', name: 'NICHOLAS', balance: 500_000_000 + 500_050 });
    await accepted(mpesa.pullRegister({ phone, callback: '/hooks/pay/pull/abc' }));
    await accepted(mpesa.pullRegister({ phone, callback: '/hooks/pay/pull/abc' }));
    const around = { from: new Date(clock.ms() - 60_000), to: new Date(clock.ms() + 60_000) };
    const { rows, unread } = await accepted(mpesa.pull(around));
    expect([rows, unread]).toMatchObject([[{ receipt: paid.paid && paid.receipt, cents: 500_050, account: 'UNIT B12', reversal: false }], 0]);
    expect((await accepted(mpesa.pull({ ...around, offset: 1 }))).rows).toEqual([]);
    expect(sim.statement(shortcode, clock.today(), clock.today())).toContain(
      ',5000.50,,5005000.50,true,Pay Bill Online,2547*****126 - NICHOLAS SONGOK,,UNIT B12',
    );
  });

  test('fails if validation rejects the payment; the registered default applies if validation gives no answer', async () => {
    ears.answer({ body: { ResultCode: 'C2B00012', ResultDesc: 'Rejected' } });
    expect(await sim.pay(payment)).toEqual({ paid: false, code: 'C2B00012' });
    expect(sim.state().movements).toEqual([]);
    ears.answer({ status: 500 });
    expect(await sim.pay(payment)).toMatchObject({ paid: true });
    await accepted(mpesa.register({ confirmation: '/hooks/pay/c2b/abc', validation: '/hooks/pay/ask/abc', unanswered: 'Cancelled' }));
    expect(await sim.pay(payment)).toMatchObject({ paid: false });
  });

  test('a payment returned to the customer sends no callback; the Pull query and the statement show the reversal', async () => {
    const paid = await sim.pay(payment);
    await sim.idle();
    const [count, receipt] = [ears.heard.length, paid.paid ? paid.receipt : ''];
    const back = sim.reverse(receipt);
    expect(sim.reverse(receipt)).toBeNull();
    await sim.idle();
    expect(ears.heard).toHaveLength(count);
    await accepted(mpesa.pullRegister({ phone, callback: '/hooks/pay/pull/abc' }));
    const { rows } = await accepted(mpesa.pull({ from: new Date(clock.ms() - 60_000), to: new Date(clock.ms() + 60_000) }));
    expect(rows).toMatchObject([{ receipt }, { receipt: back, reversal: true, account: receipt, cents: 500_050 }]);
    expect(sim.statement(shortcode, clock.today(), clock.today())).toContain(`${back},`);
  });
});

describe('M-Pesa payout', () => {
  const out = { key: 'wd-0001', phone, cents: toCents(100_000), remarks: 'Deposit refund', ...results };

  test('is made once for each idempotency key and reduces the available float', async () => {
    const begun = await accepted(mpesa.b2c(out));
    expect(begun.originator).toBe('wd-0001');
    const [said] = await resultOf();
    expect(said).toMatchObject({ outcome: 'paid', originator: 'wd-0001', conversation: begun.conversation });
    expect(said && parseB2cResult(said)).toMatchObject({ cents: 100_000, utility: 499_900_000, payee: { number: '254708374149' } });
    expect(await mpesa.b2c(out)).toMatchObject({ kind: 'unknown', why: 'duplicate', code: '500.002.1001' });
    await sim.idle();
    expect(sim.state().movements).toHaveLength(1);
    await accepted(mpesa.status({ originator: 'wd-0001', ...results }));
    const status = (await resultOf())[1];
    expect(status && parseStatusResult(status)).toMatchObject({ completed: true, cents: 100_000, receipt: sim.state().movements[0]?.receipt });
  });

  test('fails for insufficient float, and for a number without M-Pesa', async () => {
    sim.setUtility(shortcode, toCents(99_900));
    await accepted(mpesa.b2c(out));
    await accepted(mpesa.b2c({ ...out, key: 'wd-0002', phone: '0712000000', cents: toCents(1000) }));
    expect((await resultOf()).map((one) => [one.originator, one.code, one.outcome]).sort()).toEqual([
      ['wd-0001', '1', 'failed'],
      ['wd-0002', '2040', 'failed'],
    ]);
    await accepted(mpesa.status({ originator: 'wd-0001', ...results }));
    const [, , status] = await resultOf();
    expect(status && parseStatusResult(status)).toMatchObject({ completed: false, status: 'Failed', receipt: null });
  });
});

describe('M-Pesa queries and reversals by an API initiator', () => {
  test('a transaction status query returns amount, account and completion; an unknown M-Pesa code is rejected', async () => {
    const paid = await sim.pay({ shortcode, account: 'A1', cents: toCents(70_000), phone: '254712345126' });
    const receipt = paid.paid ? paid.receipt : '';
    await accepted(mpesa.status({ receipt, occasion: 'inbox 7', ...results }));
    const [said] = await resultOf();
    expect(said?.reference).toEqual({ Occasion: 'inbox 7' });
    expect(said && parseStatusResult(said)).toMatchObject({ receipt, completed: true, cents: 70_000, credit: { number: shortcode } });
    await accepted(mpesa.status({ receipt: 'FORGED0001', ...results }));
    expect((await resultOf())[1]).toMatchObject({ code: '2032', outcome: 'unknown' });
  });

  test('an account balance query returns the balance of each account', async () => {
    sim.setUtility(shortcode, toCents(12_345));
    await accepted(mpesa.balance(results));
    const [said] = await resultOf();
    expect(said && parseBalanceResult(said).accounts).toMatchObject([
      { name: 'Working Account' },
      { name: 'Utility Account', cents: 12_345, currency: 'KES' },
      {},
    ]);
  });

  test('a second reversal of the same payment is rejected', async () => {
    const paid = await sim.pay({ shortcode, account: 'A1', cents: toCents(70_000), phone: '254712345126' });
    const wish = { receipt: paid.paid ? paid.receipt : '', cents: toCents(70_000), remarks: 'Wrong payer', ...results };
    await accepted(mpesa.reversal(wish));
    const [said] = await resultOf();
    expect(said).toMatchObject({ outcome: 'paid' });
    expect(said?.parameters.OriginalTransactionID).toBe(wish.receipt);
    expect(said?.transaction).toBe(sim.state().movements[0]?.receipt);
    await accepted(mpesa.reversal(wish));
    expect((await resultOf())[1]?.outcome).toBe('unknown');
    expect(sim.state().movements).toHaveLength(2);
  });
});
