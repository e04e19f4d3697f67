import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookingCalls } from '#contract/booking/calls.ts';
import { collectionCalls } from '#contract/collection/calls.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import * as rules from '#server/bank-statement/rules.ts';
import * as lists from '#server/bank-statement/statement-lists.ts';
import * as statements from '#server/bank-statement/statements.ts';
import { closeMonth } from '#server/ledger/periods.ts';
import { retryUnmatchedPayments } from '#server/matching/match-payment.ts';
import * as payments from '#server/payment/acts.ts';
import { listInvoicePayments } from '#server/payment/lists.ts';
import * as refunds from '#server/refund/refunds.ts';
import { createCollectionAccount } from '#server/treasury/accounts.ts';
import { getCashHolderAccount } from '#server/treasury/cash-accounts.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import * as record from './record.ts';
import { readRecordingOptions } from './record-home.ts';

let services: TestServices;
let here: OwnerWithUnit;
let bank = 0;
const db = () => services.database.db;
const as = <T>(work: Parameters<typeof runAsPerson<T>>[2], by: TestPerson = here.owner) => runAsPerson(services, by, work);
const home = async () => createOccupiedTenancy(services, here.property, { unitId: await addUnit(services, here.property) });
const bill = (t: number, sum: number, more = {}) => as((ctx) => issueRentInvoice(ctx, t, sum, more));
const invoice = (id: number) => services.database.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const payment = (id: number) => services.database.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const base = { how: 'bank' as const, external: '', note: '' };
beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-03T09:00:00Z');
  here = await createOwnerWithUnit(services);
  bank =
    (
      await createCollectionAccount(db(), {
        company_id: here.owner.me.companyId,
        rail: 'bank',
        name: 'Our bank',
        number: '01136012345678',
        bank_code: '01',
        fund: 'M',
      })
    )?.id ?? 0;
});
afterAll(() => setClock(services, null));
test('recorded payment: is saved once and allocated to the oldest invoice, and an overpayment pays the next invoice', async () => {
  const t = await home();
  const older = await bill(t, 300_000, { dueIn: -20 });
  const newer = await bill(t, 300_000, { water: 50_000 });
  const made = await as((ctx) => record.recordPayment(ctx, { ...base, tenancy_id: t, cents: toCents(450_000), on: clock.today(), external: 'FT1' }));
  expect(made.awaits_code).toBe(false);
  expect(await invoice(older.id)).toMatchObject({ status: 'paid' });
  expect(await invoice(newer.id)).toMatchObject({ status: 'active', paid_cents: 150_000 });
  await expect(
    as((ctx) => record.recordPayment(ctx, { ...base, tenancy_id: t, cents: toCents(450_000), on: clock.today(), external: 'FT1' })),
  ).rejects.toMatchObject({ failure: 'conflict' });
  await expect(
    as((ctx) => record.recordPayment(ctx, { ...base, tenancy_id: t, cents: toCents(100), on: addDays(clock.today(), 1) })),
  ).rejects.toMatchObject({
    failure: 'invalid',
  });
  const more = await as((ctx) => record.recordPayment(ctx, { ...base, tenancy_id: t, cents: toCents(300_000), on: clock.today(), external: 'FT2' }));
  expect(await payment(more.id)).toMatchObject({ allocated_cents: 200_000, credited_cents: 100_000 });
  const next = await bill(t, 300_000);
  expect(await invoice(next.id)).toMatchObject({ paid_cents: 100_000 });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
  // Reversing it also reverses what its credit paid.
  await as((ctx) => payments.reversePayment(ctx, { id: more.id, reason: 'The cheque bounced', cause: 'bounced' }));
  expect(await invoice(next.id)).toMatchObject({ paid_cents: 0, status: 'unpaid' });
  expect(await invoice(newer.id)).toMatchObject({ paid_cents: 150_000 });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});
test("cash payment: is pending until the payer's code is entered; if Makao collects the rent, only cash can be recorded", async () => {
  const t = await home();
  const { id } = await bill(t, 80_000);
  const cash = await as((ctx) => record.recordPayment(ctx, { ...base, how: 'cash', tenancy_id: t, cents: toCents(80_000), on: clock.today() }));
  expect(cash.awaits_code).toBe(true);
  expect(await invoice(id)).toMatchObject({ paid_cents: 0 });
  await expect(as((ctx) => payments.confirmCash(services)(ctx, { id: cash.id, code: '000000' }))).rejects.toMatchObject({ failure: 'invalid' });
  await expect(as((ctx) => payments.confirmCash(services)(ctx, { id: cash.id, reason: 'no phone' }))).rejects.toMatchObject({
    failure: 'invalid',
  });
  const [letter] = await listSentNotifications(services, 'payment.cash_code');
  const code = String((letter?.params as { code?: string } | undefined)?.code);
  await as((ctx) => payments.confirmCash(services)(ctx, { id: cash.id, code }));
  expect(await invoice(id)).toMatchObject({ status: 'paid' });
  const other = await createOwnerWithUnit(services);
  await setTrustMode(services, other.owner.me.companyId ?? 0);
  const held = await createOccupiedTenancy(services, other.property, { unitId: await addUnit(services, other.property) });
  await expect(
    as((ctx) => record.recordPayment(ctx, { ...base, tenancy_id: held, cents: toCents(100), on: clock.today() }), other.owner),
  ).rejects.toMatchObject({ failure: 'conflict' });
  await expect(
    as((ctx) => record.recordPayment(ctx, { ...base, tenancy_id: t, cents: toCents(100), on: clock.today() }), other.owner),
  ).rejects.toMatchObject({
    failure: 'notFound',
  });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});
