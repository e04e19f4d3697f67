import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { decideApprovalRequest, readApprovalRequest } from '#server/approval/requests.ts';
import { postJournal } from '#server/ledger/service.ts';
import type { CollectionAccountRow } from '#server/treasury/accounts.ts';
import { createBankFixture } from '#test/fixtures/bank-fixture.ts';
import { findFailedLedgerChecks } from '#test/fixtures/payments.ts';
import { type StatementLine, statementCsv } from '#test/fixtures/statements.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { startBlockedWork } from '#test/lock-order.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { undoApproved } from '#test/statement-imports.ts';
import { processStatement } from '../import-lines.ts';
import { importStatement, uploadStatement } from '../statements.ts';

let w: Awaited<ReturnType<typeof createBankFixture>>;
let [second, third]: TestPerson[] = [];
let account: CollectionAccountRow;
let n = 0;
beforeAll(async () => {
  w = await createBankFixture();
  [second, third] = [await createPerson(w.services, 'superadmin'), await createPerson(w.services, 'superadmin')];
  await makeAccountsEstablished(w.services, w.head, second, third);
});
beforeEach(async () => {
  // Makao keeps few files that are not imported.
  await w.services.database.db.updateTable('statement').set({ status: 'undone' }).where('status', '=', 'read').execute();
  account = await w.bank();
});

const rent = (day: string, reference: string, sum: number): StatementLine => [day, 'RENT SOMEBODY', reference, sum];
const upload = (opening: number, lines: readonly StatementLine[]) =>
  w.as((ctx) => uploadStatement(ctx, { account_id: account.id, name: `file ${++n}`, csv: statementCsv(opening, lines) }));
const ask = async (id: number): Promise<number> => (await w.as((ctx) => importStatement(ctx, { id }))).request?.id ?? 0;
const approve = (id: number, by = second) =>
  runAsPerson(w.services, by ?? null, (ctx) => decideApprovalRequest(w.services)(ctx, { id, approve: true, reason: '' }));
const request = (id: number) => runAsPerson(w.services, second ?? null, (ctx) => readApprovalRequest(w.services)(ctx, { id }));
const receipts = async () =>
  (await w.services.database.db.selectFrom('receipt').select('id').where('account_id', '=', account.id).where('reversed_at', 'is', null).execute())
    .length;
/** Money that the ledger has in the account on a day. */
const book = (day: string, cents: number, kind: 'adjustment' | 'payout_confirmed' = 'adjustment') => {
  const [here, elsewhere] = [
    { code: ledgerAccounts.clientBank, ref: `collection:${account.id}` },
    { code: ledgerAccounts.clientBank, ref: 'elsewhere' },
  ];
  const sides = cents > 0 ? { dr: here, cr: elsewhere } : { dr: elsewhere, cr: here };
  return postJournal(w.services.database.db, {
    key: `booked:${++n}`,
    kind,
    source: ['test', account.id],
    companyId: null,
    params: {},
    valueDay: day,
    pairs: [{ fund: 'C', cents: toCents(Math.abs(cents)), ...sides }],
  });
};

test('statement import: a request that an imported statement made impossible is closed, and the requester is notified of the reason', async () => {
  const [one, other] = [await upload(0, [rent('2027-03-01', 'OR1', 500_000)]), await upload(0, [rent('2027-03-02', 'OR2', 400_000)])];
  const [first, next] = [await ask(one.id), await ask(other.id)];
  expect(await request(next)).toMatchObject({ status: 'asked', may_approve: true, blocked: null });
  await approve(first);
  expect(await request(next)).toMatchObject({ status: 'asked', may_approve: false, blocked: expect.stringMatching(/begin with a balance of KES 0/) });
  await expect(approve(next)).rejects.toMatchObject({ failure: 'conflict' });
  await processStatement(w.services, one.id);
  expect(await request(next)).toMatchObject({ status: 'withdrawn', decision: expect.stringMatching(/begin with a balance of KES 0/) });
  const notified = await listSentNotifications(w.services, 'approval.closed');
  expect(notified.map(({ to }) => to.personId)).toEqual([w.head.id]);
  await processStatement(w.services, one.id);
  expect(await listSentNotifications(w.services, 'approval.closed')).toHaveLength(1);
});

test('statement import: requests for other accounts, and for a file that still fits, stay open', async () => {
  const [one, all] = [
    await upload(0, [rent('2027-03-01', 'ST1', 500_000)]),
    await upload(0, [rent('2027-03-01', 'ST1', 500_000), rent('2027-03-02', 'ST2', 100)]),
  ];
  const [first, next] = [await ask(one.id), await ask(all.id)];
  await approve(first);
  await processStatement(w.services, one.id);
  expect(await request(next)).toMatchObject({ status: 'asked', may_approve: true });
});

