import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentPurposes } from '#contract/collection/kinds.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { processOpenStkPushes } from '#server/collection/jobs.ts';
import { erasePaymentPersonalData } from '#server/collection/personal-data.ts';
import { startSaleStkPush } from '#server/collection/service.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { retryUnmatchedPayments } from '#server/matching/match-payment.ts';
import { processInboundEvents } from '#server/payment/inbound-events.ts';
import { createCollectionAccount, findOrCreatePlatformPaybill } from '#server/treasury/accounts.ts';
import { registerCallbackUrls } from '#server/treasury/register-callbacks.ts';
import { type Simulator, startSimulator } from '#simulator/start.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import {
  findFailedLedgerChecks,
  issueRentInvoice,
  type PaymentCallback,
  setTrustMode,
  startPaymentCallbackServer,
  storePaymentCallback,
} from '#test/fixtures/payments.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, runAsPerson } from '#test/people.ts';
import { storeInboundEvents } from './callbacks.ts';
import { startPayment } from './pay.ts';
import { sendStkPush } from './push.ts';
import { sendStatusQueries } from './query.ts';
import { redactOldInboundEvents } from './redact-inbound-events.ts';

let services: TestServices;
let sim: Simulator;
let box: Awaited<ReturnType<typeof startPaymentCallbackServer>>;
let here: OwnerWithUnit;
let n = 0;
const db = (): Db => services.database.db;
const as = <T>(work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, here.owner, work);
const later = (seconds: number) => setClock(services, new Date(clock.ms() + seconds * 1000).toISOString());
const asked = async (sum: number) => {
  const t = await createOccupiedTenancy(services, here.property, { unitId: await addUnit(services, here.property) });
  return { t, ...(await as((ctx) => issueRentInvoice(ctx, t, sum))) };
};
const payment = (id: number) => services.database.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const pushOf = (id: number) => services.database.db.selectFrom('push').selectAll().where('payment_id', '=', id).executeTakeFirstOrThrow();
const arrived = async (): Promise<PaymentCallback[]> => {
  await sim.idle();
  return box.posts.splice(0);
};
const deliver = async (posts: readonly PaymentCallback[]) => {
  for (const post of posts) await processInboundEvents(services, [await storePaymentCallback(services, post)]);
};
const settleAll = async () => {
  for (let round = 0; round < 4; round++) {
    const open = await services.database.db.selectFrom('status_query').select('id').where('open', '=', true).execute();
    await sendStatusQueries(
      services,
      open.map(({ id }) => id),
    );
    await deliver(await arrived());
    await retryUnmatchedPayments(services, db());
  }
};
const failuresOf = async (id: number) =>
  (await listSentNotifications(services, 'payment.failed')).filter(({ key }) => key === `payment.failed:${id}`).length;
