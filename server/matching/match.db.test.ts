import { afterAll, beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { listStatementLines } from '#server/bank-statement/statement-lists.ts';
import * as statements from '#server/bank-statement/statements.ts';
import { readPaymentOptions } from '#server/collection/pay.ts';
import { sealPhone } from '#server/collection/phones.ts';
import * as record from '#server/collection/record.ts';
import { readRecordingOptions } from '#server/collection/record-home.ts';
import { recordReceipt } from '#server/collection/record-receipts.ts';
import { createInvoice } from '#server/invoice/manual-invoice.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { countPendingTask } from '#server/kernel/pending-tasks.ts';
import { readAccountStatement } from '#server/payment/account-statement.ts';
import * as payments from '#server/payment/acts.ts';
import { filterPayments } from '#server/payment/lists.ts';
import { readPaymentDetails } from '#server/payment/payment-detail.ts';
import * as refunds from '#server/refund/refunds.ts';
import { createCollectionAccount, readCollectionAccount } from '#server/treasury/accounts.ts';
import * as settings from '#server/treasury/settings.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { listPaymentMatchCandidates } from './candidates.ts';
import { retryUnmatchedPayments } from './match-payment.ts';

let services: TestServices;
let own: OwnerWithUnit;
let held: OwnerWithUnit;
const db = () => services.database.db;
const as = <T>(by: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, by, work);
const home = async (at: OwnerWithUnit) => {
  const id = await createOccupiedTenancy(services, at.property, { unitId: await addUnit(services, at.property) });
  const { code } = await services.database.db.selectFrom('tenancy').select('code').where('id', '=', id).executeTakeFirstOrThrow();
  return { id, code: code.replace('-', '') };
};
const bill = (at: OwnerWithUnit, tenancy: number, sum: number) => as(at.owner, (ctx) => issueRentInvoice(ctx, tenancy, sum));
const paybill = async (at: OwnerWithUnit, number: string) =>
  (await createCollectionAccount(db(), { company_id: at.owner.me.companyId, rail: 'mpesa', name: 'Our paybill', number, bank_code: null, fund: 'M' }))
    ?.id ?? 0;
const payment = (external: string) =>
  services.database.db.selectFrom('payment').selectAll().where('external', '=', external).executeTakeFirstOrThrow();
/** Replaces the last character, which simulates one typing error. */
const slipped = (code: string): string => `${code.slice(0, -1)}${code.endsWith('O') ? 'I' : 'O'}`;
const head = 'Receipt No.,Completion Time,Details,Paid In,Withdrawn,Other Party Info\n';
const line = (number: string, account: string, sum: string) =>
  `${number},2027-03-02 10:01:00,Pay Bill from 254711***333 - MARY W Acc. ${account},"${sum}",,254711***333 - MARY W\n`;
const read = (at: OwnerWithUnit, account_id: number, csv: string, name = 'march.csv') =>
  as(at.owner, (ctx) => statements.uploadStatement(ctx, { account_id, name, csv }));
const bring = async (at: OwnerWithUnit, account: number, csv: string, name?: string) => {
  const { id } = await read(at, account, csv, name);
  await as(at.owner, (ctx) => statements.importStatement(ctx, { id }));
  await retryUnmatchedPayments(services, db());
};
let ownBill = 0;
let heldBill = 0;

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-03T09:00:00Z');
  own = await createOwnerWithUnit(services);
  held = await createOwnerWithUnit(services);
  await setTrustMode(services, held.owner.me.companyId ?? 0);
  ownBill = await paybill(own, '400111');
  heldBill = await paybill(held, '400222');
});
afterAll(() => setClock(services, null));

