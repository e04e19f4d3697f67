import { afterEach, beforeAll, expect, test } from 'vitest';
import { statementLinesPerBatch } from '#contract/bank-statement/kinds.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import * as corrections from '#server/bank-statement/corrections.ts';
import { readAccountBalance, readPayoutsBlockedReason } from '#server/ledger/service.ts';
import { listPayments } from '#server/payment/lists.ts';
import { type CollectionAccountRow, createCollectionAccount } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { findFailedLedgerChecks } from '#test/fixtures/payments.ts';
import { type StatementLine, statementCsv } from '#test/fixtures/statements.ts';
import { listSentNotifications, runQueuedJobs } from '#test/jobs.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { expectProcessKilled, startCrashingProcess } from '#test/processes/crashing-process.ts';
import { importApproved, undoApproved } from '#test/statement-imports.ts';
import { reconcileAccounts } from './bank-reconciliation.ts';
import { processStatement, resumeStatements, runStatementStep } from './import-lines.ts';
import { readStatementDetails } from './statement-lists.ts';
import * as statements from './statements.ts';

let services: TestServices;
let head: TestPerson;
let n = 0;
const db = () => services.database.db;
const as = <T>(work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, head, work);
/** Lines per part: long statements of these tests have three parts, so that the tests do not write hundreds of payments. */
const part = 5;
const lines = part * 2 + 3;

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-10T09:00:00Z');
  head = await createPerson(services, 'superadmin');
  await createPerson(services, 'owner');
});
/** The other tests of the file begin without queued jobs. */
afterEach(() => runQueuedJobs(services));
const bank = async (): Promise<CollectionAccountRow> => {
  const made = await createCollectionAccount(db(), {
    company_id: null,
    rail: 'bank',
    name: `Bank ${++n}`,
    number: `0119${10_000 + n}`,
    bank_code: '01',
    fund: 'C',
  });
  if (!made) throw new Error('no account');
  return made;
};
const many = (count = lines): StatementLine[] => Array.from({ length: count }, (_, at) => ['2027-03-05', `RENT ${at}`, `FT${n}X${at}`, 1000 + at]);
const read = async (account: CollectionAccountRow, opening: number, of: readonly StatementLine[]) =>
  (await as((ctx) => statements.uploadStatement(ctx, { account_id: account.id, name: `file ${++n}`, csv: statementCsv(opening, of) }))).id;
const take = (id: number, most = part) => importApproved(services, head, id, most);
const seen = (id: number) => as((ctx) => readStatementDetails(ctx, { id }));
const payments = async (account: CollectionAccountRow) =>
  (await db().selectFrom('payment').select('id').where('account_id', '=', account.id).where('status', '=', 'completed').execute()).length;
const figures = (account: CollectionAccountRow) =>
  db().selectFrom('bank_figure').selectAll().where('account_id', '=', account.id).orderBy('id').execute();

test('statement import: runs in batches with progress, and a second request starts no second import', async () => {
  const lines = statementLinesPerBatch * 2 + 3;
  const account = await bank();
  const id = await read(account, 0, many(lines));
  expect(await take(id, statementLinesPerBatch)).toMatchObject({ status: 'importing', taken: 0, lines });
  expect(await runStatementStep(db(), id, statementLinesPerBatch)).toBe(true);
  expect(await payments(account)).toBe(statementLinesPerBatch);
  expect(await take(id, statementLinesPerBatch)).toMatchObject({ status: 'importing', taken: statementLinesPerBatch });
  await expect(as((ctx) => statements.undoStatement(ctx, { id, reason: 'The wrong file', keep: false }))).rejects.toMatchObject({
    failure: 'conflict',
  });
  await runQueuedJobs(services);
  expect(await seen(id)).toMatchObject({ status: 'imported', taken: lines, lines });
  expect(await payments(account)).toBe(lines);
  expect((await figures(account)).map((row) => row.difference_cents)).toEqual([0]);
  expect(await db().selectFrom('payment').select('id').where('account_id', '=', account.id).where('looked_at', 'is', null).execute()).toEqual([]);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});
const back = (id: number, most = part) => undoApproved(services, head, id, {}, most);
const there = (account: CollectionAccountRow) => readAccountBalance(db(), 'C', { code: ledgerAccounts.clientBank, ref: `collection:${account.id}` });

