import { afterAll, beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import * as record from '#server/collection/record.ts';
import { lockPayment, updatePayment } from '#server/collection/rows.ts';
import * as payments from '#server/payment/acts.ts';
import * as refunds from '#server/refund/refunds.ts';
import { createCollectionAccount } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice } from '#test/fixtures/payments.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { assertHoldsNoLaterLocks } from '#test/lock-order.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { payInvoiceFromTenantCredit, recordTenantCredit } from './credit.ts';

/**
 * The lock order of payments is invoice, payment, its credits, ledger balances. Each entry point waits for the first of these while it holds none of
 * the others.
 */
let services: TestServices;
let here: OwnerWithUnit;
let second: TestPerson;
let n = 0;
const db = () => services.database.db;
const as = <T>(work: Parameters<typeof runAsPerson<T>>[2], by: TestPerson = here.owner) => runAsPerson(services, by, work);
const home = async () => createOccupiedTenancy(services, here.property, { unitId: await addUnit(services, here.property) });
const bill = (t: number, sum: number) => as((ctx) => issueRentInvoice(ctx, t, sum));
const came = (tenancy_id: number, sum: number, how: 'bank' | 'cash' = 'bank') =>
  as((ctx) =>
    record.recordPayment(ctx, { how, note: '', tenancy_id, cents: toCents(sum), on: clock.today(), external: how === 'bank' ? `FT-LOCK${++n}` : '' }),
  );
/** The ledger balances that a journal would lock. */
const totals = async () =>
  (await db().selectFrom('ledger_total').select('account_id').execute()).map(({ account_id }) => ['ledger_total', account_id] as const);
const creditOf = (payment: number) => db().selectFrom('payment_credit').select('id').where('payment_id', '=', payment).executeTakeFirstOrThrow();

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-03T09:00:00Z');
  here = await createOwnerWithUnit(services);
  second = await createPerson(services, 'superadmin');
  await makeAccountsEstablished(services, second);
  const own = { company_id: here.owner.me.companyId, rail: 'bank', name: 'Our bank', number: '01136012345678', bank_code: '01', fund: 'M' } as const;
  await createCollectionAccount(db(), own);
  // All ledger accounts exist before the test, so that it creates none.
  const t = await home();
  await bill(t, 10_000);
  await came(t, 20_000);
});
afterAll(async () => {
  expect(await findFailedLedgerChecks(services)).toEqual([]);
  await setClock(services, null);
});

test('lock order: recording a payment locks the invoice before the ledger totals', async () => {
  const t = await home();
  const { id } = await bill(t, 50_000);
  await assertHoldsNoLaterLocks(services, ['invoice', id], await totals(), () => came(t, 50_000));
});

test('lock order: confirming cash by code locks the invoice before the payment', async () => {
  const t = await home();
  const { id } = await bill(t, 50_000);
  const cash = await came(t, 50_000, 'cash');
  const code = String((await listSentNotifications(services, 'payment.cash_code')).at(-1)?.params.code);
  await assertHoldsNoLaterLocks(services, ['invoice', id], [['payment', cash.id], ...(await totals())], () =>
    as((ctx) => payments.confirmCash(services)(ctx, { id: cash.id, code })),
  );
});

test.each([
  ['unallocating a payment', (id: number) => as((ctx) => payments.unallocatePaymentAction(ctx, { id, reason: 'Of another home' }))],
  ['reversing a payment', (id: number) => as((ctx) => payments.reversePayment(ctx, { id, reason: 'The cheque bounced', cause: 'bounced' }))],
])('lock order: %s locks the invoice before the payment and its credit', async (_, work) => {
  const t = await home();
  const { id } = await bill(t, 50_000);
  const paid = await came(t, 60_000);
  const credit = await creditOf(paid.id);
  await assertHoldsNoLaterLocks(services, ['invoice', id], [['payment', paid.id], ['payment_credit', credit.id], ...(await totals())], () =>
    work(paid.id),
  );
});

test('lock order: paying an invoice from credit locks the invoice before the credit', async () => {
  const t = await home();
  const paid = await came(await home(), 50_000);
  await as((ctx) => payments.unallocatePaymentAction(ctx, { id: paid.id, reason: 'Of another home' }));
  const { id } = await bill(t, 30_000);
  // The payment becomes tenant credit by hand, because there is an invoice that it would otherwise pay.
  await as(async (ctx) => {
    const whose = { companyId: here.owner.me.companyId ?? 0, tenancyId: t, bookingId: null };
    await recordTenantCredit(ctx, await lockPayment(ctx.db, paid.id), whose, 50_000);
    await updatePayment(ctx.db, paid.id, { credited_cents: toCents(50_000), match: 'matched' });
  });
  const credit = await db()
    .selectFrom('payment_credit')
    .select('id')
    .where('payment_id', '=', paid.id)
    .where('tenancy_id', '=', t)
    .executeTakeFirstOrThrow();
  await assertHoldsNoLaterLocks(services, ['invoice', id], [['payment_credit', credit.id], ...(await totals())], () =>
    as((ctx) => payInvoiceFromTenantCredit(ctx, { invoiceId: id })),
  );
});

test('lock order: refunding a credit locks the payment before the credit', async () => {
  const t = await home();
  const paid = await came(t, 50_000);
  const credit = await creditOf(paid.id);
  const asked = await as((ctx) => payments.requestRefund(ctx, { id: paid.id, cents: toCents(20_000), reason: 'Paid twice', to: 'KCB 0113601234' }));
  const id = asked.refunds.at(-1)?.id ?? 0;
  await assertHoldsNoLaterLocks(services, ['payment', paid.id], [['payment_credit', credit.id], ...(await totals())], () =>
    as((ctx) => refunds.decideRefund(ctx, { id, approve: true, reason: '' }), second),
  );
});