test('statement of the company’s paybill: an account number with one wrong character is matched, and the payment time is kept', async () => {
  const t = await home(own);
  const { id } = await bill(own, t.id, 7_245_000);
  const dry = await read(own, ownBill, head + line('TKB81AAAA4', slipped(t.code), '72,450.00') + line('TKB81AAAA5', 'HOUSE 5', '8,500.00'));
  const { results } = await as(own.owner, (ctx) => listStatementLines(ctx, { id: dry.id, page: 1, page_size: 10 }));
  expect(results.map(({ guess }) => guess)).toMatchObject([{ sure: true }, null]);
  expect(results[0]?.guess?.code.replace('-', '')).toBe(t.code);
  await as(own.owner, (ctx) => statements.importStatement(ctx, { id: dry.id }));
  await retryUnmatchedPayments(services, db());
  const row = await payment('TKB81AAAA4');
  expect(row).toMatchObject({ match: 'matched', tenancy_id: t.id, allocated_cents: 7_245_000, payer: 'MARY W', phone_tail: '333' });
  expect(row.received_at?.toISOString()).toBe('2027-03-02T07:01:00.000Z');
  expect(await services.database.db.selectFrom('invoice').select('status').where('id', '=', id).executeTakeFirst()).toEqual({ status: 'paid' });
});

