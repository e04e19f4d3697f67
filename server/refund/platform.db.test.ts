import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildSweepSentPostings } from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import type { ManualRefundMethod, RefundState } from '#contract/refund/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { emptySealedPhone } from '#server/collection/phones.ts';
import { recordOutsidePayment } from '#server/collection/record.ts';
import { recordReceipt } from '#server/collection/record-receipts.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { postJournal, readAccountBalance } from '#server/ledger/service.ts';
import { matchPayment } from '#server/matching/match-payment.ts';
import * as payments from '#server/payment/acts.ts';
import { readPaymentDetails } from '#server/payment/payment-detail.ts';
import { type CollectionAccountRow, createCollectionAccount } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, setTrustMode } from '#test/fixtures/payments.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import * as refunds from './refunds.ts';

let services: TestServices;
let here: OwnerWithUnit;
let admin: TestPerson;
let boss: TestPerson;
let paybill: CollectionAccountRow;
let number = 1_000_000;
const as = <T>(by: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, by, work);

const company = () => here.owner.me.companyId ?? 0;
const made = async (given: Parameters<typeof createCollectionAccount>[1]): Promise<CollectionAccountRow> => {
  const row = await createCollectionAccount(services.database.db, given);
  if (!row) throw new Error('the account was not made');
  return row;
};
/** There is no invoice, so the whole payment is tenant credit. */
async function paid(sum: number): Promise<number> {
  const { db } = services.database;
  const tenancy = await createOccupiedTenancy(services, here.property, { unitId: await addUnit(services, here.property) });
  const { code } = await db.selectFrom('tenancy').select('code').where('id', '=', tenancy).executeTakeFirstOrThrow();
  number += 1;
  const { paymentId } = await db.transaction().execute((tx) =>
    recordReceipt(asClock(tx), {
      rail: 'mpesa',
      external: `TKB${number}`,
      account: paybill,
      cents: sum,
      paidAt: clock.now(),
      accountText: code,
      payer: 'JOHN',
      phone: emptySealedPhone,
      verifiedBy: 'pull',
    }),
  );
  await matchPayment(db, paymentId ?? 0);
  return paymentId ?? 0;
}
const ask = async (id: number, sum: number, by: TestPerson = here.owner) =>
  (await as(by, (ctx) => payments.requestRefund(ctx, { id, cents: toCents(sum), reason: 'They moved', to: 'KCB 0113601234' }))).refunds.at(-1)?.id ??
  0;
const decide = (by: TestPerson, id: number, approve: boolean) => as(by, (ctx) => refunds.decideRefund(ctx, { id, approve, reason: '' }));
const went = (by: TestPerson, id: number, how: ManualRefundMethod = 'mpesa', account_id?: number) =>
  as(by, (ctx) => refunds.recordManualRefundPayment(ctx, { id, how, proof: 'TKB1000002', ...(account_id ? { account_id } : {}) }));
const at = (code: 1000 | 1010 | 1040 | 2000, where: { company: number } | { ref: string }) =>
  readAccountBalance(services.database.db, 'C', { code, ...where });
/** Creates a refund that was requested, approved, and evidenced by a slip. */
const shown = async (sum: number): Promise<number> => shownOf(await paid(sum), sum);
async function shownOf(paymentId: number, sum: number): Promise<number> {
  const refund = await ask(paymentId, sum);
  await decide(admin, refund, true);
  const { db } = services.database;
  const file = await db
    .insertInto('media_file')
    .values({ purpose: 'document', visibility: 'private', name: 'slip.pdf', company_id: company() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('refund').set({ evidence_file_id: file.id }).where('id', '=', refund).execute();
  return refund;
}

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-03T09:00:00Z');
  here = await createOwnerWithUnit(services);
  await setTrustMode(services, company());
  admin = await createPerson(services, 'admin');
  boss = await createPerson(services, 'superadmin');
  await makeAccountsEstablished(services, admin, boss);
  paybill = await made({ company_id: null, rail: 'mpesa', name: 'Paybill', number: '174379', bank_code: null, fund: 'C' });
});
afterAll(() => setClock(services, null));

