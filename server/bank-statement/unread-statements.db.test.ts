import { beforeAll, expect, test } from 'vitest';
import { dailyStatementLimit, unreadStatementLimits } from '#contract/bank-statement/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { setClock } from '#test/clock.ts';
import { createBankFixture } from '#test/fixtures/bank-fixture.ts';
import { addCollectionAccount } from '#test/fixtures/payment-rows.ts';
import { statementCsv } from '#test/fixtures/statements.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { listStatementLines } from './statement-lists.ts';
import { importStatement, undoStatement, uploadStatement } from './statements.ts';
import { expireUnreadStatements } from './unread-statements.ts';

let w: Awaited<ReturnType<typeof createBankFixture>>;
let owner: TestPerson;
let account = 0;
let n = 0;
beforeAll(async () => {
  w = await createBankFixture();
  owner = await createPerson(w.services, 'owner');
  account = await addCollectionAccount(w.services, owner.me.companyId ?? 0);
});
const db = () => w.services.database.db;
const upload = (account_id = account, by = owner, size = 0) => {
  const csv = `${statementCsv(0, [['2027-03-01', `RENT ${++n} ${'x'.repeat(size)}`, `UR${n}`, 100]])}`;
  return runAsPerson(w.services, by, (ctx) => uploadStatement(ctx, { account_id, name: `${n}.csv`, csv }));
};
const read = async () => (await db().selectFrom('statement').select('id').where('status', '=', 'read').orderBy('id').execute()).map(({ id }) => id);

test('unread statements: a company keeps a limited number until one is imported or discarded, and other companies are not affected', async () => {
  const ids: number[] = [];
  for (let at = 0; at < unreadStatementLimits.statements; at++) ids.push((await upload()).id);
  await expect(upload()).rejects.toMatchObject({ failure: 'conflict', message: expect.stringMatching(/not imported/) });
  const other = await createPerson(w.services, 'owner');
  await upload(await addCollectionAccount(w.services, other.me.companyId ?? 0), other);
  const [first = 0, second = 0] = ids;
  expect(await runAsPerson(w.services, owner, (ctx) => importStatement(ctx, { id: first }))).toMatchObject({ status: 'imported' });
  await upload();
  await expect(upload()).rejects.toMatchObject({ failure: 'conflict' });
  const gone = await runAsPerson(w.services, owner, (ctx) => undoStatement(ctx, { id: second, reason: 'The wrong file', keep: false }));
  expect(gone).toMatchObject({ status: 'undone', lines: 0, head: [] });
  expect(await db().selectFrom('statement_line').select('id').where('statement_id', '=', second).execute()).toEqual([]);
  await upload();
});

test('unread statements: their content is limited together', async () => {
  const third = await createPerson(w.services, 'owner');
  const own = await addCollectionAccount(w.services, third.me.companyId ?? 0);
  const size = 3_900_000;
  const fits = Math.floor(unreadStatementLimits.characters / (size + 100));
  for (let at = 0; at < fits; at++) await upload(own, third, size);
  await expect(upload(own, third, size)).rejects.toMatchObject({ failure: 'conflict' });
});

test('unread statements: expire after some days, except one whose import is requested', async () => {
  const client = (await w.bank()).id;
  const asked = await upload(client, w.head);
  await runAsPerson(w.services, w.head, (ctx) => importStatement(ctx, { id: asked.id }));
  expect(await expireUnreadStatements(db())).toBe(0);
  await setClock(w.services, new Date(clock.ms() + (unreadStatementLimits.days + 1) * 24 * 3600 * 1000).toISOString());
  const fresh = await upload(client, w.head);
  expect(await expireUnreadStatements(db())).toBeGreaterThan(10);
  expect(await read()).toEqual([asked.id, fresh.id]);
});

test('statement imports of a company: a file without new lines is refused, and uploads are limited per day across accounts', async () => {
  const fourth = await createPerson(w.services, 'owner');
  const own = [1, 2].map(() => addCollectionAccount(w.services, fourth.me.companyId ?? 0));
  const [first = 0, second = 0] = await Promise.all(own);
  const as = <T>(work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(w.services, fourth, work);
  const csv = (name: string) => `Date,Narration,Reference,Debit,Credit\n2027-03-01,RENT,${name},,"1,000.00"\n`;
  const put = (account_id: number, name: string, text = csv(name)) => as((ctx) => uploadStatement(ctx, { account_id, name, csv: text }));
  const take = (id: number) => as((ctx) => importStatement(ctx, { id }));
  await take((await put(first, 'DL0')).id);
  const again = await put(first, 'DL0 again', `${csv('DL0')}\n`);
  expect(again.fates).toMatchObject({ new: 0, known: 1 });
  await expect(take(again.id)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining('no new lines') });
  // Two clerks at once, on two accounts of the company: the limit of open files holds.
  for (let at = 2; at < unreadStatementLimits.statements; at++) await put(first, `DL${at}`);
  const both = await Promise.allSettled([put(first, 'DLA'), put(second, 'DLB')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await db().updateTable('statement').set({ status: 'undone' }).where('company_id', '=', fourth.me.companyId).execute();
  for (let at = unreadStatementLimits.statements + 1; at < dailyStatementLimit; at++) {
    const { id } = await put(second, `DM${at}`);
    await db().updateTable('statement').set({ status: 'undone' }).where('id', '=', id).execute();
  }
  await expect(put(second, 'DMZ')).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining(String(dailyStatementLimit)) });
});

test('statement of a company: a line with another reference is a probable duplicate, which a person skips or imports', async () => {
  const fifth = await createPerson(w.services, 'owner');
  const own = await addCollectionAccount(w.services, fifth.me.companyId ?? 0);
  const as = <T>(work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(w.services, fifth, work);
  const file = (rows: readonly string[]) => `Date,Narration,Reference,Debit,Credit\n${rows.map((row) => `2027-03-01,RENT OTIENO,${row}\n`).join('')}`;
  const put = (name: string, rows: readonly string[]) => as((ctx) => uploadStatement(ctx, { account_id: own, name, csv: file(rows) }));
  const payments = async () => (await db().selectFrom('payment').select('id').where('account_id', '=', own).execute()).length;
  const first = await put('march.csv', ['PD1,,"1,000.00"']);
  expect(first).toMatchObject({ probable: 0, without_balance: true });
  await as((ctx) => importStatement(ctx, { id: first.id }));
  const next = await put('april.csv', ['FT-PD1,,"1,000.00"', 'FT-PD2,,"1,000.00"']);
  expect(next).toMatchObject({ probable: 1, fates: { new: 2 } });
  expect((await as((ctx) => listStatementLines(ctx, { id: next.id, page: 1, page_size: 10 }))).results.map(({ probable }) => probable)).toEqual([
    true,
    false,
  ]);
  await expect(as((ctx) => importStatement(ctx, { id: next.id }))).rejects.toMatchObject({ failure: 'conflict', extra: { probable: 1 } });
  expect(await as((ctx) => importStatement(ctx, { id: next.id, duplicates: 'skip' }))).toMatchObject({ fates: { new: 1, known: 1 } });
  expect(await payments()).toBe(2);
  const last = await put('may.csv', ['XX-PD1,,"1,000.00"']);
  await as((ctx) => importStatement(ctx, { id: last.id, duplicates: 'import' }));
  expect(await payments()).toBe(3);
});
