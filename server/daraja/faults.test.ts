import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { C2bCallback, StkCallback } from '#contract/daraja/shapes.ts';
import { simulatorCredentials } from '#contract/daraja/simulator-credentials.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { readEnv } from '#server/kernel/env.ts';
import { type Simulator, startSimulator } from '#simulator/start.ts';
import { startCallbackServer } from '#test/servers/callback-server.ts';
import { type DarajaClient, type DarajaClientOptions, makeDarajaClient } from './client.ts';
import { type MpesaConfig, readMpesaConfig, readPlatformMpesaConfig } from './mpesa-config.ts';
import { makaoOutcomeCodes } from './outcome.ts';
import { makeMemoryTokenStore } from './tokens.ts';

/** Failures of Safaricom: unreachable, slow, busy, HTML pages; callbacks lost, late, repeated, forged. No secret may be in any message about them. */
let sim: Simulator;
let ears: Awaited<ReturnType<typeof startCallbackServer>>;
let mpesa: DarajaClient;
let written: string[] = [];
let tokens = makeMemoryTokenStore();
let dead = '';
const log = pino({ level: 'debug' }, { write: (line: string) => void written.push(line) });
const push = { phone: '0708374149', cents: toCents(150_000), reference: 'INV000123', description: 'Rent', callback: '/hooks/pay/stk/abc' };
const results = { results: '/hooks/pay/result/abc', timeouts: '/hooks/pay/late/abc' };
const out = { key: 'wd-0001', phone: '0708374149', cents: toCents(100_000), remarks: 'Refund', ...results };
const asks = () => ({ from: new Date(clock.ms() - 60_000), to: new Date(clock.ms() + 60_000) });
const env = (more: Record<string, string> = {}) => readEnv({ NODE_ENV: 'test', DARAJA_URL: sim.url, ...more });
const clientFor = (more: Partial<DarajaClientOptions> = {}) =>
  makeDarajaClient({ line: readPlatformMpesaConfig(env()), log, callbacks: ears.url, tokens: makeMemoryTokenStore(), ...more });
/** A client with a short timeout; the token is already cached. */
const impatient = () => clientFor({ tokens, timeoutMs: 400 });

beforeAll(async () => {
  sim = await startSimulator({ pace: { resultMs: 5, retryMs: 5, holdMs: 30 } });
  ears = await startCallbackServer();
  // A port without a listener.
  const gone = await startCallbackServer();
  dead = gone.url;
  await gone.close();
});
afterAll(async () => {
  await sim.close();
  await ears.close();
});
beforeEach(async () => {
  sim.reset();
  ears.heard.length = 0;
  ears.answer({});
  written = [];
  tokens = makeMemoryTokenStore();
  mpesa = clientFor({ tokens });
  // The token is cached, so later failures are of the request itself.
  await mpesa.register({ confirmation: '/hooks/pay/c2b/abc', validation: '/hooks/pay/ask/abc' });
});

describe('M-Pesa request', () => {
  test.each([
    ['is unreachable', { away: true }, 'broken', 0],
    ['answers too late', { slowMs: 60_000 }, 'timeout', 1],
    ['answers with an HTML page', { html: true }, 'html', 1],
    ['is busy', { busy: true }, 'busy', 0],
  ] as const)('has an unknown outcome and is not repeated if Safaricom %s', async (_, fault, why, rang) => {
    sim.faults(fault);
    const client = why === 'timeout' ? impatient() : mpesa;
    expect(await client.push(push)).toMatchObject({ kind: 'unknown', why });
    expect(await client.b2c(out)).toMatchObject({ kind: 'unknown', why });
    expect(await client.pushQuery('ws_CO_1')).toMatchObject({ kind: 'unknown' });
    expect(await client.pull(asks())).toMatchObject({ kind: 'unknown', why });
    // The request was sent once only.
    await expect.poll(() => [sim.state().pushes.length, sim.state().movements.length]).toEqual([rang, rang]);
    await sim.idle();
    expect([sim.state().pushes.length, sim.state().movements.length]).toEqual([rang, rang]);
  });

  test('a payout can succeed even if its request timed out in the queue', async () => {
    sim.faults({ queueTimeout: true });
    await mpesa.b2c(out);
    await sim.idle();
    expect([ears.at('/hooks/pay/result/abc'), ears.at('/hooks/pay/late/abc').length]).toEqual([[], 1]);
    expect(sim.state().movements).toMatchObject([{ kind: 'b2c', amount: 1000 }]);
  });
});

