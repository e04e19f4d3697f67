import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stkPushRetryAfterSeconds } from '#contract/collection/kinds.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { readBalanceDue } from '#server/invoice/public-invoice.ts';
import { anonymousCaller, asClock } from '#server/kernel/ctx.ts';
import { readAccountBalance } from '#server/ledger/service.ts';
import { matchPayment } from '#server/matching/match-payment.ts';
import { processInboundEvents } from '#server/payment/inbound-events.ts';
import { createTenancy } from '#server/tenancy/service.ts';
import { findOrCreatePlatformPaybill } from '#server/treasury/accounts.ts';
import { type Simulator, startSimulator } from '#simulator/start.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode, startPaymentCallbackServer, storePaymentCallback } from '#test/fixtures/payments.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson, testRequestOrigin } from '#test/people.ts';
import { listMpesaMessages, submitMpesaMessage } from './pasted-messages.ts';
import { readPaymentOptions, readPaymentProgress, startPayment, startPublicPayment } from './pay.ts';
import { sealPhone } from './phones.ts';
import { queryStkPush, sendStkPush } from './push.ts';
import { sendStatusQueries } from './query.ts';
import { recordReceipt } from './record-receipts.ts';

let services: TestServices;
const db = () => services.database.db;
let sim: Simulator;
let box: Awaited<ReturnType<typeof startPaymentCallbackServer>>;
let here: OwnerWithUnit;
let company = 0;
let n = 0;
const later = (seconds: number) => setClock(services, new Date(clock.ms() + seconds * 1000).toISOString());
const phone = () => `07120${String(20_000 + ++n)}`;

beforeAll(async () => {
  box = await startPaymentCallbackServer();
  sim = await startSimulator({ pace: { resultMs: 1, ringMs: 60_000 } });
  services = await createTestServices('bare', { DARAJA_URL: sim.url, MPESA_CALLBACK_URL: box.url });
  await setClock(services, '2027-03-03T09:00:00Z');
  here = await createOwnerWithUnit(services);
  company = here.owner.me.companyId ?? 0;
  await setTrustMode(services, company);
  await findOrCreatePlatformPaybill(services, db());
});
afterAll(() => Promise.all([setClock(services, null), sim.close(), box.server.close()]));

const home = async (shares: readonly number[] = [10_000]) => {
  const unitId = await addUnit(services, here.property);
  const who: TestPerson[] = [];
  for (const _ of shares) who.push(await createPerson(services, 'tenant'));
  const people = shares.map((shareBp, at) => ({
    somebody: { personId: who[at]?.me.userId ?? null, name: `Tenant ${++n}`, phone: `+2547130${String(20_000 + n)}`, email: null },
    ...{ role: at === 0 ? ('lead' as const) : ('co_tenant' as const), shareBp },
  }));
  const { id } = await runAsPerson(services, here.owner, (ctx) =>
    createTenancy(ctx, {
      ...{ unitId, startsOn: clock.today(), endsOn: '2028-03-02', rentCents: 3_000_000, period: 2, depositCents: 0, people },
      opening: { balance_cents: 0, deposit_held_cents: 0, as_of: clock.today() },
    }),
  );
  return { id, who };
};
const bill = (tenancyId: number, sum: number) => runAsPerson(services, here.owner, (ctx) => issueRentInvoice(ctx, tenancyId, sum));
const begin = (who: TestPerson, given: { invoice_ids: number[]; tenancy_id?: number; sum: number; to: string }) =>
  runAsPerson(services, who, (ctx) => {
    const { sum, to, ...rest } = given;
    return startPayment(services)(ctx, { ...rest, cents: toCents(sum), phone: to });
  });
