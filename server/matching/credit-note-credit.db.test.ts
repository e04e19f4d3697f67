import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { sumCents, toCents } from '#contract/money/cents.ts';
import { creditInvoice } from '#server/invoice/credit.ts';
import { readInvoiceDetails } from '#server/invoice/invoice-detail.ts';
import * as lists from '#server/invoice/lists.ts';
import { makeInvoicePdfLink } from '#server/invoice/runs/paper.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { postJournal, readAccountBalance } from '#server/ledger/service.ts';
import * as payments from '#server/payment/acts.ts';
import { readPaymentDetails } from '#server/payment/payment-detail.ts';
import * as refunds from '#server/refund/refunds.ts';
import { readInvoicePayouts } from '#server/settlement/invoice-payouts.ts';
import type { CollectionAccountRow } from '#server/treasury/accounts.ts';
import { walletService } from '#server/wallet/service.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { payForTenancy, readPlatformPaybillAccount, reverseByProvider } from '#test/fixtures/incoming-payments.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { findSecondPerson } from '#test/statement-imports.ts';

/** A credit note on a paid line: the money becomes tenant credit and no longer counts as collected, reserved or payable to the owner. */
let services: TestServices;
let here: OwnerWithUnit;
let boss: TestPerson;
let paybill: CollectionAccountRow;
const db = (): Db => services.database.db;
const as = <T>(by: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, by, work);
const home = async () => createOccupiedTenancy(services, here.property, { unitId: await addUnit(services, here.property) });
const bill = (t: number, asked: number) => as(boss, (ctx) => issueRentInvoice(ctx, t, asked, { dueIn: 5 }));
const invoice = (id: number) => services.database.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const over = (t: number) => readAccountBalance(db(), 'C', { code: ledgerAccounts.tenantCredit, company: here.owner.me.companyId ?? 0, tenancy: t });
const came = (paid: number, t: number) => payForTenancy(services, t, { account: paybill, cents: paid });
const note = async (id: number, given: number) => {
  const { id: line_id } = await services.database.db.selectFrom('invoice_line').select('id').where('invoice_id', '=', id).executeTakeFirstOrThrow();
  return as(boss, (ctx) => creditInvoice(ctx, { id, lines: [{ line_id, cents: toCents(given) }], reason: 'no water for a week' }));
};
const shown = (id: number) => readPaymentDetails(createTestCtx(services, boss), id);
/** The totals on the page of a payment, and the sum of its list. */
const counted = async (id: number) => {
  const one = await shown(id);
  const listed = one.parts.filter(({ undone_at }) => undone_at === null).map((part) => part.cents - part.returned_cents);
  return { put: one.put_cents, listed: sumCents(listed), over: one.over_cents, refundable: one.refundable_cents };
};
const ask = (id: number, asked: number) =>
  as(here.owner, (ctx) => payments.requestRefund(ctx, { id, cents: toCents(asked), reason: 'They want it back', to: 'KCB 0113601234' }));

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