const begun = async (invoice: number, sum: number, phone = `07120${String(10_000 + ++n)}`) => {
  const made = await as((ctx) => startPayment(services)(ctx, { invoice_ids: [invoice], cents: toCents(sum), phone }));
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
afterAll(async () => {
  await setClock(services, null);
  await sim.close();
  box.server.close();
});

test('M-Pesa prompt: a payment of a different amount completes the prompt without a failure notification', async () => {
  const { id } = await asked(100_000);
  const made = await begun(id, 100_000);
  await services.database.db
    .updateTable('push')
    .set({ cents: toCents(90_000) })
    .where('id', '=', made.push.id)
    .execute();
  sim.answer(made.push.checkout_id ?? '', 'approve');
  await deliver((await arrived()).filter(({ channel }) => channel === 'stk'));
  await settleAll();
  expect(await payment(made.id)).toMatchObject({ status: 'completed', cents: 100_000, allocated_cents: 100_000 });
  expect(await pushOf(made.id)).toMatchObject({ open: false });
  expect(await failuresOf(made.id)).toBe(0);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('payment date: is derived from the M-Pesa code, even if the payment is confirmed a day later', async () => {
  const { id } = await asked(100_000);
  const made = await begun(id, 100_000);
  sim.answer(made.push.checkout_id ?? '', 'approve');
  const posts = await arrived();
  await later(20 * 3600);
  await deliver(posts.filter(({ channel }) => channel === 'stk'));
  expect(await payment(made.id)).toMatchObject({ status: 'completed', paid_on: '2027-03-04' });
  await deliver(posts);
  await settleAll();
  const receipt = await services.database.db.selectFrom('receipt').selectAll().where('payment_id', '=', made.id).executeTakeFirstOrThrow();
  expect(receipt.external_id).not.toBeNull();
  expect(await payment(made.id)).toMatchObject({ received_at: receipt.paid_at, paid_on: toNairobiDay(receipt.paid_at) });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('M-Pesa prompts: limited to six an hour for one phone number, across different purchases', async () => {
  const companyId = here.owner.me.companyId ?? 0;
  const ask = (place: number) =>
    as((ctx) =>
      startSaleStkPush(services, ctx, {
        purpose: paymentPurposes.property_featured_payment,
        phone: '0712999001',
        cents: toCents(100_000),
        forWhat: { table: 'featured_booking', id: place },
        companyId,
      }),
    );
  for (let turn = 1; turn <= 6; turn++) await ask(turn);
  await expect(ask(7)).rejects.toMatchObject({ failure: 'tooMany', message: expect.stringMatching(/another at \d{1,2}:\d\d [AP]M\.$/) });
});

test('prompt sweep: continues with the other prompts when one prompt cannot be queried', async () => {
  const [first, second] = [await asked(50_000), await asked(50_000)];
  const broken = await begun(first.id, 50_000);
  const fine = await begun(second.id, 50_000);
  // Its number can no longer be read, and it was never sent.
  await services.database.db.updateTable('push').set({ sent_at: null, phone_sealed: 'broken' }).where('id', '=', broken.push.id).execute();
  sim.answer(fine.push.checkout_id ?? '', 'approve');
  await arrived();
  await later(80);
  await expect(processOpenStkPushes(services, db())).rejects.toBeInstanceOf(AggregateError);
  expect(await payment(fine.id)).toMatchObject({ status: 'completed' });
  await services.database.db.updateTable('push').set({ open: false }).where('id', '=', broken.push.id).execute();
});

test('M-Pesa prompt: fails without being sent after ten hours in the queue, and the payer is notified', async () => {
  const { id } = await asked(50_000);
  const made = await as((ctx) => startPayment(services)(ctx, { invoice_ids: [id], cents: toCents(50_000), phone: '0712099887' }));
  await later(10 * 3600);
  await processOpenStkPushes(services, db());
  expect(await pushOf(made.id)).toMatchObject({ sent_at: null, open: false });
  expect(await payment(made.id)).toMatchObject({ status: 'failed', reason: 'away' });
  expect(await failuresOf(made.id)).toBe(1);
});

test('transaction status result: is marked unrouted after one attempt if received on the callback path of another paybill', async () => {
  const [own, other] = [
    await findOrCreatePlatformPaybill(services, db()),
    await createCollectionAccount(db(), {
      company_id: here.owner.me.companyId,
      rail: 'mpesa',
      name: 'Ours',
      number: '400111',
      bank_code: null,
      fund: 'M',
    }),
  ];
  if (!own || !other) throw new Error('no account');
  const names = { conversation_id: 'AG_20270303_1', originator: 'sq-elsewhere' };
  await services.database.db
    .insertInto('status_query')
    .values({ account_id: own.id, external: 'TKB9ELSE01', ...names })
    .execute();
  const result = { ResultType: 0, ResultCode: 0, ResultDesc: 'ok', OriginatorConversationID: 'x', ConversationID: names.conversation_id };
  const body = Buffer.from(JSON.stringify({ Result: { ...result, TransactionID: 'TKB9ELSE01' } }));
  const [id = 0] = await storeInboundEvents(services.database.db, [{ channel: 'result', account: other, body, from: '127.0.0.1' }]);
  await processInboundEvents(services, [id]);
  const row = await services.database.db.selectFrom('inbox').select(['state', 'tries']).where('id', '=', id).executeTakeFirst();
  expect(row).toEqual({ state: 'unrouted', tries: 1 });
  await services.database.db.updateTable('status_query').set({ open: false }).where('external', '=', 'TKB9ELSE01').execute();
});

test("personal data erasure: erases a payer's phone number in all records, and masks old inbound events", async () => {
  const { id, t } = await asked(100_000);
  const made = await begun(id, 100_000, '0712777123');
  sim.answer(made.push.checkout_id ?? '', 'approve');
  await deliver(await arrived());
  await settleAll();
  const who = await createPerson(services, 'tenant');
  await services.database.db.updateTable('payment').set({ person_id: null }).where('id', '=', made.id).execute();
  const { tenant_id } = await services.database.db
    .selectFrom('tenancy_person')
    .select('tenant_id')
    .where('tenancy_id', '=', t)
    .executeTakeFirstOrThrow();
  await services.database.db.updateTable('tenant').set({ person_id: who.id }).where('id', '=', tenant_id).execute();
  const bodies = async () =>
    (await services.database.db.selectFrom('inbox').select(['body', 'payment_id']).execute()).map((row) => ({ ...row, body: String(row.body) }));
  expect((await bodies()).some(({ body }) => body.includes('254712777123'))).toBe(true);
  await db()
    .transaction()
    .execute((tx) => erasePaymentPersonalData(tx, who.id));
  expect((await bodies()).filter(({ body, payment_id }) => payment_id === made.id && body.includes('254712777123'))).toEqual([]);
  expect(await payment(made.id)).toMatchObject({ phone_sealed: null, phone_mark: null, payer: null });
  expect(await pushOf(made.id)).toMatchObject({ phone_sealed: '' });
  await later(91 * 24 * 3600);
  expect(await redactOldInboundEvents(db())).toBeGreaterThan(0);
  expect(await redactOldInboundEvents(db())).toBe(0);
  expect((await bodies()).filter(({ body }) => /2547\d{8}/.test(body))).toEqual([]);
});