const optionsOf = (who: TestPerson, tenancy_id: number) => readPaymentOptions(services)(createTestCtx(services, who), { tenancy_id });
const pushOf = (paymentId: number) => db().selectFrom('push').selectAll().where('payment_id', '=', paymentId).executeTakeFirstOrThrow();
const payment = (id: number) => db().selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const rung = async (paymentId: number) => {
  await sendStkPush(services, (await pushOf(paymentId)).id);
  return pushOf(paymentId);
};
const approved = async (paymentId: number) => {
  const push = await pushOf(paymentId);
  sim.answer(push.checkout_id ?? '', 'approve');
  await queryStkPush(services, push.id);
  await matchPayment(db(), paymentId);
};
/** A movement that M-Pesa confirms. */
const came = async (external: string, sum: number, accountText = '', payer = '') => {
  const account = await findOrCreatePlatformPaybill(services, db());
  if (!account) throw new Error('no paybill');
  const facts = { rail: 'mpesa', external, account, cents: sum, paidAt: clock.now(), accountText, payer, verifiedBy: 'query' } as const;
  const taken = await db()
    .transaction()
    .execute((tx) => recordReceipt(asClock(tx), { ...facts, phone: sealPhone('254799000111') }));
  await matchPayment(db(), taken.paymentId ?? 0);
  return payment(taken.paymentId ?? 0);
};
const credit = (tenancy: number) => readAccountBalance(db(), 'C', { code: 2020, company, tenancy });

describe('M-Pesa prompt with an unknown result', () => {
  test('blocks a second prompt to the same phone for three minutes; if both prompts are paid, one payment becomes tenant credit', async () => {
    const { id: t, who } = await home();
    const [tenant = here.owner] = who;
    const { id } = await bill(t, 100_000);
    const to = phone();
    const first = await begin(tenant, { invoice_ids: [id], sum: 100_000, to });
    const push = await rung(first.id);
    sim.answer(push.checkout_id ?? '', 'time_out');
    await later(95);
    await queryStkPush(services, push.id);
    const key = { code: first.code };
    expect(await readPaymentProgress(services)(createTestCtx(services, tenant), key)).toMatchObject({ status: 'unknown', stale: false, slow: true });
    await expect(begin(tenant, { invoice_ids: [id], sum: 100_000, to })).rejects.toMatchObject({ failure: 'conflict' });
    expect((await optionsOf(tenant, t)).waiting).toMatchObject({ ...key, status: 'unknown' });
    await later(stkPushRetryAfterSeconds);
    expect(await readPaymentProgress(services)(createTestCtx(services, tenant), key)).toMatchObject({ status: 'unknown', stale: true });
    const second = await begin(tenant, { invoice_ids: [id], sum: 100_000, to });
    expect((await optionsOf(tenant, t)).waiting).toMatchObject({ code: second.code });
    await rung(second.id);
    await approved(second.id);
    expect((await pushOf(first.id)).open).toBe(true);
    await came('UKI1234567', 100_000, push.reference);
    expect(await payment(first.id)).toMatchObject({ status: 'completed', credited_cents: 100_000 });
    expect(await credit(t)).toBe(100_000);
    expect(await payment(second.id)).toMatchObject({ allocated_cents: 100_000 });
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });
});