describe('M-Pesa request that cannot be sent', () => {
  const nowhere = () => clientFor({ line: readPlatformMpesaConfig(readEnv({ NODE_ENV: 'test', DARAJA_URL: dead })) });
  test('when Safaricom is unreachable, a prompt is reported as not sent, and a status query returns an unknown result', async () => {
    expect(await nowhere().push(push)).toMatchObject({ kind: 'refused', code: makaoOutcomeCodes.token });
    expect(await nowhere().pushQuery('ws_CO_1')).toMatchObject({ kind: 'unknown', why: 'unreachable' });
    // The token is cached, and the connection is dead.
    const line = readPlatformMpesaConfig(env());
    const held = { ...tokens, take: () => tokens.take(line as MpesaConfig, () => Promise.reject(new Error('there is one'))) };
    const cut = clientFor({ line: line && { ...line, base: dead }, tokens: held });
    expect(await cut.push(push)).toMatchObject({ kind: 'refused', code: makaoOutcomeCodes.unreachable });
    expect(await cut.pushQuery('x')).toMatchObject({ kind: 'unknown', why: 'unreachable' });
  });

  test.each([
    ['an amount with cents', { cents: toCents(150_050) }, makaoOutcomeCodes.amount],
    ['an amount of zero', { cents: toCents(0) }, makaoOutcomeCodes.amount],
    ['a negative amount', { cents: toCents(-100) }, makaoOutcomeCodes.amount],
    ['an amount above the M-Pesa limit', { cents: toCents(25_000_100) }, makaoOutcomeCodes.amount],
    ['a foreign phone number', { phone: '+447700900123' }, makaoOutcomeCodes.phone],
    ['a callback address that Safaricom rejects', { callback: '/hooks/mpesa/1' }, makaoOutcomeCodes.address],
  ])('is rejected before the connection to Safaricom because of %s', async (_, change, code) => {
    expect(await mpesa.push({ ...push, ...change })).toMatchObject({ kind: 'refused', code });
    expect(sim.state().pushes).toEqual([]);
  });

  test('a payout without an initiator, below the minimum or with a long key is rejected, and so is every request while M-Pesa is off', async () => {
    const bare = readMpesaConfig(env(), '174379', { ...simulatorCredentials, initiator: undefined, initiatorPassword: undefined });
    expect(await clientFor({ line: bare }).b2c(out)).toMatchObject({ kind: 'refused', code: makaoOutcomeCodes.initiator });
    expect(await mpesa.b2c({ ...out, cents: toCents(900) })).toMatchObject({ kind: 'refused', code: makaoOutcomeCodes.amount });
    expect(await mpesa.b2c({ ...out, key: 'x'.repeat(20) })).toMatchObject({ kind: 'refused', code: makaoOutcomeCodes.key });
    expect(await clientFor({ line: null }).push(push)).toMatchObject({ kind: 'refused', code: makaoOutcomeCodes.off });
  });
});

