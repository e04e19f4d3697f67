import { beforeEach, expect, test } from 'vitest';
import { findPaymentCodes } from '#contract/bank-statement/reconcile.ts';
import { unbankedCashFilter } from '#contract/collection/kinds.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { withdrawCashDeposit } from '#server/cash/deposits.ts';
import { listCashDeposits } from '#server/cash/lists.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { readAccountBalance } from '#server/ledger/service.ts';
import { listPaymentMatchCandidates } from '#server/matching/candidates.ts';
import { retryUnmatchedPayments } from '#server/matching/match-payment.ts';
import { applyPaymentReversal } from '#server/matching/service.ts';
import * as payments from '#server/payment/acts.ts';
import { filterPayments } from '#server/payment/lists.ts';
import type { CollectionAccountRow } from '#server/treasury/accounts.ts';
import { createBankFixture, declareWithSlip, takeCash } from '#test/fixtures/bank-fixture.ts';
import { createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, runAsPerson } from '#test/people.ts';
import { findSecondPerson, undoApproved } from '#test/statement-imports.ts';
import { listDepositCandidates, recordPaymentAsCashDeposit } from './banked-cash.ts';
import { readFullStatement } from './statement-lists.ts';
import { uploadStatement } from './statements.ts';

let w: Awaited<ReturnType<typeof createBankFixture>>;
let bank: CollectionAccountRow;
let here: OwnerWithUnit;
let company = 0;
const db = () => w.services.database.db;
const inHand = () => readAccountBalance(db(), 'C', { code: ledgerAccounts.cashInHand, company });
const inBank = () => readAccountBalance(db(), 'C', { code: ledgerAccounts.clientBank, ref: `collection:${bank.id}` });
const payment = (id: number) => db().selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const unbanked = () => w.as(async (ctx) => (await filterPayments(ctx, unbankedCashFilter).select('payment.id').execute()).map(({ id }) => id));
const cash = (cents: number, of = here) => takeCash(w, of, cents);
const declare = (ids: readonly number[], more: object = {}, of = here) =>
  declareWithSlip(w, of, { account_id: bank.id, payment_ids: [...ids], ...more });
const deposit = (id: number) => db().selectFrom('cash_deposit').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const newest = () => db().selectFrom('payment').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
const counts = async () => (await db().selectFrom('payment').select('id').execute()).length;

beforeEach(async () => {
  w = await createBankFixture();
  bank = await w.bank();
  here = await createOwnerWithUnit(w.services);
  company = here.owner.me.companyId ?? 0;
  await setTrustMode(w.services, company);
});

test('cash deposit: the statement line that names a cash payment clears the cash of its holder and creates no receipt', async () => {
  const [one, other] = [await cash(300_000), await cash(200_000)];
  expect(await unbanked()).toEqual([one.id, other.id]);
  expect([await inHand(), await inBank()]).toEqual([500_000, 0]);
  const before = await counts();
  const line = ['2027-03-05', `CASH DEPOSIT KAMAU ${one.code.replace('-', '')}`, 'CD1', 300_000] as const;
  const preview = await w.as((ctx) =>
    uploadStatement(ctx, {
      account_id: bank.id,
      name: 'preview',
      csv: `Date,Narration,Reference,Debit,Credit,Balance\n${line[0]},${line[1]},CD1,,3000.00,3000.00\n`,
    }),
  );
  expect(preview.fates).toMatchObject({ new: 0, known: 1 });
  await w.take(bank, 0, [line, ['2027-03-06', 'INTEREST', 'IN1', 100]]);
  expect([await inHand(), await inBank()]).toEqual([200_000, 300_100]);
  expect(await counts(), 'only the interest is a receipt').toBe(before + 1);
  expect((await payment(one.id)).banked_line_id).not.toBeNull();
  expect(await unbanked()).toEqual([other.id]);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
  // The same line in the next file is known.
  await w.take(bank, 0, [line, ['2027-03-06', 'INTEREST', 'IN1', 100], ['2027-03-07', 'INTEREST', 'IN2', 100]]);
  expect([await inHand(), await inBank()]).toEqual([200_000, 300_200]);
});

