import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import * as corrections from '#server/bank-statement/corrections.ts';
import * as statements from '#server/bank-statement/statements.ts';
import { postJournal, readAccountBalance, readPayoutsBlockedReason } from '#server/ledger/service.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addStatementDifference, createOwnAccounts } from '#test/fixtures/own-accounts.ts';
import { findFailedLedgerChecks } from '#test/fixtures/payments.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { importApproved, undoApproved } from '#test/statement-imports.ts';
import * as cash from './cash-moves.ts';

let services: TestServices;
let [head, other]: TestPerson[] = [];
const db = () => services.database.db;
const as = <T>(work: Parameters<typeof runAsPerson<T>>[2], who = head) => runAsPerson(services, who as TestPerson, work);

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-10T09:00:00Z');
  await createPerson(services, 'owner');
  [head, other] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, head, other);
});
const at = (code: 1000 | 1010, id: number) => readAccountBalance(db(), 'C', { code, ref: `collection:${id}` });
const under = () => readAccountBalance(db(), 'C', { code: ledgerAccounts.cashInTransit });
const take = async (account_id: number, csv: string) => {
  const { id } = await as((ctx) => statements.uploadStatement(ctx, { account_id, name: 'file.csv', csv }));
  return importApproved(services, head as TestPerson, id);
};
const fates = async (account: number) =>
  (
    await db()
      .selectFrom('statement_line')
      .innerJoin('statement', 'statement.id', 'statement_line.statement_id')
      .select(['fate', 'journal_id'])
      .where('account_id', '=', account)
      .orderBy('statement_line.id')
      .execute()
  ).map(({ fate, journal_id }) => [fate, journal_id !== null]);

