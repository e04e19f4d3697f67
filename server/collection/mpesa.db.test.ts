import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { paymentMachine } from '#contract/collection/machine.ts';
import type { StateOf } from '#contract/kernel/machine.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { processOpenStkPushes } from '#server/collection/jobs.ts';
import * as desk from '#server/matching/allocate-payment.ts';
import { matchPayment, retryUnmatchedPayments } from '#server/matching/match-payment.ts';
import { processInboundEvents, sweepStatusQueries } from '#server/payment/inbound-events.ts';
import * as tenancy from '#server/tenancy/service.ts';
import { buildMpesaCallbackPath, findOrCreatePlatformPaybill } from '#server/treasury/accounts.ts';
import { registerCallbackUrls } from '#server/treasury/register-callbacks.ts';
import { type Simulator, startSimulator } from '#simulator/start.ts';
import { approveClientMoneyMove } from '#test/client-money.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import {
  findFailedLedgerChecks,
  issueRentInvoice,
  type PaymentCallback,
  setTrustMode,
  startPaymentCallbackServer,
  storePaymentCallback,
} from '#test/fixtures/payments.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { startPayment } from './pay.ts';
import { pullAllPaybills } from './pull.ts';
import { queryStkPush, sendStkPush } from './push.ts';
import { sendStatusQueries } from './query.ts';

let services: TestServices;
const db = () => services.database.db;
let sim: Simulator;
let box: Awaited<ReturnType<typeof startPaymentCallbackServer>>;
let here: OwnerWithUnit;
let n = 0;
const later = (seconds: number) => setClock(services, new Date(clock.ms() + seconds * 1000).toISOString());
const as = <T>(work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, here.owner, work);
const phone = () => `07120${String(10_000 + ++n)}`;
const home = async () => {
  const unitId = await addUnit(services, here.property);
  return as((ctx) =>
    tenancy.createTenancy(ctx, {
      ...{ unitId, startsOn: clock.today(), endsOn: '2028-03-02', rentCents: 3_000_000, period: 2, depositCents: 0 },
      people: [
        { somebody: { personId: null, name: `Tenant ${++n}`, phone: `+2547130${String(10_000 + n)}`, email: null }, role: 'lead', shareBp: 10_000 },
      ],
      opening: { balance_cents: 0, deposit_held_cents: 0, as_of: clock.today() },
    }),
  );
};
const bill = (tenancyId: number, sum: number, more = {}) => as((ctx) => issueRentInvoice(ctx, tenancyId, sum, more));
const invoice = (id: number) => db().selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const payments = () => db().selectFrom('payment').selectAll().orderBy('id').execute();
const payment = (id: number) => db().selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const status = async (id: number) => (await payment(id)).status as StateOf<typeof paymentMachine>;
const pushOf = (paymentId: number) => db().selectFrom('push').selectAll().where('payment_id', '=', paymentId).executeTakeFirstOrThrow();
/** Takes the requests that arrived since from the outbox. */
const arrived = async (): Promise<PaymentCallback[]> => {
  await sim.idle();
  return box.posts.splice(0);
};
const deliver = async (posts: readonly PaymentCallback[]) => {
  for (const post of posts) await processInboundEvents(services, [await storePaymentCallback(services, post)]);
};
const asked = async () => (await db().selectFrom('status_query').select('id').where('open', '=', true).execute()).map((one) => one.id);
/** Runs all queued and due work until nothing changes. */
const settleAll = async () => {
  for (let round = 0; round < 4; round++) {
    await sendStatusQueries(services, await asked());
    await deliver(await arrived());
    await retryUnmatchedPayments(services, db());
  }
};
const begin = (ids: number[], sum: number, to = phone()) =>
  as((ctx) => startPayment(services)(ctx, { invoice_ids: ids, cents: toCents(sum), phone: to }));