test('cash deposit: more money than the holder has in cash is a new receipt, which a person allocates', async () => {
  const one = await cash(300_000);
  await w.take(bank, 0, [['2027-03-05', `CASH DEPOSIT ${one.code}`, 'CD1', 300_000]]);
  const before = await counts();
  await w.take(bank, 300_000, [['2027-03-06', `CASH DEPOSIT ${one.code}`, 'CD2', 300_000]]);
  expect([await inHand(), await inBank(), await counts()]).toEqual([0, 600_000, before + 1]);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('cash deposit: undoing the statement returns the cash to its holder, and banked cash cannot be reversed', async () => {
  const one = await cash(300_000);
  const { id } = await w.take(bank, 0, [['2027-03-05', `CASH DEPOSIT ${one.code}`, 'CD1', 300_000]]);
  const reverse = () => w.as((ctx) => payments.reversePayment(ctx, { id: one.id, reason: 'It never came', cause: 'mistake' }));
  await expect(reverse()).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining('already in the bank') });
  await undoApproved(w.services, w.head, id);
  expect((await w.as((ctx) => readFullStatement(ctx, id))).status).toBe('undone');
  expect([await inHand(), await inBank(), (await payment(one.id)).banked_line_id]).toEqual([toCents(300_000), 0, null]);
  expect(await reverse()).toMatchObject({ request: { own: true } });
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('payment codes: are found in a narration with or without the hyphen', () => {
  expect(findPaymentCodes('CASH DEPOSIT PAY-84SZER / pay 9ab2cd')).toEqual(['PAY-84SZER', 'PAY-9AB2CD']);
});

test('payment codes: the longer codes that follow the 28 millionth payment are found whole', () => {
  expect(findPaymentCodes('CASH PAY-84SZER23 PAY84SZER24 PAY-84SZER2')).toEqual(['PAY-84SZER23', 'PAY-84SZER24']);
});

test('cash deposit: a line that names a payment clears no cash unless its amount is exactly that of the named payments', async () => {
  const [one, other] = [await cash(300_000), await cash(200_000)];
  const before = await counts();
  // A tenant quotes the code of an earlier cash payment for another amount.
  await w.take(bank, 0, [['2027-03-05', `EFT RENT ${one.code}`, 'FT1', 250_000]]);
  expect([await inHand(), await inBank(), await counts()]).toEqual([500_000, 250_000, before + 1]);
  expect((await payment(one.id)).banked_line_id).toBeNull();
  await w.take(bank, 250_000, [['2027-03-06', `CASH ${one.code} ${other.code}`, 'CD2', 500_000]]);
  expect([await inHand(), await inBank(), await counts()]).toEqual([0, 750_000, before + 1]);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('declared deposit: a line without any code clears it once, the company is notified, and undoing the import opens it again', async () => {
  const [one, other] = [await cash(300_000), await cash(200_000)];
  const { id, cents } = await declare([one.id, other.id], { reference: 'SLIP 771204' });
  expect(cents).toBe(500_000);
  const before = await counts();
  const line = ['2027-03-05', 'CASH DEPOSIT BY KAMAU SLIP 771204', 'CD1', 500_000] as const;
  const { id: statement } = await w.take(bank, 0, [line]);
  expect([await inHand(), await inBank(), await counts()]).toEqual([0, 500_000, before]);
  expect(await deposit(id)).toMatchObject({ status: 'banked', banked_on: '2027-03-05' });
  expect(await listSentNotifications(w.services, 'payment.cash_banked')).toHaveLength(1);
  // The same line in the next file is known, and changes nothing.
  await w.take(bank, 0, [line, ['2027-03-06', 'INTEREST', 'IN1', 100]]);
  expect([await inHand(), await inBank(), await counts()]).toEqual([0, 500_100, before + 1]);
  await undoApproved(w.services, w.head, statement);
  expect([await inHand(), await deposit(id).then(({ status, line_id }) => [status, line_id])]).toEqual([500_000, ['declared', null]]);
  expect((await payment(one.id)).banked_line_id).toBeNull();
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('declared deposit: equal amounts of two companies stay unallocated, and a person chooses the declared deposit of an unallocated payment', async () => {
  const there = await createOwnerWithUnit(w.services);
  await setTrustMode(w.services, there.owner.me.companyId ?? 0);
  const [one, other] = [await cash(300_000), await cash(300_000, there)];
  const [mine] = [await declare([one.id]), await declare([other.id], {}, there)];
  const { id: statement } = await w.take(bank, 0, [['2027-03-05', 'CASH DEPOSIT', 'CD1', 300_000]]);
  const unallocated = await newest();
  expect([await inHand(), unallocated.how, unallocated.match]).toEqual([300_000, 'bank', 'unmatched']);
  const candidates = await w.as((ctx) => listDepositCandidates(w.services)(ctx, { id: unallocated.id }));
  expect(candidates.results.map(({ company }) => company.id)).toEqual([company, there.owner.me.companyId]);
  const choose = (deposit_id: number) => ({ id: unallocated.id, deposit_id, reason: 'The slip has the stamp of this day' });
  await expect(runAsPerson(w.services, here.owner, (ctx) => recordPaymentAsCashDeposit(ctx, choose(mine.id)))).rejects.toMatchObject({
    failure: 'notFound',
  });
  const { id: request } = await w.as((ctx) => recordPaymentAsCashDeposit(ctx, choose(mine.id)));
  const approve = (ctx: Ctx) => decideApprovalRequest(w.services)(ctx, { id: request, approve: true, reason: '' });
  await expect(w.as(approve)).rejects.toMatchObject({ failure: 'forbidden' });
  expect([await inHand(), (await payment(unallocated.id)).status]).toEqual([300_000, 'completed']);
  await runAsPerson(w.services, await findSecondPerson(w.services), approve);
  expect([await inHand(), await inBank(), (await payment(unallocated.id)).status]).toEqual([0, 300_000, 'reversed']);
  expect(await deposit(mine.id)).toMatchObject({ status: 'banked' });
  await expect(w.as((ctx) => recordPaymentAsCashDeposit(ctx, choose(mine.id)))).rejects.toMatchObject({ failure: 'notFound' });
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
  await undoApproved(w.services, w.head, statement);
  expect([await inHand(), await inBank(), (await deposit(mine.id)).status]).toEqual([300_000, 0, 'declared']);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('declared deposit: the reference of the slip tells equal amounts of two companies apart', async () => {
  const there = await createOwnerWithUnit(w.services);
  await setTrustMode(w.services, there.owner.me.companyId ?? 0);
  const [one, other] = [await cash(300_000), await cash(300_000, there)];
  const [mine, theirs] = [await declare([one.id], { reference: 'SLIP-77120' }), await declare([other.id], { reference: 'SLIP-88001' }, there)];
  await w.take(bank, 0, [['2027-03-05', 'CASH DEP', 'SLIP77120', 300_000]]);
  expect([(await deposit(mine.id)).status, (await deposit(theirs.id)).status]).toEqual(['banked', 'declared']);
});

test('declared deposit: a withdrawn deposit and one without a slip are not matched, and the payments can be declared again', async () => {
  const one = await cash(300_000);
  const slip = { reference: 'SLIP 771204' };
  const first = await declare([one.id], slip);
  await expect(declare([one.id])).rejects.toMatchObject({ failure: 'conflict' });
  const reverse = () => w.as((ctx) => applyPaymentReversal(ctx, one.id, { reason: 'It never came', cause: 'mistake' }));
  await expect(reverse()).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining(first.code) });
  await runAsPerson(w.services, here.owner, (ctx) => withdrawCashDeposit(w.services)(ctx, { id: first.id, reason: 'The wrong day' }));
  await w.take(bank, 0, [['2027-03-05', 'CASH DEPOSIT SLIP 771204', 'CD1', 300_000]]);
  expect([await inHand(), (await deposit(first.id)).status]).toEqual([300_000, 'withdrawn']);
  const second = await declare([one.id], slip);
  await db().updateTable('cash_deposit').set({ slip_file_id: null }).where('id', '=', second.id).execute();
  await w.take(bank, 300_000, [['2027-03-06', 'CASH DEPOSIT SLIP 771204', 'CD2', 300_000]]);
  expect(await inHand()).toBe(300_000);
  const { results } = await runAsPerson(w.services, here.owner, (ctx) => listCashDeposits(w.services)(ctx, { page: 1, page_size: 10 }));
  expect(results.map(({ status, may_change }) => [status, may_change])).toEqual([
    ['declared', true],
    ['withdrawn', false],
  ]);
  const stranger = await createPerson(w.services, 'owner');
  const seen = await runAsPerson(w.services, stranger, (ctx) => listCashDeposits(w.services)(ctx, { page: 1, page_size: 10 }));
  expect(seen.results).toEqual([]);
});

test('unallocated payment: bank money equal to unbanked cash of the tenant is neither matched nor assigned, unless the cash is named', async () => {
  const one = await cash(300_000);
  const tenancy = await db().selectFrom('tenancy').selectAll().where('id', '=', one.tenancy_id).executeTakeFirstOrThrow();
  await w.as((ctx) => issueRentInvoice(ctx, tenancy.id, 300_000));
  await w.take(bank, 0, [['2027-03-05', `CASH DEPOSIT ${tenancy.code}`, 'CD1', 300_000]]);
  await retryUnmatchedPayments(w.services, db());
  const unallocated = await newest();
  expect(unallocated).toMatchObject({ match: 'suggested', allocated_cents: 0, credited_cents: 0 });
  const { results } = await w.as((ctx) => listPaymentMatchCandidates(ctx, { id: unallocated.id }));
  expect(results[0]).toMatchObject({ tenancy: { id: tenancy.id }, cash: { id: one.id, code: one.code } });
  const assign = (more: object) =>
    w.as((ctx) => payments.allocatePaymentAction(ctx, { id: unallocated.id, parts: [{ tenancy_id: tenancy.id, cents: toCents(300_000), ...more }] }));
  await expect(assign({})).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining(one.code), extra: { cash: one.id } });
  await assign({ besides: one.id });
  expect(await payment(unallocated.id)).toMatchObject({ match: 'matched' });
});