test('undo import: runs in batches, rejects a second request, and lets the file be imported again', async () => {
  const account = await bank();
  const of = many();
  const id = await read(account, 0, of);
  await take(id);
  await runQueuedJobs(services);
  expect(await back(id)).toMatchObject({ status: 'undoing', taken: lines, lines });
  expect(await payments(account)).toBe(lines);
  expect(await runStatementStep(db(), id, part)).toBe(true);
  expect(await seen(id)).toMatchObject({ status: 'undoing', taken: lines - part });
  expect(await payments(account)).toBe(lines - part);
  // A partly imported statement proves nothing: the last comparison counts.
  await reconcileAccounts(db());
  expect((await figures(account)).map((row) => row.difference_cents)).toEqual([0]);
  await expect(back(id)).rejects.toMatchObject({ failure: 'conflict' });
  await expect(take(id)).rejects.toMatchObject({ failure: 'wrongState' });
  await runQueuedJobs(services);
  expect(await seen(id)).toMatchObject({ status: 'undone', taken: 0 });
  expect(await payments(account)).toBe(0);
  expect(await there(account)).toBe(0);
  expect(await figures(account)).toEqual([]);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
  const again = await read(account, 0, of);
  expect(again).not.toBe(id);
  await take(again);
  await runQueuedJobs(services);
  expect(await payments(account)).toBe(lines);
});