describe('advance payment or overpayment', () => {
  test('becomes tenant credit that pays the next invoice; two simultaneous requests send one prompt', async () => {
    const { id: t, who } = await home();
    const [tenant = here.owner] = who;
    expect(await optionsOf(tenant, t)).toMatchObject({ push: true, invoices: [], ahead: { tenancy_id: t } });
    const to = phone();
    const both = await Promise.allSettled([1, 2].map(() => begin(tenant, { invoice_ids: [], tenancy_id: t, sum: 500_000, to })));
    expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const made = both.find((one) => one.status === 'fulfilled');
    const id = made?.value.id ?? 0;
    expect((await optionsOf(tenant, t)).waiting).toMatchObject({ code: made?.value.code });
    await rung(id);
    await approved(id);
    expect(await payment(id)).toMatchObject({ tenancy_id: t, credited_cents: 500_000, match: 'matched' });
    expect(await readBalanceDue(createTestCtx(services, tenant), { tenancy_id: t })).toMatchObject({ credit_cents: 500_000 });
    const invoice = await bill(t, 700_000);
    expect(await readBalanceDue(createTestCtx(services, tenant), { tenancy_id: t })).toMatchObject({ credit_cents: 0, total_cents: 200_000 });
    const over = await begin(tenant, { invoice_ids: [invoice.id], sum: 250_000, to });
    await rung(over.id);
    await approved(over.id);
    expect(await readPaymentProgress(services)(createTestCtx(services, tenant), { code: over.code })).toMatchObject({
      ...{ status: 'completed', left_cents: 0, again_in: null },
      paper: expect.stringContaining(`/files/payment/${over.id}/en?`),
    });
    expect(await credit(t)).toBe(50_000);
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });

  test('is accepted only for a home that the caller may see', async () => {
    const { id: t } = await home();
    const stranger = await createPerson(services, 'tenant');
    await expect(begin(stranger, { invoice_ids: [], tenancy_id: t, sum: 500_000, to: phone() })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(begin(stranger, { invoice_ids: [], sum: 500_000, to: phone() })).rejects.toMatchObject({ failure: 'notFound' });
  });
});

test("payer's share: balance due and payment options show the same amount, before and after another payer's payment", async () => {
  const { id: t, who } = await home([5_000, 5_000]);
  const { id } = await bill(t, 3_000_000);
  const shares = () =>
    Promise.all(
      who.map(async (one) => [
        (await readBalanceDue(createTestCtx(services, one), { tenancy_id: t })).my_share_cents,
        (await optionsOf(one, t)).share_cents,
      ]),
    );
  expect(await shares()).toEqual([
    [1_500_000, 1_500_000],
    [1_500_000, 1_500_000],
  ]);
  const made = await begin(who[0] ?? here.owner, { invoice_ids: [id], sum: 1_500_000, to: phone() });
  await rung(made.id);
  await approved(made.id);
  expect(await shares()).toEqual([
    [0, 0],
    [1_500_000, 1_500_000],
  ]);
});

describe('pasted M-Pesa message', () => {
  const message = (external: string) => `${external} Confirmed. Ksh2,100.00 sent to MAKAO for account X on 3/3/27`;
  const pastes = (who: TestPerson, tenancy_id: number, external: string) =>
    runAsPerson(services, who, (ctx) => submitMpesaMessage(ctx, { text: message(external), tenancy_id }));
  const states = async (who: TestPerson, tenancy_id: number) =>
    (await listMpesaMessages(createTestCtx(services, who), { tenancy_id })).results.map(({ state }) => state);
  const heard = async () => (await listSentNotifications(services, 'payment.pasted')).map(({ params }) => params);

  test('is allocated if M-Pesa confirms the payment and the payer and amount match the home; otherwise staff get a suggestion', async () => {
    const { id: t, who } = await home();
    const [tenant = here.owner] = who;
    const { id } = await bill(t, 210_000);
    await pastes(tenant, t, 'UKIOGM0YWZ');
    expect(await states(tenant, t)).toEqual(['asked']);
    expect(await came('UKIOGM0YWZ', 210_000, '', 'TENANT')).toMatchObject({
      ...{ match: 'matched', tenancy_id: t, reasons: expect.arrayContaining([{ what: 'pasted_fits', score: 92 }]) },
    });
    expect(await states(tenant, t)).toEqual(['found']);
    expect(await db().selectFrom('invoice').select('status').where('id', '=', id).executeTakeFirst()).toMatchObject({ status: 'paid' });
    await pastes(tenant, t, 'UKIOGGPDW5');
    expect(await came('UKIOGGPDW5', 77_700, '', 'TENANT')).toMatchObject({
      ...{ match: 'suggested', tenancy_id: null, reasons: [{ what: 'pasted', score: 60 }] },
    });
    expect(await states(tenant, t)).toEqual(['looked', 'found']);
    expect(await heard()).toEqual([{ external: 'UKIOGGPDW5', became: 'looked' }]);
  });

  test('allocates an earlier unallocated payment that several invoices could match', async () => {
    const { id: t, who } = await home();
    await bill(t, 330_000);
    await bill(t, 330_100);
    const stray = await came('UKIBEFORE1', 330_100, '', 'TENANT');
    expect(stray.match).not.toBe('matched');
    await pastes(who[0] ?? here.owner, t, 'UKIBEFORE1');
    await matchPayment(db(), stray.id);
    expect(await payment(stray.id)).toMatchObject({ match: 'matched', tenancy_id: t });
    expect(await states(who[0] ?? here.owner, t)).toEqual(['found']);
  });

  test("never allocates another person's payment: not for a later invoice, a message pasted by a manager, or another payer's name", async () => {
    const { id: t, who } = await home();
    const [tenant = here.owner] = who;
    const stray = await came('UKISTRAY01', 441_100, '', 'TENANT');
    await later(60);
    await bill(t, 441_100);
    await pastes(tenant, t, 'UKISTRAY01');
    await matchPayment(db(), stray.id);
    expect(await payment(stray.id)).toMatchObject({ match: 'suggested', tenancy_id: null });
    await bill(t, 552_200);
    const other = await came('UKISTRAY02', 552_200, '', 'TENANT');
    await pastes(here.owner, t, 'UKISTRAY02');
    await matchPayment(db(), other.id);
    expect(await payment(other.id)).toMatchObject({ match: 'suggested', tenancy_id: null });
    // A neighbour's message: the same rent, another name. The answer does not reveal that the payment is known.
    const neighbour = await came('UKISTRAY03', 552_200, '', 'JANE');
    expect(await pastes(tenant, t, 'UKISTRAY03')).toMatchObject({ known: false });
    await matchPayment(db(), neighbour.id);
    expect(await payment(neighbour.id)).toMatchObject({ match: 'suggested', tenancy_id: null });
  });

  test('notifies only its sender when M-Pesa has no such transaction', async () => {
    const { id: t, who } = await home();
    const [tenant = here.owner] = who;
    await pastes(tenant, t, 'UKIV7T8JFP');
    const asked = await db().selectFrom('status_query').select('id').where('external', '=', 'UKIV7T8JFP').execute();
    await sendStatusQueries(
      services,
      asked.map((row) => row.id),
    );
    await sim.idle();
    await processInboundEvents(services, await Promise.all(box.posts.splice(0).map((post) => storePaymentCallback(services, post))));
    expect(await states(tenant, t)).toEqual(['unknown']);
    expect(await heard()).toContainEqual({ external: 'UKIV7T8JFP', became: 'unknown' });
    await expect(states(await createPerson(services, 'tenant'), t)).rejects.toMatchObject({ failure: 'notFound' });
  });
});

describe('payment receipt', () => {
  const receipts = async (code: string) => (await listSentNotifications(services, 'payment.received')).filter(({ subject }) => subject === code);

  test('is sent once to the payers of the home and to the phone that paid on the public page, with the balance due', async () => {
    const { id: tenancy, who } = await home();
    const { id } = await bill(tenancy, 100_000);
    const { token } = await db().selectFrom('invoice').select('token').where('id', '=', id).executeTakeFirstOrThrow();
    const paying = async (sum: number) => {
      const given = { invoice_id: id, token, cents: toCents(sum), phone: '0722 000 111' };
      const { code } = await db()
        .transaction()
        .execute((tx) => startPublicPayment(services)({ me: anonymousCaller, db: tx, from: testRequestOrigin, note: { audited: 0 } }, given));
      const { id: paid } = await db().selectFrom('payment').select('id').where('code', '=', code).executeTakeFirstOrThrow();
      await rung(paid);
      await approved(paid);
      return receipts(code);
    };
    const part = await paying(40_000);
    expect(part.map(({ to }) => to)).toEqual([{ personId: who[0]?.me.userId }, { phone: '+254722000111' }]);
    expect(part[0]?.params).toMatchObject({ sum: 'KES 400', left: 'KES 600' });
    const all = await paying(60_000);
    expect(all).toHaveLength(2);
    expect(all[0]?.params).not.toHaveProperty('left');
    // The invoice sends no second receipt.
    expect((await listSentNotifications(services, 'receipt')).filter(({ to }) => 'personId' in to && to.personId === who[0]?.me.userId)).toEqual([]);
  });

  test('is sent once to the tenant for a payment without an invoice, which becomes tenant credit', async () => {
    const { id: tenancy, who } = await home();
    const { code } = await db().selectFrom('tenancy').select('code').where('id', '=', tenancy).executeTakeFirstOrThrow();
    const paid = await came('SCREDIT001', 5_100, code.replace('-', ''));
    expect(paid).toMatchObject({ credited_cents: 5_100, tenancy_id: tenancy, property_id: here.property, tenant_id: expect.any(Number) });
    const heard = await receipts(paid.code);
    expect(heard.find(({ to }) => 'personId' in to)).toMatchObject({ to: { personId: who[0]?.me.userId }, params: { over: 'KES 51' } });
  });
});