test('sweep from paybill to bank: is in transit until the bank statement shows the money, and creates no payment', async () => {
  const { paybill, bank } = await createOwnAccounts(services);
  await expect(
    as((ctx) => cash.recordSweep(ctx, { account_id: paybill, to_account_id: bank, cents: toCents(1_000_001), proof: 'SBK1SWEEP1' })),
  ).rejects.toMatchObject({ failure: 'invalid' });
  await expect(
    as((ctx) => cash.recordSweep(ctx, { account_id: bank, to_account_id: paybill, cents: toCents(100), proof: 'SBK' })),
  ).rejects.toMatchObject({
    failure: 'notFound',
  });
  const made = await as((ctx) => cash.recordSweep(ctx, { account_id: paybill, to_account_id: bank, cents: toCents(600_000), proof: 'SBK1SWEEP1' }));
  expect(made.status).toBe('left');
  expect([await at(1000, paybill), await under(), await at(1010, bank)]).toEqual([400_000, 600_000, 1_000_000]);
  await take(
    paybill,
    'Receipt No.,Completion Time,Details,Paid In,Withdrawn,Balance\nSBK1SWEEP1,10-03-2027 08:00:00,Organization Settlement to bank,,"-6,000.00","4,000.00"\n',
  );
  expect(await fates(paybill)).toEqual([['out', true]]);
  await take(
    bank,
    'Date,Narration,Reference,Debit,Credit,Balance\n2027-03-10,SAFARICOM MPESA SETTLEMENT,FT900,,"6,000.00","16,000.00"\n'.replace(
      '2027-03-11',
      '2027-03-10',
    ),
  );
  expect(await fates(bank)).toEqual([['known', true]]);
  expect([await at(1000, paybill), await under(), await at(1010, bank)]).toEqual([400_000, 0, 1_600_000]);
  expect((await as((ctx) => cash.listCashMoves(ctx, { page: 1, page_size: 10 }))).results[0]).toMatchObject({ code: made.code, status: 'arrived' });
  expect(await db().selectFrom('payment').select('id').execute()).toEqual([]);
  expect(await readPayoutsBlockedReason(db())).toBeNull();
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('unrecorded sweep: is recorded from the paybill statement if only one bank account exists', async () => {
  await db().updateTable('collection_account').set({ active: false }).where('rail', '=', 'bank').execute();
  const { paybill, bank } = await createOwnAccounts(services);
  await take(
    paybill,
    'Receipt No.,Completion Time,Details,Paid In,Withdrawn,Balance\nSBK1SWEEP2,10-03-2027 08:00:00,Organization Settlement to bank,,-250.00,"9,750.00"\n',
  );
  expect([await at(1000, paybill), await under()]).toEqual([975_000, 25_000]);
  const { results } = await as((ctx) => cash.listCashMoves(ctx, { page: 1, page_size: 10 }));
  expect(results[0]).toMatchObject({ kind: 'sweep', status: 'left', cents: 25_000, to: { id: bank } });
  await as((ctx) => cash.undoCashMove(ctx, { id: results[0]?.id ?? 0, reason: 'It came back' }));
  expect(await under()).toBe(0);
  await expect(as((ctx) => cash.confirmCashMoveArrival(ctx, { id: results[0]?.id ?? 0, proof: 'FT1' }))).rejects.toMatchObject({
    failure: 'wrongState',
  });
});

test('clearing between funds: rejects an amount above the amount owed', async () => {
  const { bank } = await createOwnAccounts(services);
  const owed = await readAccountBalance(db(), 'P', { code: ledgerAccounts.interfund });
  const clear = (sum: number) =>
    as((ctx) => cash.recordInterFundClearing(ctx, { account_id: bank, to_fund: 'P', cents: toCents(sum), proof: 'FT77' }));
  await expect(clear(owed + 1)).rejects.toMatchObject({ failure: 'invalid' });
  await clear(owed);
  expect(await readAccountBalance(db(), 'P', { code: ledgerAccounts.interfund })).toBe(0);
  expect(await readAccountBalance(db(), 'P', { code: ledgerAccounts.platformBank })).toBe(owed);
  expect(await at(1010, bank)).toBe(1_000_000 - owed);
  await expect(clear(1)).rejects.toMatchObject({ failure: 'invalid' });
});

test('clearing between funds: rejects cash at a company until the cash is paid into the bank', async () => {
  const { bank } = await createOwnAccounts(services);
  const company = (await createPerson(services, 'owner')).me.companyId ?? 0;
  const clear = (to_fund: 'D' | 'P', sum: number) =>
    as((ctx) => cash.recordInterFundClearing(ctx, { account_id: bank, to_fund, cents: toCents(sum), proof: 'FT78' }));
  const deposit = toCents(30_000);
  const said = { source: ['test', 1], companyId: company, params: {} } as const;
  // A deposit that an owner collected in cash.
  await postJournal(db(), {
    ...said,
    key: 'test:deposit',
    kind: 'money_allocated',
    pairs: [
      { fund: 'C', dr: { code: ledgerAccounts.cashInHand, company }, cr: { code: ledgerAccounts.interfund }, cents: deposit },
      { fund: 'D', dr: { code: ledgerAccounts.interfund }, cr: { code: ledgerAccounts.unallocatedReceipts }, cents: deposit },
    ],
  });
  const { owed } = await as((ctx) => corrections.listReconciliations(ctx));
  expect(owed.D).toBe(deposit);
  await clear('P', owed.P);
  expect((await as((ctx) => corrections.listReconciliations(ctx))).payable).toEqual({ D: 0, P: 0 });
  await expect(clear('D', deposit)).rejects.toMatchObject({ failure: 'invalid' });
  await postJournal(db(), {
    ...said,
    key: 'test:brought',
    kind: 'money_received',
    pairs: [
      {
        fund: 'C',
        dr: { code: ledgerAccounts.clientBank, ref: `collection:${bank}` },
        cr: { code: ledgerAccounts.cashInHand, company },
        cents: deposit,
      },
    ],
  });
  await clear('D', deposit);
  await postJournal(db(), {
    ...said,
    key: 'test:back',
    kind: 'adjustment',
    pairs: [{ fund: 'D', dr: { code: ledgerAccounts.unallocatedReceipts }, cr: { code: ledgerAccounts.depositBank }, cents: deposit }],
  });
});

test('cash correction: needs two people, unblocks payouts, and is rejected for an account without a difference', async () => {
  const bank = await addStatementDifference(services, -700);
  expect(await readPayoutsBlockedReason(db())).not.toBeNull();
  const asked = await as((ctx) => corrections.correctReconciliationDifference(ctx, { account_id: bank, reason: 'Nobody can find it any more' }));
  expect(asked).toMatchObject({ cents: -700, status: 'asked', may_approve: false });
  await expect(
    as((ctx) => corrections.correctReconciliationDifference(ctx, { account_id: bank, reason: 'Once more, the same' })),
  ).rejects.toMatchObject({
    failure: 'conflict',
  });
  await expect(as((ctx) => corrections.approveCashMove(ctx, { id: asked.id }))).rejects.toMatchObject({ failure: 'forbidden' });
  expect((await as((ctx) => corrections.listReconciliations(ctx))).results.find((one) => one.account.id === bank)?.said).toMatchObject({
    difference_cents: -700,
  });
  // A super admin with a new account may not approve the correction.
  const young = await createPerson(services, 'superadmin');
  await expect(as((ctx) => corrections.approveCashMove(ctx, { id: asked.id }), young)).rejects.toMatchObject({ failure: 'forbidden' });
  const cost = await readAccountBalance(db(), 'P', { code: ledgerAccounts.paymentCharges });
  await as((ctx) => corrections.approveCashMove(ctx, { id: asked.id }), other);
  expect(await readAccountBalance(db(), 'P', { code: ledgerAccounts.paymentCharges })).toBe(cost + 700);
  expect(await readPayoutsBlockedReason(db())).toBeNull();
  await expect(
    as((ctx) => corrections.correctReconciliationDifference(ctx, { account_id: bank, reason: 'Nothing is wrong now' })),
  ).rejects.toMatchObject({
    failure: 'conflict',
  });
  // The approval is valid only for the requested amount.
  const more = await addStatementDifference(services, 900);
  const late = await as((ctx) => corrections.correctReconciliationDifference(ctx, { account_id: more, reason: 'It is over, and nobody asks' }));
  await db().updateTable('bank_figure').set({ cents: 1_001_000 }).where('account_id', '=', more).execute();
  await expect(as((ctx) => corrections.approveCashMove(ctx, { id: late.id }), other)).rejects.toMatchObject({ failure: 'conflict' });
});

test('undoing a statement import: undoes its sweeps, but is refused if a sweep has arrived since, and the error names that sweep', async () => {
  await db().updateTable('collection_account').set({ active: false }).where('rail', '=', 'bank').execute();
  const { paybill, bank } = await createOwnAccounts(services);
  const left = (number: string) =>
    `Receipt No.,Completion Time,Details,Paid In,Withdrawn,Balance\n${number},10-03-2027 08:00:00,Organization Settlement to bank,,-250.00,"9,750.00"\n`;
  const undo = (id: number, keep = false) => undoApproved(services, head as TestPerson, id, { keep });
  const before = await under();
  const wrong = await take(paybill, left('SBK2SWEEP1'));
  expect([await at(1000, paybill), await under()]).toEqual([975_000, before + 25_000]);
  await undo(wrong.id);
  expect([await at(1000, paybill), await under()]).toEqual([1_000_000, before]);
  const right = await take(paybill, left('SBK2SWEEP2'));
  const arrived = 'Date,Narration,Reference,Debit,Credit,Balance\n2027-03-10,SAFARICOM MPESA SETTLEMENT,FT901,,250.00,"10,250.00"\n';
  const came = await take(bank, arrived);
  expect([await under(), await at(1010, bank)]).toEqual([before, 1_025_000]);
  const { code } = (await as((ctx) => cash.listCashMoves(ctx, { page: 1, page_size: 1 }))).results[0] ?? {};
  await expect(undo(right.id)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining(code ?? '?') });
  // The bank's statement is undone first; then the sweep is in transit again and may arrive once more.
  await undo(came.id);
  expect([await under(), await at(1010, bank)]).toEqual([before + 25_000, 1_000_000]);
  await take(bank, arrived);
  expect([await under(), await at(1010, bank)]).toEqual([before, 1_025_000]);
  await undo(right.id, true);
  expect([await at(1000, paybill), await at(1010, bank)]).toEqual([975_000, 1_025_000]);
  expect((await findFailedLedgerChecks(services)).filter((one) => !one.includes('cash_is_statement'))).toEqual([]);
});

test('cash correction: the approval locks the account before the row of the correction', async () => {
  const account_id = await addStatementDifference(services, -900);
  const asked = await as((ctx) => corrections.correctReconciliationDifference(ctx, { account_id, reason: 'A charge nobody knew' }));
  const { pool } = services.database;
  const first = await pool.connect();
  const waiting = async () =>
    (await pool.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).rowCount;
  try {
    await first.query('begin');
    await first.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`figures:${account_id}`]);
    const approving = as((ctx) => corrections.approveCashMove(ctx, { id: asked.id }), other);
    await expect.poll(waiting).toBe(1);
    const row = await first.query('select id from cash_move where id = $1 for update nowait', [asked.id]);
    await first.query('commit');
    expect([row.rowCount, (await approving).status]).toEqual([1, 'arrived']);
  } finally {
    first.release();
  }
});
