import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { decideApprovalRequest, readApprovalRequest } from '#server/approval/requests.ts';
import { withdrawCashDeposit } from '#server/cash/deposits.ts';
import { unscopedDb } from '#server/kernel/scoped.ts';
import { readAccountBalance } from '#server/ledger/service.ts';
import type { CollectionAccountRow } from '#server/treasury/accounts.ts';
import { createBankFixture, declareWithSlip, takeCash } from '#test/fixtures/bank-fixture.ts';
import { createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, setTrustMode } from '#test/fixtures/payments.ts';
import { type StatementLine, statementCsv } from '#test/fixtures/statements.ts';
import { startBlockedWork } from '#test/lock-order.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { processStatement, runStatementStep } from '../import-lines.ts';
import { importApprovedStatement } from '../import-request.ts';
import { importStatement, uploadStatement } from '../statements.ts';

let w: Awaited<ReturnType<typeof createBankFixture>>;
let bank: CollectionAccountRow;
let here: OwnerWithUnit;
let [second, third]: TestPerson[] = [];
let n = 0;
beforeAll(async () => {
  w = await createBankFixture();
  [second, third] = [await createPerson(w.services, 'superadmin'), await createPerson(w.services, 'superadmin')];
  await makeAccountsEstablished(w.services, w.head, second, third);
});
beforeEach(async () => {
  bank = await w.bank();
  here = await createOwnerWithUnit(w.services);
  await setTrustMode(w.services, here.owner.me.companyId ?? 0);
});

const db = () => w.services.database.db;
const inHand = () => readAccountBalance(db(), 'C', { code: ledgerAccounts.cashInHand, company: here.owner.me.companyId ?? 0 });
const upload = (lines: readonly StatementLine[], account = bank, opening = 0) =>
  w.as((ctx) => uploadStatement(ctx, { account_id: account.id, name: `file ${++n}`, csv: statementCsv(opening, lines) }));
const ask = async (id: number): Promise<number> => (await w.as((ctx) => importStatement(ctx, { id }))).request?.id ?? 0;
const approve = (id: number, by = second) =>
  runAsPerson(w.services, by ?? null, (ctx) => decideApprovalRequest(w.services)(ctx, { id, approve: true, reason: '' }));
const declare = (ids: number[]) => declareWithSlip(w, here, { account_id: bank.id, payment_ids: ids, reference: 'SLIP 771204' });
const receipts = async (account = bank) => (await db().selectFrom('receipt').select('id').where('account_id', '=', account.id).execute()).length;
const slip: StatementLine = ['2027-03-05', 'CASH DEPOSIT SLIP 771204', 'CD1', 300_000];
const changed = { failure: 'conflict', message: expect.stringMatching(/changed after the request/) };

test('statement import: the request states money in and out, charges, and the cash of which company its lines clear', async () => {
  const one = await takeCash(w, here, 300_000);
  await declare([one.id]);
  const lines: StatementLine[] = [slip, ['2027-03-05', 'RENT SOMEBODY', 'FT1', 200_000], ['2027-03-06', 'LEDGER FEE', 'FT2', -5_000]];
  const { id, balances } = await upload([...lines, ['2027-03-06', 'EFT TO SOMEBODY', 'FT3', -40_000]]);
  const company = (
    await db()
      .selectFrom('company')
      .select('name')
      .where('id', '=', here.owner.me.companyId ?? 0)
      .executeTakeFirstOrThrow()
  ).name;
  const summary = { in_cents: 500_000, out_cents: 45_000, charge_cents: 5_000, cash: [{ company, count: 1, cents: 300_000 }] };
  expect(balances?.summary).toMatchObject(summary);
  const request = await ask(id);
  const { sentence } = await w.as((ctx) => readApprovalRequest(w.services)(ctx, { id: request }));
  expect(sentence).toContain('New receipts: 1, in total KES 2,000.');
  expect(sentence).toContain('money in KES 5,000, money out KES 450.');
  expect(sentence).toContain('Bank charges of KES 50 ');
  expect(sentence).toContain(`1 line clears cash that ${company} holds: KES 3,000.`);
});

test('statement import: a deposit that is declared or withdrawn after the request refuses the approval', async () => {
  const one = await takeCash(w, here, 300_000);
  const before = await ask((await upload([slip])).id);
  const { id } = await declare([one.id]);
  await expect(approve(before)).rejects.toMatchObject(changed);
  expect([await inHand(), await receipts()]).toEqual([300_000, 0]);
  await w.as((ctx) => decideApprovalRequest(w.services)(ctx, { id: before, approve: false, reason: '' }));
  const again = await ask((await upload([slip])).id);
  await runAsPerson(w.services, here.owner, (ctx) => withdrawCashDeposit(w.services)(ctx, { id, reason: 'The wrong slip' }));
  await expect(approve(again)).rejects.toMatchObject(changed);
  expect([await inHand(), await receipts()]).toEqual([300_000, 0]);
});

test('statement import: a deposit that is declared during a long import clears nothing of it', async () => {
  const one = await takeCash(w, here, 300_000);
  const { id } = await upload([['2027-03-04', 'RENT SOMEBODY', 'FT1', 100], slip]);
  const request = await ask(id);
  await runAsPerson(w.services, second ?? null, async (ctx) => {
    const approved = { status: 'approved', decided_by: ctx.me.userId } as const;
    const { params } = await unscopedDb(ctx.db)
      .updateTable('approval_request')
      .set(approved)
      .where('id', '=', request)
      .returning('params')
      .executeTakeFirstOrThrow();
    await importApprovedStatement(ctx, params as { statement_id: number; digest: string }, { asked_by: w.head.id }, 1);
  });
  await declare([one.id]);
  await processStatement(w.services, id, (at, statement) => runStatementStep(at, statement, 1));
  expect([await inHand(), await receipts()]).toEqual([300_000, 2]);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('declared deposit: of several lines of a file that show it, the first clears the cash and the others are receipts', async () => {
  const one = await takeCash(w, here, 300_000);
  const { code } = await declare([one.id]);
  const again = [code, one.code].map((name, at): StatementLine => ['2027-03-06', `CASH DEPOSIT ${name}`, `CD${at + 2}`, 300_000]);
  const { balances, id } = await upload([slip, ...again]);
  expect(balances?.summary.cash).toMatchObject([{ count: 1, cents: 300_000 }]);
  await approve(await ask(id));
  expect([await inHand(), await receipts()]).toEqual([0, 2]);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('cash deposit: two statements that are approved at once do not clear the same cash twice', async () => {
  const one = await takeCash(w, here, 300_000);
  const line: StatementLine = ['2027-03-05', `CASH DEPOSIT ${one.code}`, 'CD1', 300_000];
  const other = await w.bank();
  const [first, next] = [await ask((await upload([line])).id), await ask((await upload([line], other)).id)];
  const waiting = await runAsPerson(w.services, second ?? null, async (ctx) => {
    await decideApprovalRequest(w.services)(ctx, { id: first, approve: true, reason: '' });
    return startBlockedWork(ctx.db, () => approve(next, third));
  });
  expect(await Promise.allSettled(waiting)).toMatchObject([{ status: 'rejected', reason: changed }]);
  expect([await inHand(), await receipts(), await receipts(other)]).toEqual([0, 0, 0]);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});