test('payment matching: a tenancy with invoices of another collection mode is only suggested, with the total of the invoices', async () => {
  const t = await home(held);
  await bill(held, t.id, 7_245_000);
  expect((await as(held.owner, (ctx) => settings.listCollectionAccounts(ctx))).held).not.toBeNull();
  expect((await as(own.owner, (ctx) => settings.listCollectionAccounts(ctx))).held).toBeNull();
  await bring(held, heldBill, head + line('TKB82AAAA1', t.code, '12,000.00') + line('TKB82AAAA2', slipped(t.code), '72,450.00'));
  for (const [number, why] of [
    ['TKB82AAAA1', 'account'],
    ['TKB82AAAA2', 'account_typo'],
  ] as const) {
    const row = await payment(number);
    expect(row).toMatchObject({ match: 'suggested', credited_cents: 0, allocated_cents: 0, tenancy_id: null });
    const [best] = (await as(held.owner, (ctx) => listPaymentMatchCandidates(ctx, { id: row.id }))).results;
    expect(best).toMatchObject({ tenancy: { id: t.id }, open_cents: 0, elsewhere_cents: 7_245_000, takes: false, invoices: [] });
    expect(best?.reasons.map(({ what }) => what)).toContain(why);
  }
  const { id } = await payment('TKB82AAAA1');
  const [found] = (await as(held.owner, (ctx) => listPaymentMatchCandidates(ctx, { id, q: t.code.slice(3) }))).results;
  expect(found).toMatchObject({ open_cents: 0, elsewhere_cents: 7_245_000 });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test("payment matching: a payer's phone number ranks the payer's tenancy above a neighbour's with the same rent, but allocates nothing", async () => {
  const [neighbour, theirs] = [await home(own), await home(own)];
  for (const one of [neighbour, theirs]) await bill(own, one.id, 3_111_100);
  const account = await readCollectionAccount(db(), ownBill);
  const tenant = await services.database.db
    .selectFrom('tenancy_person')
    .innerJoin('tenant', 'tenant.id', 'tenancy_person.tenant_id')
    .select('tenant.phone')
    .where('tenancy_id', '=', theirs.id)
    .executeTakeFirstOrThrow();
  const candidatesFor = async (external: string, phone: string | null) => {
    const facts = { rail: 'mpesa', external, account, cents: 3_111_100, paidAt: clock.now(), accountText: 'RENT', payer: 'SOMEBODY' } as const;
    const { paymentId } = await as(own.owner, (ctx) =>
      recordReceipt({ ...ctx, me: asClock(ctx.db).me }, { ...facts, phone: sealPhone(phone), verifiedBy: 'query' }),
    );
    await retryUnmatchedPayments(services, db());
    expect(await payment(external)).toMatchObject({ match: 'suggested', tenancy_id: null, allocated_cents: 0 });
    const { results } = await as(own.owner, (ctx) => listPaymentMatchCandidates(ctx, { id: paymentId ?? 0 }));
    return results.map(({ tenancy, reasons }) => [tenancy?.id, reasons.map(({ what }) => what)]);
  };
  expect(await candidatesFor('TKB86AAAA1', tenant.phone)).toEqual([
    [theirs.id, ['phone', 'payer', 'amount']],
    [neighbour.id, ['amount']],
  ]);
  // Without the number nothing distinguishes the two.
  expect(await candidatesFor('TKB86AAAA2', null)).toEqual([
    [neighbour.id, ['amount']],
    [theirs.id, ['amount']],
  ]);
});

test('recording a payment: cash is the only method offered if Makao collects the rent', async () => {
  const theirs = await home(held);
  await bill(held, theirs.id, 100_000);
  expect(await as(held.owner, (ctx) => readRecordingOptions(ctx, { tenancy_id: theirs.id }))).toMatchObject({ hows: ['cash'], held: true });
  const ours = await home(own);
  expect(await as(own.owner, (ctx) => readRecordingOptions(ctx, { tenancy_id: ours.id }))).toMatchObject({ held: false });
  await expect(as(own.owner, (ctx) => readRecordingOptions(ctx, { tenancy_id: theirs.id }))).rejects.toMatchObject({ failure: 'notFound' });
});

test('cash payment: the collector of the cash cannot confirm the payment, but a second person can', async () => {
  const t = await home(own);
  await bill(own, t.id, 80_000);
  const cash = await as(own.owner, (ctx) =>
    record.recordPayment(ctx, { how: 'cash', tenancy_id: t.id, cents: toCents(80_000), on: clock.today(), external: '', note: '' }),
  );
  const file = await services.database.db
    .insertInto('media_file')
    .values({ purpose: 'document', visibility: 'private', uploaded_by: own.owner.id, company_id: own.owner.me.companyId, name: 'slip.png' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await services.database.db.updateTable('payment').set({ evidence_file_id: file.id }).where('id', '=', cash.id).execute();
  const confirm = (by: TestPerson) => as(by, (ctx) => payments.confirmCash(services)(ctx, { id: cash.id, reason: 'Their phone is broken' }));
  await expect(confirm(own.owner)).rejects.toMatchObject({ failure: 'forbidden' });
  await confirm(await createPerson(services, 'superadmin'));
});

test('refund: a fully refunded payment is not in the unallocated list, and is listed again after the refund is rejected', async () => {
  await bring(own, ownBill, head + line('TKB83AAAA1', 'WHO KNOWS', '4,499.00'), 'loose.csv');
  const { id } = await payment('TKB83AAAA1');
  const unmatched = () =>
    as(own.owner, async (ctx) => (await filterPayments(ctx, { match: 'unmatched' }).select('payment.id').execute()).map((row) => row.id));
  expect(await unmatched()).toContain(id);
  const admin = await createPerson(services, 'superadmin');
  await makeAccountsEstablished(services, admin);
  const asked = await as(own.owner, (ctx) => payments.requestRefund(ctx, { id, cents: toCents(449_900), reason: 'Not ours', to: 'KCB 0113601234' }));
  const [refund] = asked.refunds;
  expect(refund).toMatchObject({ approvers: [], payer: 'MARY W', home: null });
  // The company has no other head, so the platform's ledger staff are notified.
  const letter = (await listSentNotifications(services, 'payment.refund_asked')).find(({ to }) => to.personId === admin.id);
  expect(letter?.page).toBe('/dashboard/superadmin/finance/payments?tab=refunds');
  await as(admin, (ctx) => refunds.decideRefund(ctx, { id: refund?.id ?? 0, approve: true, reason: '' }));
  expect(await unmatched()).not.toContain(id);
  expect(await payment('TKB83AAAA1')).toMatchObject({ match: 'returned' });
  // After the rejection the payment is unallocated again.
  await as(admin, (ctx) => refunds.decideRefund(ctx, { id: refund?.id ?? 0, approve: false, reason: 'no' }));
  expect(await unmatched()).toContain(id);
});

test('unallocated payment: the previously allocated tenancy is suggested first, and the age is counted from receipt of the payment', async () => {
  const t = await home(own);
  await bill(own, t.id, 55_500);
  await bring(own, ownBill, head + line('TKB84AAAA1', t.code, '555.00'), 'taken.csv');
  const { id } = await payment('TKB84AAAA1');
  await as(own.owner, (ctx) => payments.unallocatePaymentAction(ctx, { id, reason: 'It was another’s' }));
  await services.database.db
    .updateTable('payment')
    .set({ account_text: 'WHO KNOWS', received_at: new Date('2027-02-20T07:00:00Z') })
    .where('id', '=', id)
    .execute();
  const [first] = (await as(own.owner, (ctx) => listPaymentMatchCandidates(ctx, { id }))).results;
  expect(first).toMatchObject({ tenancy: { id: t.id } });
  expect(first?.reasons.map(({ what }) => what)).toContain('earlier');
  const full = await as(own.owner, (ctx) => readPaymentDetails(ctx, id));
  const off = full.timeline.find(({ what }) => what === 'unallocated');
  expect(off).toMatchObject({ by: expect.stringMatching(/^owner/), text: expect.stringMatching(/^INV-.+ · It was another’s$/) });
  // The reversing journal also names the invoice.
  expect(full.journals.map(({ says }) => says).filter((says) => says.includes('unallocated'))).toEqual([expect.stringMatching(/^Rent of/)]);
  expect(full).toMatchObject({ tenancy: null, payer: 'MARY W', narration: expect.stringMatching(/^Pay Bill from/), may: { ask: false } });
  expect((await as(own.owner, (ctx) => countPendingTask(ctx, 'unmatched'))).oldest?.toISOString()).toBe('2027-02-20T07:00:00.000Z');
});

test("unallocated paybill payment: company staff see only the company's own tenants as candidates", async () => {
  const other = await createOwnerWithUnit(services);
  await setTrustMode(services, other.owner.me.companyId ?? 0);
  const t = await home(other);
  const account = await createCollectionAccount(db(), {
    company_id: null,
    rail: 'mpesa',
    name: 'Makao',
    number: '174379',
    bank_code: null,
    fund: 'C',
    of_env: true,
  });
  const { id } = await services.database.db
    .insertInto('payment')
    .values({
      purpose: 1,
      how: 'paybill',
      fund: 'C',
      status: 'completed',
      cents: 50_000,
      company_id: held.owner.me.companyId,
      looked_at: clock.now(),
      account_id: account?.id ?? 0,
      account_text: t.code,
      paid_on: clock.today(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const q of [undefined, t.code.slice(3)])
    expect((await as(held.owner, (ctx) => listPaymentMatchCandidates(ctx, { id, q }))).results).toEqual([]);
  const { results } = await as(await createPerson(services, 'superadmin'), (ctx) => listPaymentMatchCandidates(ctx, { id }));
  expect(results).toMatchObject([{ tenancy: { id: t.id } }]);
});

test('payment matching: pays the invoice of the entered code first, then the oldest open invoice', async () => {
  const [one, two] = [await home(own), await home(own)];
  const asked = async (t: number) => [await bill(own, t, 30_000), await bill(own, t, 20_000)] as const;
  const [[older, named], [old, newer]] = [await asked(one.id), await asked(two.id)];
  const paid = async ({ id }: { id: number }) =>
    (await services.database.db.selectFrom('invoice').select('paid_cents').where('id', '=', id).executeTakeFirstOrThrow()).paid_cents;
  const both = line('TKB85AAAA1', named.code.replace('-', ''), '150.00') + line('TKB85AAAA2', newer.code.toLowerCase(), '200.00');
  await bring(own, ownBill, head + both, 'named.csv');
  expect([await paid(older), await paid(named), await paid(old), await paid(newer)]).toEqual([0, 15_000, 0, 20_000]);
  await bring(own, ownBill, head + line('TKB85AAAA3', named.code, '100.00'), 'rest.csv');
  expect([await paid(older), await paid(named)]).toEqual([5_000, 20_000]);
});

test('manual charge: has the same name in the statement of account, on the payment page and in the invoice list', async () => {
  const { id: tenancy_id } = await home(own);
  const line = (kind: 'parking' | 'other', label: string) =>
    ({ kind, label, qty: 1, unit_cents: toCents(10_000), tax_code: 'A', from: null, last: null }) as const;
  const asked = { tenancy_id, kind: 'ad_hoc', due_on: '2027-03-20', period_from: null, period_last: null, note: '' } as const;
  await as(own.owner, (ctx) => createInvoice(ctx, { ...asked, lines: [line('parking', 'Parking'), line('other', 'Key')] }));
  const names = await as(own.owner, async (ctx) => [
    (await readAccountStatement(ctx, { tenancy_id })).rows[0]?.title,
    (await readPaymentOptions(services)(ctx, { tenancy_id })).invoices[0]?.title,
  ]);
  expect(names).toEqual(['Parking and 1 more', 'Parking and 1 more']);
});
