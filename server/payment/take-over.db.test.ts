import { afterEach, beforeAll, expect, test } from 'vitest';
import { takenTogether } from '#contract/payment/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { balance, settlementsStopped } from '#server/ledger/service.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { expectKilled, startDying } from '#test/dying.ts';
import { drain, told } from '#test/jobs.ts';
import { unproven } from '#test/payments.ts';
import { type StatementLine, statementCsv } from '#test/statements.ts';
import { inTransaction, type Somebody, somebody } from '#test/world.ts';
import { type AccountRow, addAccount } from './accounts.ts';
import * as cash from './cash-moves.ts';
import { reconcile } from './figures.ts';
import { statement } from './statement-lists.ts';
import * as statements from './statements.ts';
import { step, sweepStatements, workOnStatement } from './take-over.ts';

let house: House;
let head: Somebody;
let n = 0;
const db = () => house.database.db;
const as = <T>(work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, head, work);
const lines = takenTogether * 2 + 30;

beforeAll(async () => {
  house = await freshHouse();
  await setClock(house, '2027-03-10T09:00:00Z');
  head = await somebody(house, 'superadmin');
  await somebody(house, 'owner');
});
/** Others of the file begin with nothing promised. */
afterEach(() => drain(house));
const bank = async (): Promise<AccountRow> => {
  const made = await addAccount(db(), {
    ...{ company_id: null, rail: 'bank', name: `Bank ${++n}` },
    number: `0119${10_000 + n}`,
    bank_code: '01',
    fund: 'C',
  });
  if (!made) throw new Error('no account');
  return made;
};
const many = (count = lines): StatementLine[] => Array.from({ length: count }, (_, at) => ['2027-03-05', `RENT ${at}`, `FT${n}X${at}`, 1000 + at]);
const read = async (account: AccountRow, opening: number, of: readonly StatementLine[]) =>
  (await as((ctx) => statements.readStatement(ctx, { account_id: account.id, name: `file ${++n}`, csv: statementCsv(opening, of) }))).id;
const take = (id: number) => as((ctx) => statements.importStatement(ctx, { id }));
const seen = (id: number) => as((ctx) => statement(ctx, { id }));
const payments = async (account: AccountRow) =>
  (await db().selectFrom('payment').select('id').where('account_id', '=', account.id).where('status', '=', 'completed').execute()).length;
const figures = (account: AccountRow) => db().selectFrom('bank_figure').selectAll().where('account_id', '=', account.id).orderBy('id').execute();

test('a long statement is taken over in parts that go on by themselves, and says how far it is; a second click begins nothing', async () => {
  const account = await bank();
  const id = await read(account, 0, many());
  expect(await take(id)).toMatchObject({ status: 'importing', taken: 0, lines });
  expect(await step(db(), id, takenTogether)).toBe(true);
  expect(await payments(account)).toBe(takenTogether);
  expect(await take(id)).toMatchObject({ status: 'importing', taken: takenTogether });
  await expect(as((ctx) => statements.undoStatement(ctx, { id, reason: 'The wrong file', keep: false }))).rejects.toMatchObject({
    failure: 'conflict',
  });
  await drain(house);
  expect(await seen(id)).toMatchObject({ status: 'imported', taken: lines, lines });
  expect(await payments(account)).toBe(lines);
  expect((await figures(account)).map((row) => row.difference_cents)).toEqual([0]);
  expect(await db().selectFrom('payment').select('id').where('account_id', '=', account.id).where('looked_at', 'is', null).execute()).toEqual([]);
  expect(await unproven(house)).toEqual([]);
  await as((ctx) => statements.undoStatement(ctx, { id, reason: 'The wrong file', keep: false }));
  expect(await balance(db(), 'C', { code: 1010, ref: `collection:${account.id}` })).toBe(0);
});

test('half of it stops no payout and frees none: the books are compared once the last line is in', async () => {
  const account = await bank();
  await take(await read(account, 0, [['2027-03-06', 'RENT', `FT${n}Y`, 50_000]]));
  expect(await settlementsStopped(db())).toBeNull();
  // All that came before in this file went again by its last line.
  const before = many();
  const gone = before.reduce((sum, [, , , cents]) => sum + cents, 0);
  const id = await read(account, 0, [...before, ['2027-03-05', 'LOAN OUT', `OUT${n}`, -gone], ['2027-03-06', 'RENT', `FT${n - 1}Y`, 50_000]]);
  await take(id);
  await step(db(), id, takenTogether);
  await reconcile(db());
  expect(await settlementsStopped(db())).toBeNull();
  await expect(as((ctx) => cash.correct(ctx, { account_id: account.id, reason: 'Nobody knows what it is' }))).rejects.toMatchObject({
    message: expect.stringMatching(/being taken over/),
  });
  expect(await told(house, 'payment.differs')).toEqual([]);
  await drain(house);
  // Now it is known: that one left, and nobody booked it.
  expect((await figures(account)).at(-1)?.difference_cents).toBe(-gone);
  expect(await settlementsStopped(db())).not.toBeNull();
  await as((ctx) => statements.undoStatement(ctx, { id, reason: 'The wrong file', keep: false }));
  expect(await settlementsStopped(db())).toBeNull();
});

test('whoever dies in the middle is followed from there, and no line is taken twice; two at once neither', async () => {
  const account = await bank();
  const id = await read(account, 0, many());
  await take(id);
  await step(db(), id, takenTogether);
  const nowhere = 'http://127.0.0.1:9';
  await expectKilled(startDying(house, { mpesa: nowhere, box: nowhere }, { statement: id, after: 'insert into "receipt"' }));
  expect(await payments(account)).toBe(takenTogether);
  expect(await sweepStatements(house, db())).toBe(0);
  await setClock(house, new Date(clock.ms() + 180_000).toISOString());
  await Promise.all([sweepStatements(house, db()), workOnStatement(house, id)]);
  expect(await seen(id)).toMatchObject({ status: 'imported', taken: lines });
  expect(await payments(account)).toBe(lines);
  expect((await figures(account)).map((row) => row.difference_cents)).toEqual([0]);
});

test('one line that cannot be taken stops it there, in words; it goes on where it stopped, or is taken back', async () => {
  const account = await bank();
  const id = await read(account, 0, many());
  await take(id);
  await step(db(), id, takenTogether);
  const line = db()
    .selectFrom('statement_line')
    .select(['id', 'cents'])
    .where('statement_id', '=', id)
    .where('n', '=', takenTogether + 7);
  const bad = await line.executeTakeFirstOrThrow();
  const put = (cents: number | null) => db().updateTable('statement_line').set({ cents }).where('id', '=', bad.id).execute();
  await put(0);
  await expect(workOnStatement(house, id)).rejects.toThrow();
  expect(await seen(id)).toMatchObject({ status: 'importing', taken: takenTogether + 6, problem: '' });
  await put(bad.cents);
  expect(await take(id)).toMatchObject({ status: 'importing', problem: null });
  await drain(house);
  expect(await seen(id)).toMatchObject({ status: 'imported', taken: lines });
  expect(await payments(account)).toBe(lines);
});
