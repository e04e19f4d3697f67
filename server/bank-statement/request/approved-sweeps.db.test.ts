import { beforeAll, beforeEach, expect, test } from 'vitest';
import { decideApprovalRequest, readApprovalRequest } from '#server/approval/requests.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { type CollectionAccountRow, createCollectionAccount } from '#server/treasury/accounts.ts';
import { postSweepDeparture, undoSweepDeparture } from '#server/treasury/sweeps.ts';
import { createBankFixture } from '#test/fixtures/bank-fixture.ts';
import { type StatementLine, statementCsv } from '#test/fixtures/statements.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { processStatement, runStatementStep } from '../import-lines.ts';
import { importApprovedStatement } from '../import-request.ts';
import { importStatement, uploadStatement } from '../statements.ts';

let w: Awaited<ReturnType<typeof createBankFixture>>;
let second: TestPerson;
let [bank, other]: CollectionAccountRow[] = [];
let n = 0;
const db = () => w.services.database.db;
beforeAll(async () => {
  w = await createBankFixture();
  second = await createPerson(w.services, 'superadmin');
  await makeAccountsEstablished(w.services, w.head, second);
});
beforeEach(async () => {
  await db().updateTable('statement').set({ status: 'undone' }).where('status', '=', 'read').execute();
  bank = await w.bank();
  const made = await createCollectionAccount(db(), {
    company_id: null,
    rail: 'bank',
    name: 'Another bank',
    number: `077${++n}`,
    bank_code: '01',
    fund: 'C',
  });
  other = made ?? undefined;
});
const accounts = () => {
  if (!bank || !other) throw new Error('not made yet');
  return { bank, other };
};
const sweep = (cents: number) =>
  db()
    .transaction()
    .execute((tx) => postSweepDeparture(asClock(tx), { from: accounts().other, to: accounts().bank, cents, proof: `SW${++n}`, on: '2027-03-05' }));
const upload = (lines: readonly StatementLine[]) =>
  w.as((ctx) => uploadStatement(ctx, { account_id: accounts().bank.id, name: `file ${++n}`, csv: statementCsv(0, lines) }));
const ask = async (id: number): Promise<number> => (await w.as((ctx) => importStatement(ctx, { id }))).request?.id ?? 0;
const approve = (id: number) => runAsPerson(w.services, second, (ctx) => decideApprovalRequest(w.services)(ctx, { id, approve: true, reason: '' }));
const receipts = async () => (await db().selectFrom('receipt').select('id').where('account_id', '=', accounts().bank.id).execute()).length;
const swept: StatementLine = ['2027-03-05', 'BANK TRANSFER SETTLEMENT', 'SE1', 900_000];
const alike: StatementLine = ['2027-03-05', 'BANK TRANSFER FROM HALIMA', 'SE2', 900_000];
const changed = { failure: 'conflict', message: expect.stringMatching(/changed after the request/) };

test('statement import: of two lines alike only one shows the sweep, and the request states the other as a receipt', async () => {
  await sweep(900_000);
  const request = await ask((await upload([swept, alike])).id);
  const { sentence } = await w.as((ctx) => readApprovalRequest(w.services)(ctx, { id: request }));
  expect(sentence).toContain('New receipts: 1, in total KES 9,000.');
  await approve(request);
  expect(await receipts()).toBe(1);
});

test('statement import: a sweep that is recorded or undone after the request refuses the approval', async () => {
  const { id } = await sweep(900_000);
  const request = await ask((await upload([swept])).id);
  await db()
    .transaction()
    .execute((tx) => undoSweepDeparture(asClock(tx), id, 'Typed wrongly'));
  await expect(approve(request)).rejects.toMatchObject(changed);
  await w.as((ctx) => decideApprovalRequest(w.services)(ctx, { id: request, approve: false, reason: '' }));
  const again = await ask((await upload([swept])).id);
  await sweep(900_000);
  await expect(approve(again)).rejects.toMatchObject(changed);
  expect(await receipts()).toBe(0);
});

test('statement import: a sweep that is recorded while a long import runs takes no approved receipt', async () => {
  const { id } = await upload([['2027-03-04', 'RENT SOMEBODY', 'SE0', 100_000], swept]);
  await ask(id);
  const asked = await db()
    .selectFrom('approval_request')
    .select(['params', 'asked_by'])
    .where('kind', '=', 'statementImport')
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow();
  const { digest } = asked.params as { digest: string };
  await runAsPerson(w.services, second, (ctx) => importApprovedStatement(ctx, { statement_id: id, digest }, asked, 1));
  await runStatementStep(db(), id, 1);
  await sweep(900_000);
  await processStatement(w.services, id);
  expect(await receipts()).toBe(2);
});