test('undo import: resumes after a crash and undoes no line twice, also with two workers', async () => {
  const account = await bank();
  const id = await read(account, 0, many());
  await take(id);
  await runQueuedJobs(services);
  await back(id);
  await runStatementStep(db(), id, part);
  const nowhere = 'http://127.0.0.1:9';
  await expectProcessKilled(startCrashingProcess(services, { mpesa: nowhere, box: nowhere }, { statement: id, after: 'update "receipt"' }));
  expect(await seen(id)).toMatchObject({ status: 'undoing', taken: lines - part });
  expect(await payments(account)).toBe(lines - part);
  await setClock(services, new Date(clock.ms() + 180_000).toISOString());
  await Promise.all([resumeStatements(services, db()), processStatement(services, id)]);
  expect(await seen(id)).toMatchObject({ status: 'undone', taken: 0 });
  expect(await there(account)).toBe(0);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('undo import: a refund before the undo prevents the undo, and a refund during the undo stops the undo with a reason until resumed', async () => {
  const account = await bank();
  const id = await read(account, 0, many());
  await take(id);
  await runQueuedJobs(services);
  const one = await db()
    .selectFrom('statement_line')
    .select('payment_id')
    .where('statement_id', '=', id)
    .where('n', '=', 7)
    .executeTakeFirstOrThrow();
  const given = (sum: number) =>
    db()
      .updateTable('payment')
      .set({ refunded_cents: toCents(sum) })
      .where('id', '=', one.payment_id ?? 0)
      .execute();
  await given(100);
  await expect(back(id)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringMatching(/already been refunded/) });
  expect(await seen(id)).toMatchObject({ status: 'imported' });
  expect(await payments(account)).toBe(lines);
  await given(0);
  await back(id);
  await given(100);
  await expect(processStatement(services, id)).rejects.toThrow();
  expect(await seen(id)).toMatchObject({ status: 'undoing', taken: 7, problem: expect.stringMatching(/already been refunded/) });
  await expect(back(id)).rejects.toMatchObject({ failure: 'conflict' });
  await given(0);
  // The rest is short now.
  expect(await back(id, statementLinesPerBatch)).toMatchObject({ status: 'undone' });
  expect(await there(account)).toBe(0);
});

test('undo import: a payment both imported and reversed by the file is not restored', async () => {
  const account = await bank();
  const id = await read(account, 0, [
    ['2027-03-05', 'EFT FROM JANE WAMBUI', 'CHQ777001', 1000],
    ['2027-03-06', 'REVERSAL OF CHQ777001', 'REV1', -1000],
  ]);
  await take(id);
  await runQueuedJobs(services);
  expect(await payments(account)).toBe(0);
  await back(id);
  await runQueuedJobs(services);
  expect(await payments(account)).toBe(0);
  expect(await there(account)).toBe(0);
});

test('statement import: one notification lists the number of unallocated payments and links to their statement lines', async () => {
  const other = await createPerson(services, 'superadmin');
  const heard = async (event: string) => (await listSentNotifications(services, event)).filter(({ to }) => to.personId === other.me.userId);
  const account = await bank();
  const of = many();
  const id = await read(account, 0, of);
  await take(id);
  expect(await heard('payment.waiting')).toEqual([]);
  await runQueuedJobs(services);
  expect(await heard('payment.unmatched')).toEqual([]);
  const sum = formatKesPlain(of.reduce((total, [, , , one]) => total + one, 0));
  const [one, ...more] = await heard('payment.waiting');
  expect(more).toEqual([]);
  expect(one?.params).toEqual({ count: String(lines), lines: String(lines), account: `${account.name} …${account.number.slice(-4)}`, sum });
  expect(one?.page).toBe(`${linkTo('payment.finance', 'superadmin')}?tab=suspense&statement=${id}`);
  // A repeated run, or one after a crash, sends no second notification.
  await processStatement(services, id);
  expect(await heard('payment.waiting')).toHaveLength(1);
  const listed = await as((ctx) =>
    listPayments(ctx, { page: 1, page_size: 10, sort: 'received_at', z_filter: { statement_id: id, nobodys: 'true' } }),
  );
  expect(listed.count).toBe(lines);
  await take(await read(await bank(), 0, many(3)));
  await runQueuedJobs(services);
  expect(await heard('payment.waiting')).toHaveLength(2);
  expect(await heard('payment.unmatched')).toEqual([]);
});

test('statement import: an incomplete import neither blocks nor unblocks payouts before its last line', async () => {
  const account = await bank();
  await take(await read(account, 0, [['2027-03-04', 'RENT', `FT${n}Y`, 50_000]]));
  expect(await readPayoutsBlockedReason(db())).toBeNull();
  // The last line of the file reverses all receipts before it.
  const before = many();
  const gone = before.reduce((sum, [, , , one]) => sum + one, 0);
  const id = await read(account, 0, [['2027-03-04', 'RENT', `FT${n - 1}Y`, 50_000], ...before, ['2027-03-05', 'LOAN OUT', `OUT${n}`, -gone]]);
  await take(id);
  await runStatementStep(db(), id, part);
  await reconcileAccounts(db());
  expect(await readPayoutsBlockedReason(db())).toBeNull();
  await expect(
    as((ctx) => corrections.correctReconciliationDifference(ctx, { account_id: account.id, reason: 'Nobody knows what it is' })),
  ).rejects.toMatchObject({
    message: expect.stringMatching(/is being imported/),
  });
  expect(await listSentNotifications(services, 'payment.differs')).toEqual([]);
  await runQueuedJobs(services);
  // Now it is known that one left without a journal.
  expect((await figures(account)).at(-1)?.difference_cents).toBe(-gone);
  expect(await readPayoutsBlockedReason(db())).not.toBeNull();
  await back(id);
  await runQueuedJobs(services);
  expect(await readPayoutsBlockedReason(db())).toBeNull();
});

test('statement import: resumes after a crash and imports no line twice, also with two workers', async () => {
  const account = await bank();
  const id = await read(account, 0, many());
  await take(id);
  await runStatementStep(db(), id, part);
  const nowhere = 'http://127.0.0.1:9';
  await expectProcessKilled(startCrashingProcess(services, { mpesa: nowhere, box: nowhere }, { statement: id, after: 'insert into "receipt"' }));
  expect(await payments(account)).toBe(part);
  expect(await resumeStatements(services, db())).toBe(0);
  await setClock(services, new Date(clock.ms() + 180_000).toISOString());
  await Promise.all([resumeStatements(services, db()), processStatement(services, id)]);
  expect(await seen(id)).toMatchObject({ status: 'imported', taken: lines });
  expect(await payments(account)).toBe(lines);
  expect((await figures(account)).map((row) => row.difference_cents)).toEqual([0]);
});

test('statement import: a payment keeps its bank reference and payer, also when two payments share a reference', async () => {
  const account = await bank();
  await take(
    await read(account, 0, [
      ['2027-03-05', 'EFT FROM JANE WAMBUI', 'CHQ000231', 1000],
      ['2027-03-06', 'EFT FROM PETER OTIENO', 'CHQ000231', 2000],
    ]),
  );
  await runQueuedJobs(services);
  const rows = await db()
    .selectFrom('payment')
    .select(['external', 'payer', 'cents'])
    .where('account_id', '=', account.id)
    .orderBy('cents')
    .execute();
  expect(rows).toEqual([
    { external: 'CHQ000231', payer: 'JANE WAMBUI', cents: 1000 },
    { external: 'CHQ000231', payer: 'PETER OTIENO', cents: 2000 },
  ]);
});
