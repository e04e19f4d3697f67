import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { readAccountBalance } from '#server/ledger/service.ts';
import { type CollectionAccountRow, createCollectionAccount } from '#server/treasury/accounts.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { findFailedLedgerChecks } from '#test/fixtures/payments.ts';
import { type StatementLine, statementCsv } from '#test/fixtures/statements.ts';
import { runQueuedJobs } from '#test/jobs.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { importApproved, undoApproved } from '#test/statement-imports.ts';
import { processStatement, runStatementStep } from './import-lines.ts';
import { readStatementDetails } from './statement-lists.ts';
import * as statements from './statements.ts';

let services: TestServices;
let head: TestPerson;
let n = 0;
const db = () => services.database.db;
const as = <T>(work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, head, work);
const [part, lines] = [5, 13];

beforeAll(async () => {
  services = await createTestServices();
  head = await createPerson(services, 'superadmin');
});
const seen = (id: number) => as((ctx) => readStatementDetails(ctx, { id }));
const take = (id: number) => importApproved(services, head, id, part);
const payments = async (account: CollectionAccountRow) =>
  (await db().selectFrom('payment').select('id').where('account_id', '=', account.id).where('status', '=', 'completed').execute()).length;

async function uploaded() {
  const account = await createCollectionAccount(db(), {
    company_id: null,
    rail: 'bank',
    name: `Bank ${++n}`,
    number: `0119${20_000 + n}`,
    bank_code: '01',
    fund: 'C',
  });
  if (!account) throw new Error('no account');
  const of = Array.from({ length: lines }, (_, at): StatementLine => ['2026-03-05', `RENT ${at}`, `FT${n}X${at}`, 1000 + at]);
  const { id } = await as((ctx) => statements.uploadStatement(ctx, { account_id: account.id, name: `file ${n}`, csv: statementCsv(0, of) }));
  return { account, id };
}
/** An import that stopped at its seventh line; `repair` makes the line valid again. */
async function stopped() {
  const { account, id } = await uploaded();
  await take(id);
  await runStatementStep(db(), id, part);
  const bad = await db()
    .selectFrom('statement_line')
    .select(['id', 'cents'])
    .where('statement_id', '=', id)
    .where('n', '=', part + 2)
    .executeTakeFirstOrThrow();
  const put = (sum: number | null) => db().updateTable('statement_line').set({ cents: sum }).where('id', '=', bad.id).execute();
  await put(0);
  await expect(processStatement(services, id)).rejects.toThrow();
  // The error has no reason that a user can act on. The page names the line and offers to continue or to undo.
  expect(await seen(id)).toMatchObject({ status: 'importing', taken: part + 1, problem: '' });
  return { account, id, repair: () => put(bad.cents) };
}

test('statement import: a failing line stops the import, which can be resumed', async () => {
  const { account, id, repair } = await stopped();
  await repair();
  expect(await take(id)).toMatchObject({ status: 'importing', problem: null });
  await runQueuedJobs(services);
  expect(await seen(id)).toMatchObject({ status: 'imported', taken: lines });
  expect(await payments(account)).toBe(lines);
});

test('statement import: a failing line stops the import, which can be undone', async () => {
  const { account, id } = await stopped();
  expect(await payments(account)).toBe(part + 1);
  const undone = await undoApproved(services, head, id, {}, part);
  expect(undone).toMatchObject({ status: 'undoing', taken: part + 1, problem: null });
  await runQueuedJobs(services);
  expect(await seen(id)).toMatchObject({ status: 'undone', taken: 0 });
  expect(await payments(account)).toBe(0);
  expect(await readAccountBalance(db(), 'C', { code: ledgerAccounts.clientBank, ref: `collection:${account.id}` })).toBe(0);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('statement import: after a failed batch the lines are imported one by one up to the failing line', async () => {
  const { id } = await uploaded();
  const asked: number[] = [];
  const failing: typeof runStatementStep = async (_db, _id, most) => {
    asked.push(most);
    if (most > 1 || asked.length > 50) throw new Error('the 50th is bad');
    return true;
  };
  await expect(processStatement(services, id, failing)).rejects.toThrow('the 50th is bad');
  expect(asked).toEqual([100, ...Array.from({ length: 50 }, () => 1)]);
});
