import { beforeEach, expect, test } from 'vitest';
import { findPaymentCodes } from '#contract/bank-statement/reconcile.ts';
import { unbankedCashFilter } from '#contract/collection/kinds.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { recordOutsidePayment } from '#server/collection/service.ts';
import { readAccountBalance } from '#server/ledger/service.ts';
import * as payments from '#server/payment/acts.ts';
import { filterPayments } from '#server/payment/lists.ts';
import type { CollectionAccountRow } from '#server/treasury/accounts.ts';
import { createBankFixture } from '#test/fixtures/bank-fixture.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { readFullStatement } from './statement-lists.ts';
import { undoStatement, uploadStatement } from './statements.ts';

let w: Awaited<ReturnType<typeof createBankFixture>>;
let bank: CollectionAccountRow;
let here: OwnerWithUnit;
let company = 0;
const db = () => w.services.database.db;
const inHand = () => readAccountBalance(db(), 'C', { code: ledgerAccounts.cashInHand, company });
const inBank = () => readAccountBalance(db(), 'C', { code: ledgerAccounts.clientBank, ref: `collection:${bank.id}` });
const payment = (id: number) => db().selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const unbanked = () => w.as(async (ctx) => (await filterPayments(ctx, unbankedCashFilter).select('payment.id').execute()).map(({ id }) => id));
/** Cash that the company took for a tenant, a week before. */
async function cash(cents: number) {
  const tenancyId = await createOccupiedTenancy(w.services, here.property, { unitId: await addUnit(w.services, here.property) });
  await w.as((ctx) => issueRentInvoice(ctx, tenancyId, cents));
  const t = await db().selectFrom('tenancy').selectAll().where('id', '=', tenancyId).executeTakeFirstOrThrow();
  const home = { tenancy_id: t.id, booking_id: null, property_id: t.property_id, unit_id: t.unit_id, tenant_id: null };
  const { paymentId } = await w.as((ctx) => recordOutsidePayment(ctx, { companyId: company, how: 'cash', cents, on: '2027-03-03', home }));
  return payment(paymentId);
}
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
  await w.as((ctx) => undoStatement(ctx, { id, reason: 'The wrong file', keep: false }));
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
