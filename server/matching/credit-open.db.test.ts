import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { creditInvoice } from '#server/invoice/credit.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { readAccountBalance } from '#server/ledger/service.ts';
import * as payments from '#server/payment/acts.ts';
import * as refunds from '#server/refund/refunds.ts';
import type { CollectionAccountRow } from '#server/treasury/accounts.ts';
import { approveClientMoneyMove } from '#test/client-money.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { payForTenancy, payIntoPaybill, readPlatformPaybillAccount, reverseByProvider } from '#test/fixtures/incoming-payments.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { listSentNotifications, runQueuedJobs } from '#test/jobs.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { allocateTenantCreditToInvoices } from './credit.ts';

/** A tenant has both credit and an open invoice: the credit pays the invoice, whichever of the two existed first. */
let services: TestServices;
let here: OwnerWithUnit;
let boss: TestPerson;
let paybill: CollectionAccountRow;
const db = (): Db => services.database.db;
const as = <T>(by: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, by, work);
const home = async () => createOccupiedTenancy(services, here.property, { unitId: await addUnit(services, here.property) });
const bill = (t: number, sum: number, dueIn = 5) => as(boss, (ctx) => issueRentInvoice(ctx, t, sum, { dueIn }));
const invoice = (id: number) =>
  services.database.db.selectFrom('invoice').select(['status', 'paid_cents', 'open_cents']).where('id', '=', id).executeTakeFirstOrThrow();
const over = (t: number) => readAccountBalance(db(), 'C', { code: ledgerAccounts.tenantCredit, company: here.owner.me.companyId ?? 0, tenancy: t });
const came = (sum: number, t: number) => payForTenancy(services, t, { account: paybill, cents: sum });

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-03T09:00:00Z');
  here = await createOwnerWithUnit(services);
  boss = await createPerson(services, 'superadmin');
  await makeAccountsEstablished(services, boss);
  await setTrustMode(services, here.owner.me.companyId ?? 0);
  paybill = await readPlatformPaybillAccount(services);
});
afterAll(() => setClock(services, null));

test('tenant credit: pays the oldest invoice after a payment reversal reopens several invoices', async () => {
  const t = await home();
  const [later, sooner] = [await bill(t, 300_000, 9), await bill(t, 70_000, 3)];
  const first = await came(370_000, t);
  await came(100_000, t);
  expect(await over(t)).toBe(100_000);
  await reverseByProvider(services, first);
  await runQueuedJobs(services);
  expect(await invoice(sooner.id)).toMatchObject({ status: 'paid' });
  expect(await invoice(later.id)).toMatchObject({ status: 'active', paid_cents: 30_000, open_cents: 270_000 });
  expect(await over(t)).toBe(0);
  // The notifications are the same as after issuing: the part paid from credit, and the balance due of the other invoice.
  const ofThese = async (event: 'receipt' | 'invoice.issued') =>
    (await listSentNotifications(services, event))
      .filter(({ params }) => [sooner.code, later.code].includes(String(params.code)))
      .map(({ params }) => params);
  expect((await ofThese('receipt')).at(-1)).toMatchObject({ code: sooner.code, how: 'wallet' });
  expect((await ofThese('invoice.issued')).at(-1)).toMatchObject({ code: later.code, total: 'KES 3,000', credit: 'KES 300', sum: 'KES 2,700' });
  // A repeat changes nothing.
  const before = await services.database.db.selectFrom('allocation').select('id').execute();
  await allocateTenantCreditToInvoices(db(), t);
  expect(await services.database.db.selectFrom('allocation').select('id').execute()).toHaveLength(before.length);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('tenant credit: pays open invoices after a payment is unallocated and after a paid invoice is credited', async () => {
  const t = await home();
  const june = await bill(t, 50_000);
  const wrong = await came(50_000, t);
  await came(50_000, t);
  await as(boss, (ctx) => payments.unallocatePaymentAction(ctx, { id: wrong, reason: 'another’s' }));
  await runQueuedJobs(services);
  expect(await invoice(june.id)).toMatchObject({ status: 'paid' });
  const july = await bill(t, 40_000);
  const { id: line_id } = await services.database.db
    .selectFrom('invoice_line')
    .select('id')
    .where('invoice_id', '=', june.id)
    .executeTakeFirstOrThrow();
  await as(boss, (ctx) => creditInvoice(ctx, { id: june.id, lines: [{ line_id, cents: toCents(30_000) }], reason: 'no water for a week' }));
  await runQueuedJobs(services);
  expect(await invoice(july.id)).toMatchObject({ status: 'active', open_cents: 10_000 });
  expect(await over(t)).toBe(0);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test("tenant credit: the excess of a payment over its assigned invoice pays the tenant's other open invoice", async () => {
  const t = await home();
  const [one, other] = [await bill(t, 20_000, 9), await bill(t, 30_000, 3)];
  const { id } = await payIntoPaybill(services, { account: paybill, cents: 45_000, typed: 'NOBODY' });
  await as(boss, (ctx) => payments.allocatePaymentAction(ctx, { id, parts: [{ tenancy_id: t, cents: toCents(45_000), invoice_ids: [one.id] }] }));
  await approveClientMoneyMove(services, id);
  await runQueuedJobs(services);
  expect(await invoice(one.id)).toMatchObject({ status: 'paid' });
  expect(await invoice(other.id)).toMatchObject({ status: 'active', paid_cents: 25_000 });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('tenant credit: a pending refund request reserves the credit until the refund is rejected', async () => {
  const t = await home();
  const month = await bill(t, 60_000);
  const first = await came(60_000, t);
  const second = await came(60_000, t);
  const ask = { id: second, cents: toCents(40_000), reason: 'Paid twice', to: 'KCB 0113601234' };
  const refund = (await as(boss, (ctx) => payments.requestRefund(ctx, ask))).refunds.at(-1)?.id ?? 0;
  await reverseByProvider(services, first);
  await runQueuedJobs(services);
  expect(await invoice(month.id)).toMatchObject({ status: 'active', paid_cents: 20_000 });
  // The next invoice does not use the reserved credit either.
  const next = await bill(t, 10_000);
  expect(await invoice(next.id)).toMatchObject({ status: 'unpaid' });
  expect(await over(t)).toBe(40_000);
  await as(boss, (ctx) => refunds.decideRefund(ctx, { id: refund, approve: false, reason: 'They owe' }));
  await allocateTenantCreditToInvoices(db(), t);
  expect(await invoice(month.id)).toMatchObject({ status: 'paid' });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});
