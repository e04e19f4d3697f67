import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { emptySealedPhone } from '#server/collection/phones.ts';
import { pullAllPaybills } from '#server/collection/pull.ts';
import { recordReceipt } from '#server/collection/record-receipts.ts';
import { readAccountBalance } from '#server/ledger/service.ts';
import * as payments from '#server/payment/acts.ts';
import * as refunds from '#server/refund/refunds.ts';
import { type CollectionAccountRow, findOrCreatePlatformPaybill } from '#server/treasury/accounts.ts';
import { registerCallbackUrls } from '#server/treasury/register-callbacks.ts';
import { type Simulator, startSimulator } from '#simulator/start.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { findFailedLedgerChecks, startPaymentCallbackServer } from '#test/fixtures/payments.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import * as doubts from './payment-exceptions.ts';

let services: TestServices;
let sim: Simulator;
let box: Awaited<ReturnType<typeof startPaymentCallbackServer>>;
let account: CollectionAccountRow;
let [head, other]: TestPerson[] = [];
const db = () => services.database.db;
const as = <T>(work: Parameters<typeof runAsPerson<T>>[2], who = head) => runAsPerson(services, who as TestPerson, work);
const later = (seconds: number) => setClock(services, new Date(clock.ms() + seconds * 1000).toISOString());

beforeAll(async () => {
  box = await startPaymentCallbackServer();
  sim = await startSimulator({ pace: { resultMs: 1, ringMs: 60_000 } });
  services = await createTestServices('bare', { DARAJA_URL: sim.url, MPESA_CALLBACK_URL: box.url });
  await setClock(services, '2027-03-03T09:00:00Z');
  [head, other] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, other);
  const own = await findOrCreatePlatformPaybill(services, db());
  if (!own) throw new Error('M-Pesa is off');
  account = own;
  await registerCallbackUrls(services, db());
});
afterAll(async () => {
  await setClock(services, null);
  await sim.close();
  box.server.close();
});

