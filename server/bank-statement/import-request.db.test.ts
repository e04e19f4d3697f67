import { beforeAll, beforeEach, expect, test } from 'vitest';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import type { CollectionAccountRow } from '#server/treasury/accounts.ts';
import { createBankFixture } from '#test/fixtures/bank-fixture.ts';
import { addCollectionAccount } from '#test/fixtures/payment-rows.ts';
import { findFailedLedgerChecks } from '#test/fixtures/payments.ts';
import { type StatementLine, statementCsv } from '#test/fixtures/statements.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { saveStatementRule } from './rules.ts';
import { readStatementDetails } from './statement-lists.ts';
import { importStatement, setStatementColumns, undoStatement, uploadStatement } from './statements.ts';

let w: Awaited<ReturnType<typeof createBankFixture>>;
let asker: TestPerson;
let second: TestPerson;
let account: CollectionAccountRow;
let n = 0;
beforeAll(async () => {
  w = await createBankFixture();
  asker = w.head;
  second = await createPerson(w.services, 'superadmin');
  await makeAccountsEstablished(w.services, asker, second);
});
beforeEach(async () => {
  account = await w.bank();
});

const db = () => w.services.database.db;
const upload = (csv: string, by = asker, account_id = account.id) =>
  runAsPerson(w.services, by, (ctx) => uploadStatement(ctx, { account_id, name: `typed ${++n}.csv`, csv }));
const ask = (id: number, by = asker) => runAsPerson(w.services, by, (ctx) => importStatement(ctx, { id }));
const approve = (request: number, by = second) =>
  runAsPerson(w.services, by, (ctx) => decideApprovalRequest(w.services)(ctx, { id: request, approve: true, reason: '' }));
const seen = (id: number) => runAsPerson(w.services, asker, (ctx) => readStatementDetails(ctx, { id }));
const receipts = async () => (await db().selectFrom('receipt').select('id').where('account_id', '=', account.id).execute()).length;
const rent = (day: string, reference: string, sum = 380_000_000): StatementLine => [day, 'RENT SOMEBODY', reference, sum];

test('statement import: one person alone posts nothing from a typed statement, and cannot approve it', async () => {
  const { id } = await upload(statementCsv(0, [rent('2027-03-01', 'FAKE1')]));
  const asked = await ask(id);
  expect(asked).toMatchObject({ status: 'read', second: true, request: { own: true } });
  expect(await receipts()).toBe(0);
  const request = asked.request?.id ?? 0;
  await expect(approve(request, asker)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(ask(id)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await receipts()).toBe(0);
  const { sentence, page } = await approve(request);
  expect(sentence).toContain('KES 3,800,000');
  expect(page).toMatchObject({ query: `tab=import&statement=${id}` });
  expect(await seen(id)).toMatchObject({ status: 'imported', request: null, asked_by: expect.any(String), approved_by: expect.any(String) });
  const row = await db().selectFrom('statement').select(['asked_by', 'approved_by']).where('id', '=', id).executeTakeFirst();
  expect(row).toEqual({ asked_by: asker.id, approved_by: second.id });
  expect(await receipts()).toBe(1);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('statement import: the person who uploaded the file cannot approve its import', async () => {
  const { id } = await upload(statementCsv(0, [rent('2027-03-01', 'FAKE2')]), second);
  const { request } = await ask(id);
  await expect(approve(request?.id ?? 0)).rejects.toMatchObject({ failure: 'forbidden', message: expect.stringMatching(/uploaded this statement/) });
  expect(await receipts()).toBe(0);
});

test('statement import: a statement of client money without balances is refused, and so are columns without the balance', async () => {
  const bare = await upload('Date,Narration,Reference,Debit,Credit\n2027-03-01,RENT,NB1,,500.00\n');
  expect(bare.balances).toMatchObject({ closing_cents: null, refused: expect.stringMatching(/No closing balance/) });
  await expect(ask(bare.id)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringMatching(/No closing balance/) });
  const full = await upload(statementCsv(0, [rent('2027-03-01', 'NB2')]));
  const { balance: _, ...others } = full.columns;
  const without = await runAsPerson(w.services, asker, (ctx) => setStatementColumns(ctx, { id: full.id, columns: others }));
  expect(without.balances?.refused).toMatch(/No closing balance/);
  await expect(ask(full.id)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await receipts()).toBe(0);
});

test('statement import: a footer below the last line does not hide the closing balance', async () => {
  const { balances } = await upload(`${statementCsv(0, [rent('2027-03-01', 'FO1', 100)])}Total,,,0.00,1.00,\n`);
  const begins = { opening_cents: 0, day: '2027-03-01', books_cents: 0, outstanding_cents: 0, difference_cents: 0 };
  const summary = { in_cents: 100, out_cents: 0, charge_cents: 0, cash: [] };
  expect(balances).toEqual({ opening_cents: 0, closing_cents: 100, last: null, refused: null, begins, summary });
});

test('statement import: new lines continue from the last closing balance, otherwise nothing is posted', async () => {
  await w.take(account, 0, [rent('2027-03-01', 'FT1', 100_000)]);
  const { id, balances } = await upload(statementCsv(500_000, [rent('2027-03-02', 'FT2', 50_000)]));
  expect(balances).toMatchObject({ opening_cents: 500_000, last: { day: '2027-03-01', cents: 100_000 } });
  await expect(ask(id)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringMatching(/KES 5,000.*1 March 2027.*KES 1,000/) });
  expect(await receipts()).toBe(1);
  // A file that begins earlier is continued from its first new line, and a line added before known lines is not new money.
  const overlap = [rent('2027-03-01', 'FT1', 100_000), rent('2027-03-02', 'FT2', 50_000)];
  await w.take(account, 0, overlap);
  expect(await receipts()).toBe(2);
  const added = await upload(statementCsv(-7000, [rent('2027-03-01', 'FT0', 7000), ...overlap]));
  await expect(ask(added.id)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await receipts()).toBe(2);
});

test('statement import: approval checks again that nothing was imported since the request', async () => {
  const [one, other] = [await upload(statementCsv(0, [rent('2027-03-01', 'TW1')])), await upload(statementCsv(0, [rent('2027-03-02', 'TW2')]))];
  const [first, next] = [await ask(one.id), await ask(other.id)];
  await approve(first.request?.id ?? 0);
  await expect(approve(next.request?.id ?? 0)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringMatching(/KES 3,800,000/) });
  expect(await receipts()).toBe(1);
});