test('refund of client money: a company may request the refund, but neither approve the refund nor record its payment', async () => {
  const payment = await paid(300_000);
  // M-Pesa reported no number, so the requester would have to type it. A refund to a bank account is paid manually.
  expect((await as(here.owner, (ctx) => readPaymentDetails(ctx, payment))).refund_way).toBe('typed');
  const refund = await ask(payment, 300_000);
  const { results } = await as(here.owner, (ctx) => refunds.listRefunds(ctx, { page: 1, page_size: 10 }));
  expect(results[0]).toMatchObject({ decides: false, approvers: [], fund: 'C' });
  // Simulates a request by another person of the company: two people of the company still cannot replace the platform.
  const agent = await createPerson(services, 'agent');
  await services.database.db.updateTable('refund').set({ asked_by: agent.id }).where('id', '=', refund).execute();
  await expect(decide(here.owner, refund, true)).rejects.toMatchObject({ failure: 'forbidden' });
  // A new account may not approve either.
  await expect(decide(await createPerson(services, 'admin'), refund, true)).rejects.toMatchObject({ failure: 'forbidden' });
  await decide(admin, refund, true);
  await expect(went(here.owner, refund)).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await went(boss, refund)).toMatchObject({ status: 'paid', decides: true });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('approved refund: can be cancelled by an approver but not by the requester, and can be requested a second time', async () => {
  const id = await paid(120_000);
  const refund = await ask(id, 120_000);
  await decide(admin, refund, true);
  await expect(decide(here.owner, refund, false)).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await decide(admin, refund, false)).toMatchObject({ status: 'refused' });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
  // The requester may cancel while it is pending.
  const again = await ask(id, 120_000);
  expect(await decide(here.owner, again, false)).toMatchObject({ status: 'refused' });
  await ask(id, 120_000);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('refund list: each tab shows the count of its status, regardless of the open tab', async () => {
  const list = (status?: RefundState) =>
    as(here.owner, (ctx) => refunds.listRefunds(ctx, { page: 1, page_size: 10, tabs: true, ...(status ? { z_filter: { status } } : {}) }));
  const all = await list();
  expect(all.tabs).toMatchObject({ asked: 1, refused: 2, paid: 1 });
  expect((await list('asked')).tabs).toEqual(all.tabs);
  expect((await list('asked')).count).toBe(1);
});

test('refund by bank transfer: is posted to the chosen bank account, and rejected for a paybill or an insufficient balance', async () => {
  const bank = await made({ company_id: null, rail: 'bank', name: 'Clients', number: '0113601234', bank_code: '01', fund: 'C' });
  const refund = await shown(90_000);
  await expect(went(admin, refund, 'bank')).rejects.toMatchObject({ failure: 'invalid' });
  await expect(went(admin, refund, 'bank', paybill.id)).rejects.toMatchObject({ failure: 'invalid' });
  // An account without enough money is rejected, because the rest would be money of other companies.
  const till = { code: ledgerAccounts.clientBank, ref: `collection:${bank.id}` } as const;
  const sweep = (n: number, sum: number) =>
    postJournal(services.database.db, {
      key: `refund-swept:${n}`,
      kind: 'swept',
      source: ['cash_move', n],
      params: {},
      pairs: buildSweepSentPostings({ code: ledgerAccounts.mpesaPaybill, ref: `collection:${paybill.id}` }, sum).map((one) => ({ ...one, dr: till })),
    });
  await sweep(1, 89_999);
  await expect(went(admin, refund, 'bank', bank.id)).rejects.toMatchObject({ failure: 'conflict' });
  await sweep(2, 10_001);
  expect(await went(admin, refund, 'bank', bank.id)).toMatchObject({ status: 'paid', how: 'bank' });
  expect(await at(1010, { ref: till.ref })).toBe(10_000);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('refund in cash: reduces the client cash at the company, and Makao owes the company the rest', async () => {
  const where = { company: company() };
  const owed = await at(2000, where);
  await postJournal(services.database.db, {
    key: 'cash-in',
    kind: 'swept',
    source: ['cash_move', 1],
    params: {},
    pairs: buildSweepSentPostings({ code: ledgerAccounts.clientBank, ref: 'till' }, 50_000).map((one) => ({
      ...one,
      dr: { code: ledgerAccounts.cashInHand, ...where },
    })),
  });
  await went(admin, await shown(30_000), 'cash');
  expect([await at(1040, where), await at(2000, where)]).toEqual([20_000, owed]);
  await went(admin, await shown(30_000), 'cash');
  expect([await at(1040, where), await at(2000, where)]).toEqual([0, owed + 10_000]);
  await went(admin, await shown(5_000), 'cash');
  expect([await at(1040, where), await at(2000, where)]).toEqual([0, owed + 15_000]);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('refund of cash that a company collected: is paid from that cash, not from an account of Makao', async () => {
  const tenancy = await createOccupiedTenancy(services, here.property, { unitId: await addUnit(services, here.property) });
  const t = await services.database.db.selectFrom('tenancy').selectAll().where('id', '=', tenancy).executeTakeFirstOrThrow();
  const home = { tenancy_id: t.id, booking_id: null, property_id: t.property_id, unit_id: t.unit_id, tenant_id: null };
  const { paymentId } = await as(here.owner, (ctx) =>
    recordOutsidePayment(ctx, { companyId: company(), how: 'cash', cents: 70_000, on: clock.today(), home }),
  );
  const refund = await shownOf(paymentId, 70_000);
  const [inHand, there] = [await at(1040, { company: company() }), await at(1000, { ref: `collection:${paybill.id}` })];
  await expect(went(admin, refund, 'mpesa', paybill.id)).rejects.toMatchObject({ failure: 'invalid' });
  expect(await went(admin, refund, 'cash')).toMatchObject({ status: 'paid', in_hand: true });
  expect([await at(1040, { company: company() }), await at(1000, { ref: `collection:${paybill.id}` })]).toEqual([inHand - 70_000, there]);
});

test('fully refunded payment: is not listed as unallocated, even after its allocations are undone', async () => {
  const { paymentId } = await services.database.db.transaction().execute((tx) =>
    recordReceipt(asClock(tx), {
      rail: 'mpesa',
      external: 'TKBNOBODY1',
      account: paybill,
      cents: 40_000,
      paidAt: clock.now(),
      accountText: '',
      payer: 'JOHN',
      phone: emptySealedPhone,
      verifiedBy: 'pull',
    }),
  );
  const id = paymentId ?? 0;
  await decide(boss, await ask(id, 40_000, admin), true);
  await as(boss, (ctx) => payments.unallocatePaymentAction(ctx, { id, reason: 'at the same moment' }));
  const row = await services.database.db.selectFrom('payment').select('match').where('id', '=', id).executeTakeFirstOrThrow();
  expect(row.match).toBe('returned');
});

test('ledger check: fails for a paybill or bank account below zero', async () => {
  const ref = `collection:${(await made({ company_id: null, rail: 'bank', name: 'Empty', number: '0113609999', bank_code: '01', fund: 'C' })).id}`;
  expect(await findFailedLedgerChecks(services)).toEqual([]);
  await postJournal(services.database.db, {
    key: 'short',
    kind: 'swept',
    source: ['cash_move', 9],
    params: {},
    pairs: buildSweepSentPostings({ code: ledgerAccounts.clientBank, ref }, 1),
  });
  expect(await findFailedLedgerChecks(services)).toContain('nothing_below_zero: Empty 0 is not -1');
});