const paid = async (sum: number) => {
  const receipt = await sim.pay({ shortcode: account.number, account: 'NOBODY', cents: toCents(sum), phone: '254712345126', name: 'ASHA' });
  await later(3700);
  await pullAllPaybills(services, db());
  return db()
    .selectFrom('payment')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
    .then((row) => ({ ...row, receipt }));
};
const open = () => db().selectFrom('payment_doubt').selectAll().where('status', '=', 'open').execute();
const status = async (id: number) => (await db().selectFrom('payment').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
/** Decides the newest request. */
const approve = async (who = other) => {
  const { id } = await db().selectFrom('approval_request').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return as((ctx) => decideApprovalRequest(services)(ctx, { id, approve: true, reason: '' }), who);
};
const pulled = async () =>
  (await db().selectFrom('collection_account').select('pulled_to').where('id', '=', account.id).executeTakeFirstOrThrow()).pulled_to;

test('payment exception: a reversal after a partial refund is listed once and changes nothing until decided', async () => {
  const one = await paid(700_000);
  const asked = await as((ctx) =>
    payments.requestRefund(ctx, { id: one.id, cents: toCents(200_000), reason: 'Paid too much', to: 'KCB 0113601234' }),
  );
  const refund = asked.refunds[0]?.id ?? 0;
  await as((ctx) => refunds.decideRefund(ctx, { id: refund, approve: true, reason: '' }), other);
  await as((ctx) => refunds.recordManualRefundPayment(ctx, { id: refund, how: 'mpesa', proof: 'SBK4XYZ12Q' }));
  const cash = () => readAccountBalance(db(), 'C', { code: ledgerAccounts.mpesaPaybill, ref: `collection:${account.id}` });
  expect(await cash()).toBe(500_000);
  sim.reverse(one.external ?? '');
  const after = await paid(350_000);
  // Receipts of the same hour are recorded, and the next Pull does not fail on it either.
  expect(after.cents).toBe(350_000);
  const at = await pulled();
  await later(3700);
  await pullAllPaybills(services, db());
  expect((await pulled())?.getTime()).toBeGreaterThan(at?.getTime() ?? 0);
  const [doubt, ...more] = await open();
  expect(more).toEqual([]);
  expect(doubt).toMatchObject({ kind: 'reversal', payment_id: one.id, cents: 700_000 });
  expect((await listSentNotifications(services, 'payment.doubt')).map(({ params }) => (params as { kind: string }).kind)).toEqual([
    'reversal',
    'reversal',
  ]);
  expect(await status(one.id)).toBe('completed');
  expect(await findFailedLedgerChecks(services)).toEqual([]);
  const decide = (decision: 'same' | 'loss') =>
    as((ctx) => doubts.resolvePaymentException(ctx, { id: doubt?.id ?? 0, decision, reason: 'Nobody answers' }));
  await expect(decide('same')).rejects.toMatchObject({ failure: 'invalid' });
  await decide('loss');
  expect(await status(one.id)).toBe('completed');
  // A second person decides that Makao bears the loss, and decides once.
  await expect(decide('loss')).rejects.toMatchObject({ failure: 'conflict' });
  await expect(approve(head)).rejects.toMatchObject({ failure: 'forbidden' });
  await approve(other);
  expect(await status(one.id)).toBe('reversed');
  expect(await readAccountBalance(db(), 'P', { code: ledgerAccounts.paymentCharges })).toBe(200_000);
  // The full amount left the paybill, and the refund had left before.
  expect((await cash()) + (await readAccountBalance(db(), 'C', { code: ledgerAccounts.mpesaPayouts, ref: `collection:${account.id}` }))).toBe(
    350_000 - 200_000,
  );
  expect(await findFailedLedgerChecks(services)).toEqual([]);
  await expect(decide('loss')).rejects.toMatchObject({ failure: 'wrongState' });
});

test('payment exception: a partly reversed payment remains completed, and staff decide the party that bears the loss', async () => {
  const one = await paid(400_000);
  const costs = await readAccountBalance(db(), 'P', { code: ledgerAccounts.paymentCharges });
  for (const decision of ['dismissed', 'loss'] as const) {
    const payment = decision === 'loss' ? one : await paid(300_000);
    sim.reverse(payment.external ?? '', toCents(150_000));
    await later(3700);
    await pullAllPaybills(services, db());
    const [doubt, ...more] = await open();
    expect(more).toEqual([]);
    expect(doubt).toMatchObject({ kind: 'reversal', payment_id: payment.id, cents: 150_000 });
    const decided = await as((ctx) => doubts.resolvePaymentException(ctx, { id: doubt?.id ?? 0, decision, reason: 'Nobody answers' }));
    // One person alone neither gives money away nor keeps a credit that M-Pesa took back.
    expect(decided).toMatchObject({ status: 'open', part: true, given_back_cents: 0, request: { own: true } });
    await expect(approve(head)).rejects.toMatchObject({ failure: 'forbidden' });
    await approve(other);
    expect(await open()).toEqual([]);
    const log = await db()
      .selectFrom('audit_log')
      .select(['record_code'])
      .where('record_id', '=', payment.id)
      .where('actor_id', '=', other?.id ?? 0)
      .execute();
    expect(log.map(({ record_code }) => record_code)).toContain(payment.code);
    expect(await status(payment.id)).toBe('completed');
  }
  expect(await readAccountBalance(db(), 'P', { code: ledgerAccounts.paymentCharges })).toBe(costs + 150_000);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('payment exception: a receipt that may belong to an M-Pesa prompt is credited only after staff confirm a new payment', async () => {
  const prompt = async (sum: number) => {
    const { id } = await db()
      .insertInto('payment')
      .values({ purpose: 1, how: 'stk', fund: 'C', cents: sum, status: 'pending', account_id: account.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const push = await db()
      .insertInto('push')
      .values({ payment_id: id, account_id: account.id, reference: `PR${id}`, phone_sealed: 'x', phone_mark: Buffer.from([1]), cents: sum })
      .returningAll()
      .executeTakeFirstOrThrow();
    const movement = { rail: 'mpesa', account, cents: sum, paidAt: clock.now(), accountText: '', payer: '', phone: emptySealedPhone } as const;
    await as((ctx) => recordReceipt(ctx, { ...movement, external: null, push, verifiedBy: 'query' }));
    const came = (external: string, accountText = '') => as((ctx) => recordReceipt(ctx, { ...movement, accountText, external, verifiedBy: 'pull' }));
    return { id, came };
  };
  const first = await prompt(123_400);
  expect(await first.came('SBKDOUBT11')).toMatchObject({ became: 'doubtful' });
  expect(await first.came('SBKDOUBT11')).toMatchObject({ became: 'doubtful' });
  const [doubt, ...more] = await open();
  expect(more).toEqual([]);
  expect(doubt).toMatchObject({ kind: 'prompt', payment_id: first.id, external: 'SBKDOUBT11' });
  const count = async () => (await db().selectFrom('receipt').select('id').execute()).length;
  const before = await count();
  await as((ctx) => doubts.resolvePaymentException(ctx, { id: doubt?.id ?? 0, decision: 'same', reason: 'One number on the statement' }));
  expect(await count()).toBe(before);
  expect(await first.came('SBKDOUBT11')).toMatchObject({ became: 'known', paymentId: first.id });
  const second = await prompt(77_700);
  await second.came('SBKDOUBT22');
  const [apart] = await open();
  await as((ctx) => doubts.resolvePaymentException(ctx, { id: apart?.id ?? 0, decision: 'apart', reason: 'Two numbers on the statement' }));
  // A second receipt credits money twice if it is wrong, so another person approves it.
  expect(await count()).toBe(before + 1);
  await expect(approve(head)).rejects.toMatchObject({ failure: 'forbidden' });
  expect((await approve(other)).sentence).toContain('SBKDOUBT22');
  expect(await count()).toBe(before + 2);
  expect(await second.came('SBKDOUBT22')).toMatchObject({ became: 'known' });
  expect(await open()).toEqual([]);
  // It was credited under that code in the meantime, so the decision that it belongs to the prompt is rejected.
  const third = await prompt(55_500);
  await third.came('SBKDOUBT33');
  const [late] = await open();
  await third.came('SBKDOUBT33', 'SOMEBODY');
  const same = as((ctx) => doubts.resolvePaymentException(ctx, { id: late?.id ?? 0, decision: 'same', reason: 'One number' }));
  await expect(same).rejects.toMatchObject({ failure: 'conflict' });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});