const begun = async (ids: number[], sum: number) => {
  const made = await begin(ids, sum);
  await sendStkPush(services, (await pushOf(made.id)).id);
  return { ...made, push: await pushOf(made.id) };
};
beforeAll(async () => {
  box = await startPaymentCallbackServer();
  sim = await startSimulator({ pace: { resultMs: 1, ringMs: 60_000 } });
  services = await createTestServices('bare', { DARAJA_URL: sim.url, MPESA_CALLBACK_URL: box.url });
  await setClock(services, '2027-03-03T09:00:00Z');
  here = await createOwnerWithUnit(services);
  await setTrustMode(services, here.owner.me.companyId ?? 0);
  await findOrCreatePlatformPaybill(services, db());
  await registerCallbackUrls(services, db());
});
afterAll(() => Promise.all([setClock(services, null), sim.close(), box.server.close()]));
describe('M-Pesa prompt', () => {
  test('credits the payment once, in whichever order the STK callback and the paybill confirmation arrive', async () => {
    for (const turn of ['stk', 'c2b'] as const) {
      const { id: t } = await home();
      const { id } = await bill(t, 3_000_000);
      const made = await begun([id], 3_000_000);
      expect(await status(made.id)).toBe('pending');
      sim.answer(made.push.checkout_id ?? '', 'approve');
      const posts = (await arrived()).toSorted((a) => (a.channel === turn ? -1 : 1));
      expect(posts.map(({ channel }) => channel).toSorted()).toEqual(['c2b', 'stk']);
      await deliver(posts.slice(0, 1));
      await settleAll();
      expect(await status(made.id)).toBe('completed');
      await deliver(posts);
      await settleAll();
      expect(await invoice(id)).toMatchObject({ status: 'paid', paid_cents: 3_000_000 });
      const receipts = await db().selectFrom('receipt').selectAll().where('payment_id', '=', made.id).execute();
      expect(receipts).toHaveLength(1);
      expect(receipts[0]?.external_id).toMatch(/^[A-Z0-9]{10}$/);
      expect((await payments()).filter((row) => row.cents === 3_000_000 && row.tenancy_id === t)).toHaveLength(1);
    }
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });

  test('is not credited by a callback alone; a cancellation, a wrong PIN, insufficient funds and no answer each get a separate status or reason', async () => {
    const { id: t } = await home();
    const { id } = await bill(t, 100_000);
    for (const [answer, expected, why] of [
      ['cancel', 'canceled', 'canceled'],
      ['wrong_pin', 'failed', 'pin'],
      ['no_balance', 'failed', 'balance'],
    ] as const) {
      const made = await begun([id], 100_000);
      sim.answer(made.push.checkout_id ?? '', answer);
      await deliver(await arrived());
      expect(await payment(made.id)).toMatchObject({ status: expected, reason: why });
    }
    const made = await begun([id], 100_000);
    const items = Object.entries({ Amount: 1000, MpesaReceiptNumber: 'FORGED1234' }).map(([Name, Value]) => ({ Name, Value }));
    const forged = { Body: { stkCallback: { CheckoutRequestID: made.push.checkout_id, ResultCode: 0, CallbackMetadata: { Item: items } } } };
    const secret = (await findOrCreatePlatformPaybill(services, db()))?.id ?? 0;
    const path = buildMpesaCallbackPath({ id: secret }, 'stk').split('/').at(-1) ?? '';
    await deliver([{ channel: 'stk', secret: path, body: Buffer.from(JSON.stringify(forged)) }]);
    expect(await status(made.id)).toBe('pending');
    await later(95);
    await processOpenStkPushes(services, db());
    expect(await status(made.id)).toBe('unknown');
    sim.answer(made.push.checkout_id ?? '', 'time_out');
    await deliver(await arrived());
    expect(await status(made.id)).toBe('unknown');
    await later(25 * 3600);
    await processOpenStkPushes(services, db());
    expect(await status(made.id)).toBe('timed_out');
    expect(await invoice(id)).toMatchObject({ paid_cents: 0 });
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });

  test('is sent once for two simultaneous requests to the same phone number; another phone number gets a separate prompt', async () => {
    const { id: t } = await home();
    const { id } = await bill(t, 100_000);
    const to = phone();
    const both = await Promise.allSettled([begin([id], 100_000, to), begin([id], 100_000, to)]);
    expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await begin([id], 100_000);
    await expect(begin([id], 30_000_000)).rejects.toMatchObject({ failure: 'invalid' });
    await expect(begin([id], 150)).rejects.toMatchObject({ failure: 'invalid' });
  });

  test("is not sent a second time after Safaricom's response is lost; the Pull query completes the payment", async () => {
    const { id: t } = await home();
    const { id } = await bill(t, 250_000);
    const made = await begin([id], 250_000);
    sim.faults({ html: true });
    await sendStkPush(services, (await pushOf(made.id)).id);
    sim.faults({ html: false });
    expect(await status(made.id)).toBe('unknown');
    const rung = () => sim.state().pushes.filter((one) => one.reference === made.code.replace('-', '')).length;
    expect(rung()).toBe(1);
    await sendStkPush(services, (await pushOf(made.id)).id);
    await processOpenStkPushes(services, db());
    expect(rung()).toBe(1);
    const sent = sim.state().pushes.find((one) => one.reference === made.code.replace('-', ''));
    sim.faults({ lost: true });
    sim.answer(sent?.checkoutRequestId ?? '', 'approve');
    sim.faults({ lost: false });
    expect(await arrived()).toEqual([]);
    await later(3700);
    await pullAllPaybills(services, db());
    await retryUnmatchedPayments(services, db());
    expect(await status(made.id)).toBe('completed');
    expect(await invoice(id)).toMatchObject({ status: 'paid' });
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });
});

