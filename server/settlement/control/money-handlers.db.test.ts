import { beforeAll, expect, test } from 'vitest';
import { buildWalletAdjustedPostings } from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { emptySealedPhone } from '#server/collection/phones.ts';
import { recordReceipt } from '#server/collection/record-receipts.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { postJournal } from '#server/ledger/service.ts';
import * as desk from '#server/matching/allocate-payment.ts';
import { matchPayment } from '#server/matching/match-payment.ts';
import { type CollectionAccountRow, createCollectionAccount } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { addPayoutAccount, clientBankFile } from '#test/fixtures/payouts.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { approvePayout } from '../approve.ts';
import { createBankFile, previewBankFiles } from '../bank/bank.ts';
import { listPayouts, readPayoutDetails } from '../read.ts';
import { startPayoutRun } from '../run-batches.ts';

/** One super admin types a bank statement, a second approves its import, and neither lets the money out. */
let services: TestServices;
let [maker, importer, second, third]: TestPerson[] = [];
let bank: CollectionAccountRow;
let n = 0;
const db = () => services.database.db;
const as = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who as TestPerson, work);
const companyOf = ({ owner }: OwnerWithUnit) => owner.me.companyId ?? 0;
const refused = { failure: 'forbidden', message: expect.stringMatching(/imported, recorded, matched or adjusted/) };

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-03T09:00:00Z');
  const superadmin = () => createPerson(services, 'superadmin');
  [maker, importer, second, third] = [await superadmin(), await superadmin(), await superadmin(), await superadmin()];
  await makeAccountsEstablished(services, maker, importer, second, third);
  await db()
    .updateTable('wallet_setting')
    .set({ holding_days: 0, minimum_cents: toCents(10_000) })
    .execute();
  const row = await createCollectionAccount(db(), { company_id: null, rail: 'bank', name: 'Clients', number: '0110', bank_code: '01', fund: 'C' });
  if (!row) throw new Error('no account');
  bank = row;
});
/** An owner whose money the platform holds, with a bank account that can be paid. */
async function payee(): Promise<OwnerWithUnit> {
  const owner = await createOwnerWithUnit(services);
  await setTrustMode(services, companyOf(owner));
  await addPayoutAccount(services, companyOf(owner), { rail: 'bank', bank_code: '01', is_default: true });
  return owner;
}
/** A payment of rent at the bank. `match`: by the invoice code, otherwise a person has to match it. */
async function paid(owner: OwnerWithUnit, sum: number, match = true): Promise<{ payment: number; tenancy: number }> {
  const tenancy = await createOccupiedTenancy(services, owner.property, { unitId: await addUnit(services, owner.property) });
  const invoice = await as(owner.owner, (ctx) => issueRentInvoice(ctx, tenancy, sum));
  const { paymentId } = await db()
    .transaction()
    .execute((tx) =>
      recordReceipt(asClock(tx), {
        rail: 'bank',
        external: `FT${1_000_000 + ++n}`,
        account: bank,
        cents: sum,
        paidAt: clock.now(),
        accountText: match ? invoice.code : 'no code',
        payer: 'ANN',
        phone: emptySealedPhone,
        verifiedBy: 'statement',
      }),
    );
  if (match) await matchPayment(db(), paymentId ?? 0);
  return { payment: paymentId ?? 0, tenancy };
}
/** The statement that brought a payment, imported by one person and approved by another. */
async function onStatement(payment: number): Promise<void> {
  const { id } = await db()
    .insertInto('statement')
    .values({
      account_id: bank.id,
      name: `file ${++n}`,
      sha256: Buffer.from(`file ${n}`.padEnd(32)),
      head: [],
      by_id: importer?.id ?? null,
      status: 'imported',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db().insertInto('statement_line').values({ statement_id: id, n: 1, cells: [], payment_id: payment }).execute();
  await db()
    .insertInto('approval_request')
    .values({
      kind: 'statementImport',
      subject_id: id,
      params: '{}',
      reason: 'The bank sent it',
      status: 'approved',
      expires_at: clock.now(),
      asked_by: importer?.id ?? null,
      decided_by: second?.id ?? null,
      decided_at: clock.now(),
    })
    .execute();
}
async function draftOf(owner: OwnerWithUnit) {
  await as(maker, (ctx) => startPayoutRun(ctx, { cut_off: clock.today() }));
  return db().selectFrom('settlement_payment').selectAll().where('company_id', '=', companyOf(owner)).orderBy('id', 'desc').executeTakeFirstOrThrow();
}
const approve = (who: TestPerson | undefined, row: { id: number; net_cents: number }) =>
  as(who, (ctx) => approvePayout(ctx, { id: row.id, net_cents: row.net_cents }));
const waits = async (who: TestPerson | undefined, id: number) => {
  const given = { page: 1, page_size: 100, sort: '-id', z_filter: { waiting: 'true' } } as const;
  return (await listPayouts(createTestCtx(services, who as TestPerson), given)).results.some((row) => row.id === id);
};

test('payout approval: the person who imported the money, and the person who approved the import, are barred', async () => {
  const owner = await payee();
  await onStatement((await paid(owner, 3_800_000)).payment);
  const draft = await draftOf(owner);
  for (const who of [importer, second]) {
    expect(await waits(who, draft.id)).toBe(false);
    expect((await readPayoutDetails(createTestCtx(services, who as TestPerson), draft)).blocked).toMatch(/imported/);
    await expect(approve(who, draft)).rejects.toMatchObject(refused);
  }
  expect(await waits(third, draft.id)).toBe(true);
  expect(await approve(third, draft)).toMatchObject({ approved: true });
});

test('payout approval: money imported after the draft was created bars its importer too', async () => {
  const owner = await payee();
  await paid(owner, 100_000);
  const draft = await draftOf(owner);
  await onStatement((await paid(owner, 900_000)).payment);
  await expect(approve(importer, draft)).rejects.toMatchObject(refused);
});

test('payout approval: the person who matched a payment by hand is barred', async () => {
  const owner = await payee();
  const { payment, tenancy } = await paid(owner, 500_000, false);
  // A small payment of the same company is allocated by one person.
  await db()
    .updateTable('payment')
    .set({ company_id: companyOf(owner) })
    .where('id', '=', payment)
    .execute();
  await as(importer, (ctx) => desk.allocatePaymentToTenancies(ctx, { id: payment, parts: [{ tenancy_id: tenancy, cents: toCents(500_000) }] }));
  const draft = await draftOf(owner);
  await expect(approve(importer, draft)).rejects.toMatchObject(refused);
  expect(await approve(second, draft)).toMatchObject({ approved: true });
});

test('payout approval: the person who requested a wallet adjustment, and the person who approved it, are barred', async () => {
  const owner = await payee();
  const company = companyOf(owner);
  const { id } = await db()
    .insertInto('wallet_adjustment')
    .values({
      company_id: company,
      account_code: 2000,
      cents: 700_000,
      reason: 'Refund of a fee',
      status: 'booked',
      asked_by: importer?.id ?? 0,
      decided_by: second?.id ?? 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await postJournal(db(), {
    key: `adjustment:${id}`,
    kind: 'adjustment',
    source: ['wallet_adjustment', id],
    companyId: company,
    params: {},
    by: second?.id ?? null,
    pairs: buildWalletAdjustedPostings({ fund: 'C', code: 2000, company }, 700_000),
  });
  const draft = await draftOf(owner);
  expect(draft.money_handlers).toEqual([importer?.id, second?.id].toSorted());
  for (const who of [importer, second]) await expect(approve(who, draft)).rejects.toMatchObject(refused);
});

test('payout approval: a small payout in between does not clear the importer; paying out the whole wallet does', async () => {
  const owner = await payee();
  await onStatement((await paid(owner, 2_000_000)).payment);
  const draft = await draftOf(owner);
  await db()
    .updateTable('settlement_payment')
    .set({ wanted_cents: toCents(100_000), kind: 'withdrawal', net_cents: toCents(100_000) })
    .where('id', '=', draft.id)
    .execute();
  expect(await approve(third, { id: draft.id, net_cents: 100_000 })).toMatchObject({ approved: true });
  const rest = await draftOf(owner);
  expect(rest.net_cents).toBe(1_900_000);
  await expect(approve(importer, rest)).rejects.toMatchObject(refused);
  expect(await approve(third, rest)).toMatchObject({ approved: true });
  await paid(owner, 300_000);
  const next = await draftOf(owner);
  expect(next.money_handlers).toEqual([]);
  expect(await approve(importer, next)).toMatchObject({ approved: true });
});

test('bank file: leaves out the payouts that its creator requested, and those whose money they imported', async () => {
  await as(third, (ctx) => createBankFile(ctx, clientBankFile)).catch(() => null);
  const owner = await payee();
  await onStatement((await paid(owner, 600_000)).payment);
  await approve(third, await draftOf(owner));
  for (const who of [maker, importer, second]) {
    expect(await previewBankFiles(createTestCtx(services, who as TestPerson))).toMatchObject({
      files: [],
      left: [{ why: expect.stringMatching(/Ask another super admin/) }],
    });
    expect(await as(who, (ctx) => createBankFile(ctx, clientBankFile))).toMatchObject({
      count: 0,
      csv: '',
      left: [{ why: expect.stringMatching(/Ask another super admin/) }],
    });
  }
  expect((await as(third, (ctx) => createBankFile(ctx, clientBankFile))).count).toBe(1);
});