test('cash payment: pays the invoices it was recorded for; if Makao collects the rent, an admin must confirm a payment without a code', async () => {
  const t = await home();
  const older = await bill(t, 60_000, { dueIn: -30 });
  const newer = await bill(t, 60_000);
  const take = (at: OwnerWithUnit, tenancy_id: number, invoice_ids: number[], sum: number) =>
    as((ctx) => record.recordPayment(ctx, { ...base, how: 'cash', tenancy_id, invoice_ids, cents: toCents(sum), on: clock.today() }), at.owner);
  const waiting = (invoice_id: number) => as(async (ctx) => (await listInvoicePayments(ctx, { invoice_id })).waiting);
  const cash = await take(here, t, [newer.id], 60_000);
  expect([await waiting(newer.id), await waiting(older.id)]).toEqual([[{ id: cash.id, code: cash.code, cents: 60_000 }], []]);
  const letter = (await listSentNotifications(services, 'payment.cash_code')).at(-1);
  const code = String((letter?.params as { code?: string } | undefined)?.code);
  await as((ctx) => payments.confirmCash(services)(ctx, { id: cash.id, code }));
  expect(await waiting(newer.id)).toEqual([]);
  expect(await invoice(newer.id)).toMatchObject({ status: 'paid' });
  expect(await invoice(older.id)).toMatchObject({ paid_cents: 0 });
  const other = await createOwnerWithUnit(services);
  await setTrustMode(services, other.owner.me.companyId ?? 0);
  const held = await createOccupiedTenancy(services, other.property, { unitId: await addUnit(services, other.property) });
  const { id } = await as((ctx) => issueRentInvoice(ctx, held, 70_000), other.owner);
  const taken = await take(other, held, [id], 70_000);
  const file = await services.database.db
    .insertInto('media_file')
    .values({ purpose: 'document', visibility: 'private', uploaded_by: other.owner.id, company_id: other.owner.me.companyId, name: 'slip.png' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await services.database.db.updateTable('payment').set({ evidence_file_id: file.id }).where('id', '=', taken.id).execute();
  const confirm = (by: TestPerson) => as((ctx) => payments.confirmCash(services)(ctx, { id: taken.id, reason: 'Their phone is broken' }), by);
  await expect(confirm(other.owner)).rejects.toMatchObject({ failure: 'forbidden' });
  await confirm(await createPerson(services, 'superadmin'));
  expect(await invoice(id)).toMatchObject({ status: 'paid' });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('recorded payment: pays only invoices issued before Makao began to collect the rent; a bank payment of later invoices is rejected', async () => {
  const other = await createOwnerWithUnit(services);
  const t = await createOccupiedTenancy(services, other.property, { unitId: await addUnit(services, other.property) });
  const old = await as((ctx) => issueRentInvoice(ctx, t, 50_000), other.owner);
  await setTrustMode(services, other.owner.me.companyId ?? 0);
  const now = await as((ctx) => issueRentInvoice(ctx, t, 50_000), other.owner);
  const pay = (how: 'bank' | 'cash', invoice_ids: number[] | undefined) =>
    as((ctx) => record.recordPayment(ctx, { ...base, how, tenancy_id: t, invoice_ids, cents: toCents(50_000), on: clock.today() }), other.owner);
  await expect(pay('bank', [now.id])).rejects.toMatchObject({ failure: 'conflict' });
  await expect(pay('bank', [old.id, now.id])).rejects.toMatchObject({ failure: 'invalid' });
  const made = await pay('bank', undefined);
  expect(await payment(made.id)).toMatchObject({ fund: 'M', allocated_cents: 50_000 });
  expect(await invoice(old.id)).toMatchObject({ status: 'paid' });
  expect(await invoice(now.id)).toMatchObject({ paid_cents: 0 });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});
const line = (day: string, words: string, ref: string, sum: string) => `${day},${words},${ref},,"${sum}"\n`;
const head = 'Date,Narration,Reference,Debit,Credit\n';

test('statement import: skips known and ignored lines, can be undone, and rejects the file of another account', async () => {
  const t = await home();
  const { id } = await bill(t, 120_000);
  const { code } = await services.database.db.selectFrom('tenancy').select('code').where('id', '=', t).executeTakeFirstOrThrow();
  await as((ctx) => rules.saveStatementRule(ctx, { contains: 'bank charges', act: 'ignore' }));
  const csv = `${head}${line('2027-03-01', `RENT ${code}`, 'FT9', '1,200.00')}${line('2027-03-01', 'BANK CHARGES BACK', 'FT8', '10.00')}`;
  const read = (text: string, name = 'march.csv') => as((ctx) => statements.uploadStatement(ctx, { account_id: bank, name, csv: text }));
  const dry = await read(csv);
  expect(dry.fates).toMatchObject({ new: 1, ignored: 1 });
  expect(await services.database.db.selectFrom('receipt').select('id').where('account_id', '=', bank).execute()).toEqual([]);
  expect((await read(csv)).id).toBe(dry.id);
  // A statement read before the other was imported shows what is new at import time.
  const early = await read(`${csv}${line('2027-03-03', 'EARLY', 'FT11', '5.00')}`, 'early.csv');
  expect(early).toMatchObject({ new_cents: 120_500 });
  await as((ctx) => statements.importStatement(ctx, { id: dry.id }));
  expect(await as((ctx) => lists.readStatementDetails(ctx, { id: early.id }))).toMatchObject({ fates: { new: 1, known: 1 }, new_cents: 500 });
  const { results } = await as((ctx) => lists.listStatementLines(ctx, { id: early.id, page: 1, page_size: 10 }));
  expect(results.map((one) => one.fate)).toEqual(['known', 'ignored', 'new']);
  await retryUnmatchedPayments(services, db());
  expect(await invoice(id)).toMatchObject({ status: 'paid' });
  await expect(as((ctx) => statements.importStatement(ctx, { id: dry.id }))).rejects.toMatchObject({ failure: 'wrongState' });
  const wider = await read(`${csv}${line('2027-03-02', 'SOMEBODY', 'FT10', '77.00')}`, 'wider.csv');
  expect(wider.fates).toMatchObject({ new: 1, known: 1, ignored: 1 });
  await as((ctx) => statements.undoStatement(ctx, { id: dry.id, reason: 'The wrong month', keep: false }));
  expect(await invoice(id)).toMatchObject({ paid_cents: 0 });
  const again = await read(csv);
  expect(again.id).not.toBe(dry.id);
  expect(again.fates).toMatchObject({ new: 1 });
  await expect(read(`Account No: 01139999999999\n${csv}`, 'other.csv')).rejects.toMatchObject({ failure: 'invalid' });
  await expect(read('no,statement\n1,2')).rejects.toMatchObject({ failure: 'invalid' });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('refund: rejects approval by the requester, and a manual refund without evidence', async () => {
  const t = await home();
  const made = await as((ctx) => record.recordPayment(ctx, { ...base, tenancy_id: t, cents: toCents(90_000), on: clock.today(), external: 'FT77' }));
  expect(await payment(made.id)).toMatchObject({ credited_cents: 90_000 });
  await expect(
    as((ctx) => payments.requestRefund(ctx, { id: made.id, cents: toCents(90_100), reason: 'too much', to: '0712345678' })),
  ).rejects.toMatchObject({ failure: 'invalid' });
  const asked = await as((ctx) => payments.requestRefund(ctx, { id: made.id, cents: toCents(40_000), reason: 'Paid twice', to: '0712345678' }));
  const refund = asked.refunds[0]?.id ?? 0;
  await expect(as((ctx) => refunds.decideRefund(ctx, { id: refund, approve: true, reason: '' }))).rejects.toMatchObject({ failure: 'forbidden' });
  const admin = await createPerson(services, 'admin');
  await as((ctx) => refunds.decideRefund(ctx, { id: refund, approve: true, reason: '' }), admin);
  const pay = (how: 'bank' | 'mpesa') => as((ctx) => refunds.recordManualRefundPayment(ctx, { id: refund, how, proof: 'FT4XYZ12Q' }));
  // A refund by hand needs evidence.
  await expect(pay('bank')).rejects.toMatchObject({ failure: 'invalid' });
  const file = await services.database.db
    .insertInto('media_file')
    .values({ purpose: 'document', visibility: 'private', name: 'slip.pdf', company_id: here.owner.me.companyId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await services.database.db.updateTable('refund').set({ evidence_file_id: file.id }).where('id', '=', refund).execute();
  expect(await pay('bank')).toMatchObject({ status: 'paid', how: 'bank', has_evidence: true });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
  await expect(as((ctx) => payments.unallocatePaymentAction(ctx, { id: made.id, reason: 'no, wait' }))).rejects.toMatchObject({
    failure: 'conflict',
  });
});

test('closed month: a payment dated in the month is posted in the first open month, with its true payment date', async () => {
  const t = await home();
  await bill(t, 50_000);
  await services.database.db.transaction().execute((tx) => closeMonth(tx, '2027-02', null));
  const made = await as((ctx) => record.recordPayment(ctx, { ...base, tenancy_id: t, cents: toCents(50_000), on: '2027-02-20', external: 'FT20' }));
  const rows = await services.database.db
    .selectFrom('journal')
    .innerJoin('allocation', 'allocation.id', 'journal.source_id')
    .select(['journal.day', 'journal.value_day'])
    .where('journal.source', '=', 'allocation')
    .where('allocation.payment_id', '=', made.id)
    .execute();
  expect(rows).toEqual([{ day: '2027-03-03', value_day: '2027-02-20' }]);
});

test('cash payment codes: are limited to three for one phone number, so that a person is not flooded with messages', async () => {
  const [t, next] = [await home(), await home()];
  let sum = 100;
  const cash = (tenancy_id: number) =>
    as((ctx) => record.recordPayment(ctx, { ...base, how: 'cash', tenancy_id, cents: toCents(++sum), on: clock.today() }));
  for (let n = 0; n < 3; n++) expect((await cash(t)).awaits_code).toBe(true);
  await expect(cash(t)).rejects.toMatchObject({ failure: 'tooMany', extra: { retry_after: expect.any(Number) } });
  expect((await cash(next)).awaits_code).toBe(true);
});
const cash = { id: 9, rail: 'cash', company_id: null } as Parameters<typeof getCashHolderAccount>[0];

describe('cash holder account', () => {
  test("belongs to the company that collected the cash, otherwise to the account's company, otherwise to the payment's company", () => {
    expect(getCashHolderAccount(cash, { company_id: 3, holder_id: 4 })).toEqual({ code: ledgerAccounts.cashInHand, company: 4 });
    expect(getCashHolderAccount({ ...cash, company_id: 5 }, { company_id: 3, holder_id: null })).toEqual({
      code: ledgerAccounts.cashInHand,
      company: 5,
    });
    expect(getCashHolderAccount(cash, { company_id: 3 })).toEqual({ code: ledgerAccounts.cashInHand, company: 3 });
  });

  test('cannot be determined for a payment without any company', () => {
    expect(() => getCashHolderAccount(cash, { company_id: null, holder_id: null })).toThrow('No id of the company that holds the cash');
  });
});

test('recorded cash: the same amount twice in three days is refused, unless the earlier payment is named', async () => {
  const t = await home();
  const said = { ...base, how: 'cheque' as const, tenancy_id: t, cents: toCents(70_000), on: clock.today() };
  const first = await as((ctx) => record.recordPayment(ctx, said));
  await expect(as((ctx) => record.recordPayment(ctx, said))).rejects.toMatchObject({
    failure: 'conflict',
    message: expect.stringContaining(first.code),
    extra: { earlier: first.id },
  });
  const options = await as((ctx) => readRecordingOptions(ctx, { tenancy_id: t }));
  expect(options.recent).toMatchObject([{ id: first.id, how: 'cheque', cents: 70_000, on: clock.today() }]);
  await as((ctx) => record.recordPayment(ctx, { ...said, besides: first.id }));
  await as((ctx) => record.recordPayment(ctx, { ...said, cents: toCents(80_000) }));
  // Two clerks at once: one of the two records is refused.
  const both = await Promise.allSettled([1, 2].map(() => as((ctx) => record.recordPayment(ctx, { ...said, cents: toCents(90_000) }))));
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('recorded payment: an amount under one shilling is refused', () => {
  const said = { how: 'cash', tenancy_id: 1, on: clock.today() };
  expect(collectionCalls.record.body.safeParse({ ...said, cents: 1 }).success).toBe(false);
  expect(collectionCalls.record.body.safeParse({ ...said, cents: 100 }).success).toBe(true);
});

test('recorded cash: a reference is refused, because a duplicate is found without it', async () => {
  const t = await home();
  const said = { ...base, how: 'cash' as const, tenancy_id: t, cents: toCents(75_000), on: clock.today() };
  await expect(as((ctx) => record.recordPayment(ctx, { ...said, external: 'FT99' }))).rejects.toMatchObject({
    failure: 'invalid',
    extra: { fields: { external: expect.stringContaining('Cash has no reference') } },
  });
});

test('recorded payment of a booking: an amount under one shilling is refused', () => {
  const said = { file_id: 1, how: 'cash', on: clock.today() };
  expect(bookingCalls.confirmPayment.body.safeParse({ ...said, cents: 99 }).success).toBe(false);
  expect(bookingCalls.confirmPayment.body.safeParse({ ...said, cents: 100 }).success).toBe(true);
});