describe('M-Pesa credentials', () => {
  const with_ = (change: Partial<Record<keyof typeof simulatorCredentials, string>>) =>
    clientFor({ line: readMpesaConfig(env(), '174379', { ...simulatorCredentials, ...change }) });

  test('no payment is made if the consumer secret, the passkey or the initiator password is wrong', async () => {
    expect(await with_({ consumerSecret: 'wrong-consumer-secret' }).push(push)).toMatchObject({ kind: 'refused', code: '400.008.01' });
    expect(await with_({ passkey: 'wrong-passkey-0000' }).push(push)).toMatchObject({ kind: 'unknown', why: 'server', code: '500.001.1001' });
    expect(await with_({ initiatorPassword: 'wrong-password-1' }).b2c(out)).toMatchObject({ kind: 'accepted' });
    await sim.idle();
    expect(ears.at('/hooks/pay/result/abc')).toMatchObject([{ Result: { ResultCode: 2001 } }]);
    expect(sim.state().movements).toEqual([]);
  });

  test('after token invalidation, a query is repeated with a new token, but an M-Pesa prompt is not', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const asked = () => fetched.mock.calls.filter(([url]) => String(url).includes('/oauth/')).length;
    const fresh = clientFor();
    await Promise.all([fresh.pull(asks()), fresh.pull(asks()), fresh.register({ confirmation: '/hooks/a', validation: '/hooks/b' })]);
    expect(asked()).toBe(1);
    // Another client fetched a new token, which invalidates the token of this client.
    await clientFor().pull(asks());
    expect(await fresh.pushQuery('ws_CO_1')).toMatchObject({ code: '500.001.1001' });
    expect(asked()).toBe(3);
    await clientFor().pull(asks());
    expect(await fresh.push(push)).toMatchObject({ kind: 'refused', code: '404.001.03' });
    expect(await fresh.push(push)).toMatchObject({ kind: 'accepted' });
    fetched.mockRestore();
  });

  test('are never written to a log, an answer or an error', async () => {
    const said: unknown[] = [];
    for (const fault of [{}, { away: true }, { html: true, away: false }, { html: false, busy: true }, { busy: false, slowMs: 60_000 }]) {
      sim.faults(fault);
      const client = 'slowMs' in fault ? impatient() : mpesa;
      said.push(
        await client.push(push),
        await client.b2c({ ...out, key: `wd-${said.length}` }),
        await client.balance(results),
        await client.pull(asks()),
      );
    }
    sim.faults({ slowMs: 0 });
    const wrong = { consumerSecret: 'wrong-consumer-secret', passkey: 'wrong-passkey-0000' };
    said.push(await with_(wrong).push(push), readPlatformMpesaConfig(env()));
    const all = `${JSON.stringify(said)}\n${written.join('')}`;
    const secrets = [
      simulatorCredentials.consumerKey,
      simulatorCredentials.consumerSecret,
      simulatorCredentials.passkey,
      simulatorCredentials.initiatorPassword,
      ...Object.values(wrong),
      'Bearer',
      'Basic',
    ];
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
    expect(written.length).toBeGreaterThan(20);
    expect(written.join('')).not.toContain('708374149');
    expect(String(readPlatformMpesaConfig(env())?.passkey)).toBe('•••');
  });
});

describe('M-Pesa callbacks', () => {
  const paidOnce = () => expect(sim.state().movements).toMatchObject([{ amount: 1500, way: 'in' }]);
  const stk = () => ears.at('/hooks/pay/stk/abc').map((body) => StkCallback.parse(body));
  const pay = async (fault: Parameters<Simulator['faults']>[0]) => {
    sim.auto('approve');
    sim.faults(fault);
    const outcome = await mpesa.push(push);
    await sim.idle();
    paidOnce();
    return outcome.kind === 'accepted' ? outcome.checkoutRequestId : '';
  };

  test('the result of a payment whose callback was lost is available through a query', async () => {
    const id = await pay({ lost: true });
    expect(ears.heard).toEqual([]);
    expect(await mpesa.pushQuery(id)).toMatchObject({ outcome: 'paid' });
  });
  test('a repeated callback has the same body', async () => {
    await pay({ duplicate: true });
    expect(stk()).toHaveLength(2);
    expect(stk()[0]).toEqual(stk()[1]);
    expect(ears.at('/hooks/pay/c2b/abc')).toHaveLength(2);
  });
  test('a paybill confirmation can arrive before the STK callback', async () => {
    await pay({ outOfOrder: true });
    expect(ears.heard.map((one) => one.path)).toEqual(['/hooks/pay/c2b/abc', '/hooks/pay/stk/abc']);
  });
  test('a late callback arrives after the payment was made', async () => {
    sim.auto('approve');
    sim.faults({ lateMs: 150 });
    await mpesa.push(push);
    await expect.poll(() => sim.state().movements.length).toBe(1);
    expect(stk()).toEqual([]);
    await sim.idle();
    expect(stk()).toHaveLength(1);
  });
  test('a callback can state an amount that differs from the requested amount', async () => {
    await pay({ wrongAmount: true });
    expect([stk()[0]?.cents, C2bCallback.parse(ears.at('/hooks/pay/c2b/abc')[0]).cents]).toEqual([150_100, 150_100]);
  });
  test('an unacknowledged callback is sent three more times', async () => {
    ears.answer({ status: 503 });
    await pay({});
    expect(stk()).toHaveLength(4);
    expect(sim.state().deliveries).toMatchObject([{ state: 'failed', status: 503 }, { state: 'failed' }]);
  });
});