describe('M-Pesa paybill', () => {
  const paid = (account: string, sum: number, name = 'ASHA') =>
    sim.pay({ shortcode: box4, account, cents: toCents(sum), phone: '254712345126', name });
  let box4 = '';
  beforeAll(async () => {
    box4 = (await findOrCreatePlatformPaybill(services, db()))?.number ?? '';
  });
  const code = async (id: number) =>
    (await db().selectFrom('tenancy').select('code').where('id', '=', id).executeTakeFirstOrThrow()).code.replace('-', '');
  const latest = async () => (await payments()).at(-1);

  test('matches the typed account number, tolerates one typo, and credits an overpayment to the next invoice', async () => {
    const { id: t } = await home();
    const { id } = await bill(t, 400_000);
    const typed = await code(t);
    await paid(`${typed.slice(0, -1)}${typed.endsWith('9') ? '8' : '9'}`, 400_000);
    await deliver(await arrived());
    await settleAll();
    expect(await latest()).toMatchObject({
      ...{ match: 'matched', tenancy_id: t },
      reasons: Object.entries({ account_typo: 95, amount: 50 }).map(([what, score]) => ({ what, score })),
    });
    expect(await invoice(id)).toMatchObject({ status: 'paid' });
    await paid(typed.toLowerCase(), 150_000);
    await deliver(await arrived());
    await settleAll();
    expect(await latest()).toMatchObject({ credited_cents: 150_000, allocated_cents: 0 });
    const next = await bill(t, 400_000);
    expect(await invoice(next.id)).toMatchObject({ status: 'active', paid_cents: 150_000 });
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });

  test('leaves a payment with an unknown account number unallocated until staff allocate it; the Pull query finds its reversal', async () => {
    const { id: t } = await home();
    const { id } = await bill(t, 500_000, { deposit: 200_000 });
    await paid('NOBODY', 700_000);
    await deliver(await arrived());
    await settleAll();
    const one = await latest();
    expect(one).toMatchObject({ status: 'completed', tenancy_id: null });
    expect(one?.match).not.toBe('matched');
    const admin = { ...here.owner, me: { ...here.owner.me, companyId: null, unscoped: 'a test looks as the platform' } };
    // The money names no company, so another person approves.
    const parts = (sum: number) => ({ id: one?.id ?? 0, parts: [{ tenancy_id: t, cents: toCents(sum) }] });
    const put = (by: TestPerson, sum: number) =>
      runAsPerson(services, by, (ctx) => desk.allocatePaymentToTenancies(ctx, parts(sum))).then(() => approveClientMoneyMove(services, one?.id ?? 0));
    await put(admin, 700_000);
    expect(await invoice(id)).toMatchObject({ status: 'paid' });
    expect(await findFailedLedgerChecks(services)).toEqual([]);
    await runAsPerson(services, admin, (ctx) => desk.unallocateManagedPayment(ctx, { id: one?.id ?? 0, reason: 'the wrong one' }));
    expect(await invoice(id)).toMatchObject({ status: 'unpaid', paid_cents: 0 });
    const other = await createPerson(services, 'admin');
    await makeAccountsEstablished(services, other);
    await put(other, 600_000);
    expect(await findFailedLedgerChecks(services)).toEqual([]);
    sim.reverse(one?.external ?? '');
    await later(3700);
    await pullAllPaybills(services, db());
    expect(await status(one?.id ?? 0)).toBe('reversed');
    expect(await invoice(id)).toMatchObject({ status: 'unpaid', paid_cents: 0 });
    await pullAllPaybills(services, db());
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });

  test('credits a payment only after M-Pesa confirms it; an unanswered status query is repeated', async () => {
    const { id: t } = await home();
    await bill(t, 120_000);
    await paid(await code(t), 120_000);
    const posts = await arrived();
    const before = (await payments()).length;
    sim.faults({ away: true });
    await deliver(posts);
    await sendStatusQueries(services, await asked());
    expect(await payments()).toHaveLength(before);
    sim.faults({ away: false });
    await later(70);
    await sweepStatusQueries(services, db());
    await settleAll();
    expect(await payments()).toHaveLength(before + 1);
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });
});

test('M-Pesa callbacks: processing every callback twice more, in a different order, changes nothing', async () => {
  const of = async () => ({
    payments: (await payments()).map(({ updated_at: _, ...row }) => row),
    receipts: await db().selectFrom('receipt').selectAll().orderBy('id').execute(),
    journals: (await db().selectFrom('journal').select('event_key').orderBy('id').execute()).length,
    invoices: await db().selectFrom('invoice').select(['id', 'status', 'paid_cents']).orderBy('id').execute(),
  });
  const before = await of();
  const ids = (await db().selectFrom('inbox').select('id').execute()).map((row) => row.id);
  for (const round of [ids.toReversed(), ids.toSorted((a, b) => (a % 7) - (b % 7))]) {
    for (const id of round) await processInboundEvents(services, [id]);
    await settleAll();
  }
  expect(await of()).toEqual(before);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('payment matching: the sweep matches a payment once after a process stopped before matching it', async () => {
  const { id: t } = await home();
  const { id } = await bill(t, 90_000);
  const made = await begun([id], 90_000);
  sim.answer(made.push.checkout_id ?? '', 'approve');
  await queryStkPush(services, made.push.id);
  expect(await payment(made.id)).toMatchObject({ status: 'completed', looked_at: null });
  await Promise.all([matchPayment(db(), made.id), matchPayment(db(), made.id), retryUnmatchedPayments(services, db())]);
  expect(await payment(made.id)).toMatchObject({ allocated_cents: 90_000 });
  await deliver(await arrived());
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});