test('statement import: two statements of one account that are approved at once are imported one after the other', async () => {
  const [one, other] = [await upload(0, [rent('2027-03-01', 'AO1', 500_000)]), await upload(0, [rent('2027-03-02', 'AO2', 400_000)])];
  const [first, next] = [await ask(one.id), await ask(other.id)];
  const waiting = await runAsPerson(w.services, second ?? null, async (ctx) => {
    await decideApprovalRequest(w.services)(ctx, { id: first, approve: true, reason: '' });
    return startBlockedWork(ctx.db, () => approve(next, third));
  });
  expect(await Promise.allSettled(waiting)).toMatchObject([
    { status: 'rejected', reason: { failure: 'conflict', message: expect.stringMatching(/KES 5,000/) } },
  ]);
  expect(await receipts()).toBe(1);
});

test('statement import: an earlier statement that leads from the ledger to the first imported one is imported', async () => {
  const late = await upload(100_000, [rent('2027-03-05', 'EA2', 50_000)]);
  expect(late.balances?.begins).toMatchObject({ opening_cents: 100_000, books_cents: 0, difference_cents: 100_000 });
  const { sentence } = await approve(await ask(late.id));
  expect(sentence).toContain('Opening balance KES 1,000, ledger balance KES 0, difference KES 1,000.');
  const early = await upload(0, [rent('2027-03-01', 'EA1', 100_000)]);
  expect(early.balances).toMatchObject({ refused: null, begins: { difference_cents: 0 } });
  const { sentence: said } = await approve(await ask(early.id));
  expect(said).toContain('The opening balance of KES 0 agrees with the ledger.');
  const figure = await w.services.database.db
    .selectFrom('bank_figure')
    .select('difference_cents')
    .where('statement_id', '=', late.id)
    .executeTakeFirst();
  expect([await receipts(), figure?.difference_cents]).toEqual([2, 0]);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('statement import: earlier statements that reach neither the first imported one nor the ledger are refused with what to do', async () => {
  await approve(await ask((await upload(0, [rent('2027-03-05', 'RE1', 50_000)])).id));
  await approve(await ask((await upload(50_000, [rent('2027-03-08', 'RE2', 50_000)])).id));
  const refusedWith = async (opening: number, lines: readonly StatementLine[], said: RegExp) => {
    const { id, balances } = await upload(opening, lines);
    expect(balances?.refused).toMatch(said);
    await expect(ask(id)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringMatching(said) });
  };
  await refusedWith(10_000, [rent('2027-03-01', 'RE3', 20_000)], /begin on 5 March 2027 with KES 0.*ends with KES 300\..*undo the later imports/);
  // The first statement agrees with the ledger, so lines before it would count twice.
  await refusedWith(-7_000, [rent('2027-03-01', 'RE4', 7_000)], /ledger balance at the start of 1 March 2027 is KES 0/);
  const [came, went] = [rent('2027-03-01', 'RE6', 7_000), rent('2027-03-01', 'RE7', -7_000)];
  await refusedWith(0, [came, went], /before 5 March 2027 cancel each other out.*Undo the later imports/);
  await refusedWith(60_000, [rent('2027-03-06', 'RE5', 7_000)], /up to 8 March 2027.*from KES 600 to KES 670.*one statement of all missing days/);
});

test('statement import: the gap that an undone import left is filled by a statement of its days', async () => {
  const undone = await upload(0, [rent('2027-03-01', 'GA1', 50_000)]);
  await approve(await ask(undone.id));
  await approve(await ask((await upload(50_000, [rent('2027-03-03', 'GA2', 50_000)])).id));
  await undoApproved(w.services, w.head, undone.id);
  const { id, balances } = await upload(0, [rent('2027-03-01', 'GA1', 30_000), rent('2027-03-02', 'GA3', 20_000)]);
  expect(balances).toMatchObject({ refused: null, begins: { difference_cents: 0 } });
  await approve(await ask(id));
  expect(await receipts()).toBe(3);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('opening balance of the first statement: payouts that the bank has not made yet explain a difference, and other entries do not', async () => {
  await book('2027-02-10', 900_000);
  await book('2027-02-27', -300_000, 'payout_confirmed');
  const paid = await upload(600_000, [rent('2027-03-01', 'OB1', 100)]);
  expect(paid.balances?.begins).toMatchObject({ books_cents: 600_000, outstanding_cents: 0, difference_cents: 0 });
  const unpaid = await upload(900_000, [rent('2027-03-01', 'OB2', 100)]);
  expect(unpaid.balances?.begins).toMatchObject({ books_cents: 600_000, outstanding_cents: 300_000, difference_cents: 0 });
  const other = await upload(950_000, [rent('2027-03-01', 'OB3', 100)]);
  expect(other.balances?.begins?.difference_cents).not.toBe(0);
});

test('opening balance of the first statement: one that begins in the middle of a day contains entries of this day', async () => {
  await book('2027-02-10', 900_000);
  await book('2027-03-01', 40_000);
  await book('2027-03-01', 7_000);
  const { balances } = await upload(940_000, [rent('2027-03-01', 'MI1', 7_000)]);
  expect(balances?.begins).toMatchObject({ books_cents: 900_000, outstanding_cents: 40_000, difference_cents: 0 });
  expect((await upload(947_001, [rent('2027-03-01', 'MI2', 1)])).balances?.begins?.difference_cents).not.toBe(0);
});