test('credit note on a paid invoice: the credit appears with the payment and is refundable, without receipt or payout', async () => {
  const t = await home();
  const first = await bill(t, 500_000);
  const payment = await came(800_000, t);
  const second = await bill(t, 500_000);
  expect(await counted(payment)).toEqual({ put: 800_000, listed: 800_000, over: 0, refundable: 0 });
  await note(second.id, 500_000);
  expect(await counted(payment)).toEqual({ put: 500_000, listed: 500_000, over: 300_000, refundable: 300_000 });
  expect((await shown(payment)).parts).toMatchObject([
    { invoice: { code: first.code }, cents: 500_000, returned_cents: 0 },
    { invoice: { code: second.code }, cents: 300_000, returned_cents: 300_000 },
  ]);
  const seen = await readInvoiceDetails(createTestCtx(services, boss), { id: second.id });
  expect(seen).toMatchObject({ settled: 'credited', paid_on: null, open_cents: 0 });
  const closed = await lists.listInvoices(createTestCtx(services, boss), { page: 1, page_size: 50, sort: '-due_on', z_filter: { closed: 'true' } });
  expect(closed.results.map(({ code }) => code)).toContain(second.code);
  await expect(makeInvoicePdfLink(services)(createTestCtx(services, boss), { id: second.id, kind: 'receipt' })).rejects.toMatchObject({
    failure: 'wrongState',
  });
  expect((await readInvoicePayouts(createTestCtx(services, boss), { invoice_id: second.id })).results).toEqual([]);
  expect(await findFailedLedgerChecks(services)).toEqual([]);

  await expect(ask(payment, 300_100)).rejects.toMatchObject({ extra: { fields: { cents: expect.stringContaining('3,000') } } });
  const refund = (await ask(payment, 300_000)).refunds.at(-1)?.id ?? 0;
  // The person who recorded the payment does not decide on its refund.
  await as(await findSecondPerson(services), (ctx) => refunds.decideRefund(ctx, { id: refund, approve: true, reason: '' }));
  expect(await over(t)).toBe(0);
  expect(await counted(payment)).toMatchObject({ put: 500_000, over: 0, refundable: 0 });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('credit note on a paid invoice: part of the payment can be refunded, and the receipt shows the remaining amount', async () => {
  const t = await home();
  const one = await bill(t, 500_000);
  const payment = await came(500_000, t);
  await note(one.id, 200_000);
  expect(await counted(payment)).toEqual({ put: 300_000, listed: 300_000, over: 200_000, refundable: 200_000 });
  expect(await readInvoiceDetails(createTestCtx(services, boss), { id: one.id })).toMatchObject({
    settled: 'paid',
    paid_cents: 500_000,
    returned_cents: 200_000,
  });
  expect((await readInvoicePayouts(createTestCtx(services, boss), { invoice_id: one.id })).results).toMatchObject([{ cents: 300_000 }]);
  // The credit pays the next month, which the payment shows.
  const next = await bill(t, 150_000);
  expect(await invoice(next.id)).toMatchObject({ status: 'paid' });
  expect(await counted(payment)).toEqual({ put: 450_000, listed: 450_000, over: 50_000, refundable: 50_000 });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
  // The payment is reversed: its invoices are open again, except for the amounts that the credit note removed, and no credit is left.
  await reverseByProvider(services, payment);
  expect([await invoice(one.id), await invoice(next.id)]).toMatchObject([
    { paid_cents: 0, credited_cents: 200_000, returned_cents: 0, open_cents: 300_000 },
    { paid_cents: 0, open_cents: 150_000 },
  ]);
  expect(await over(t)).toBe(0);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('credit note on a paid invoice: the amount is no longer included in collected rent or in the clearing balance of the wallet', async () => {
  const t = await home();
  const wallet = async () => (await walletService(services).ownWallet(createTestCtx(services, here.owner))).pockets.find(({ code }) => code === 2000);
  const got = async () => (await lists.countInvoices(createTestCtx(services, here.owner), { z_filter: {} })).paid_month_cents;
  const [before, had] = [await wallet(), await got()];
  const one = await bill(t, 500_000);
  await came(500_000, t);
  const held = (await wallet())?.pending_cents ?? 0;
  expect(held).toBeGreaterThan(before?.pending_cents ?? 0);
  await note(one.id, 500_000);
  expect(await got()).toBe(had);
  expect(await wallet()).toMatchObject({ pending_cents: before?.pending_cents, available_cents: before?.available_cents });
});

test("credit note on a paid invoice: a refund above the company's own balance is rejected", async () => {
  const t = await home();
  const company = here.owner.me.companyId ?? 0;
  const one = await bill(t, 500_000);
  const payment = await came(500_000, t);
  const rent = await readAccountBalance(db(), 'C', { code: ledgerAccounts.ownerPayable, company });
  await postJournal(db(), {
    key: 'given-back:paid-out',
    kind: 'adjustment',
    source: ['test', 1],
    companyId: company,
    params: {},
    pairs: [{ fund: 'C', dr: { code: ledgerAccounts.ownerPayable, company }, cr: { code: ledgerAccounts.clientBank, ref: 'test' }, cents: rent }],
  });
  await note(one.id, 500_000);
  const refund = (await ask(payment, 500_000)).refunds.at(-1)?.id ?? 0;
  await expect(as(boss, (ctx) => refunds.decideRefund(ctx, { id: refund, approve: true, reason: '' }))).rejects.toMatchObject({
    failure: 'conflict',
  });
  expect(await over(t)).toBe(500_000);
});