test('statement import: two approvals at once import a statement once', async () => {
  const third = await createPerson(w.services, 'superadmin');
  await makeAccountsEstablished(w.services, third);
  const { request } = await ask((await upload(statementCsv(0, [rent('2027-03-01', 'TW3')]))).id);
  const results = await Promise.allSettled([approve(request?.id ?? 0), approve(request?.id ?? 0, third)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await receipts()).toBe(1);
});

test('statement import: columns do not change and the file is not discarded while its import is requested', async () => {
  const read = await upload(statementCsv(0, [rent('2027-03-01', 'CH1')]));
  const { request } = await ask(read.id);
  const change = () => runAsPerson(w.services, second, (ctx) => setStatementColumns(ctx, { id: read.id, columns: read.columns }));
  await expect(change()).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining(request?.code ?? '?') });
  const undo = () => runAsPerson(w.services, second, (ctx) => undoStatement(ctx, { id: read.id, reason: 'The wrong file', keep: false }));
  await expect(undo()).rejects.toMatchObject({ failure: 'conflict' });
  await db()
    .updateTable('statement_line')
    .set({ cells: ['2027-03-01', 'RENT', 'CH1', '', '9000000', '9000000'] })
    .where('statement_id', '=', read.id)
    .execute();
  await expect(approve(request?.id ?? 0)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringMatching(/changed after the request/) });
  expect(await receipts()).toBe(0);
});

test('statement import: a rule that is added after the request cannot change what another person approves', async () => {
  const { request } = await ask((await upload(statementCsv(0, [rent('2027-03-01', 'RU1')]))).id);
  await runAsPerson(w.services, asker, (ctx) => saveStatementRule(ctx, { contains: 'RU1', act: 'ignore' }));
  await expect(approve(request?.id ?? 0)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringMatching(/changed after the request/) });
  expect(await receipts()).toBe(0);
});

test('statement import: a company imports a statement of its own account alone and without balances', async () => {
  const owner = await createPerson(w.services, 'owner');
  const own = await addCollectionAccount(w.services, owner.me.companyId ?? 0);
  const { id } = await upload('Date,Narration,Reference,Debit,Credit\n2027-03-01,RENT,OWN1,,500.00\n', owner, own);
  expect(await ask(id, owner)).toMatchObject({ status: 'imported', second: false, request: null, balances: null });
});
