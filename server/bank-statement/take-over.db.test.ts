import { afterEach, beforeAll, expect, test } from 'vitest';
import { takenTogether } from '#contract/bank-statement/kinds.ts';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import * as corrections from '#server/bank-statement/corrections.ts';
import { balance, settlementsStopped } from '#server/ledger/service.ts';
import { all } from '#server/payment/lists.ts';
import { type AccountRow, addAccount } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { drain, told } from '#test/jobs.ts';
import { expectKilled, startDying } from '#test/processes/dying.ts';
import { inTransaction, type Somebody, somebody } from '#test/world.ts';
import { unproven } from '#test/worlds/payments.ts';
import { type StatementLine, statementCsv } from '#test/worlds/statements.ts';
import { reconcile } from './figures.ts';
import { statement } from './statement-lists.ts';
import * as statements from './statements.ts';
import { step, sweepStatements, workOnStatement } from './take-over.ts';

let house: House;
let head: Somebody;
let n = 0;
const db = () => house.database.db;
const as = <T>(work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, head, work);
/** Lines a part: a long statement of these tests has three parts, so that nobody has to write hundreds of payments. */
const part = 5;
const lines = part * 2 + 3;

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
const take = (id: number, most = part) => as((ctx) => statements.importStatement(ctx, { id }, most));
const seen = (id: number) => as((ctx) => statement(ctx, { id }));
const payments = async (account: AccountRow) =>
  (await db().selectFrom('payment').select('id').where('account_id', '=', account.id).where('status', '=', 'completed').execute()).length;
const figures = (account: AccountRow) => db().selectFrom('bank_figure').selectAll().where('account_id', '=', account.id).orderBy('id').execute();

test('a long statement is taken over in parts that go on by themselves, and says how far it is; a second click begins nothing', async () => {
  const lines = takenTogether * 2 + 3;
  const account = await bank();
  const id = await read(account, 0, many(lines));
  expect(await take(id, takenTogether)).toMatchObject({ status: 'importing', taken: 0, lines });
  expect(await step(db(), id, takenTogether)).toBe(true);
  expect(await payments(account)).toBe(takenTogether);
  expect(await take(id, takenTogether)).toMatchObject({ status: 'importing', taken: takenTogether });
  await expect(as((ctx) => statements.undoStatement(ctx, { id, reason: 'The wrong file', keep: false }))).rejects.toMatchObject({
    failure: 'conflict',
  });
  await drain(house);
  expect(await seen(id)).toMatchObject({ status: 'imported', taken: lines, lines });
  expect(await payments(account)).toBe(lines);
  expect((await figures(account)).map((row) => row.difference_cents)).toEqual([0]);
  expect(await db().selectFrom('payment').select('id').where('account_id', '=', account.id).where('looked_at', 'is', null).execute()).toEqual([]);
  expect(await unproven(house)).toEqual([]);
});
const back = (id: number, most = part) => as((ctx) => statements.undoStatement(ctx, { id, reason: 'The wrong file', keep: false }, most));
const there = (account: AccountRow) => balance(db(), 'C', { code: accounts.clientBank, ref: `collection:${account.id}` });

test('a long one is taken back in parts too, and is not called so before the last; a second click begins nothing, and the file may come again', async () => {
  const account = await bank();
  const of = many();
  const id = await read(account, 0, of);
  await take(id);
  await drain(house);
  expect(await back(id)).toMatchObject({ status: 'undoing', taken: lines, lines });
  expect(await payments(account)).toBe(lines);
  expect(await step(db(), id, part)).toBe(true);
  expect(await seen(id)).toMatchObject({ status: 'undoing', taken: lines - part });
  expect(await payments(account)).toBe(lines - part);
  // Half of it says nothing: what was compared before stands.
  await reconcile(db());
  expect((await figures(account)).map((row) => row.difference_cents)).toEqual([0]);
  await expect(back(id)).rejects.toMatchObject({ failure: 'conflict' });
  await expect(take(id)).rejects.toMatchObject({ failure: 'wrongState' });
  await drain(house);
  expect(await seen(id)).toMatchObject({ status: 'undone', taken: 0 });
  expect(await payments(account)).toBe(0);
  expect(await there(account)).toBe(0);
  expect(await figures(account)).toEqual([]);
  expect(await unproven(house)).toEqual([]);
  const again = await read(account, 0, of);
  expect(again).not.toBe(id);
  await take(again);
  await drain(house);
  expect(await payments(account)).toBe(lines);
});

test('whoever dies while taking back is followed from there, and no line is taken back twice; two at once neither', async () => {
  const account = await bank();
  const id = await read(account, 0, many());
  await take(id);
  await drain(house);
  await back(id);
  await step(db(), id, part);
  const nowhere = 'http://127.0.0.1:9';
  await expectKilled(startDying(house, { mpesa: nowhere, box: nowhere }, { statement: id, after: 'update "receipt"' }));
  expect(await seen(id)).toMatchObject({ status: 'undoing', taken: lines - part });
  expect(await payments(account)).toBe(lines - part);
  await setClock(house, new Date(clock.ms() + 180_000).toISOString());
  await Promise.all([sweepStatements(house, db()), workOnStatement(house, id)]);
  expect(await seen(id)).toMatchObject({ status: 'undone', taken: 0 });
  expect(await there(account)).toBe(0);
  expect(await unproven(house)).toEqual([]);
});

test('money of it that was given back keeps all of it where it is; what is given back meanwhile stops it there, in words, and it goes on', async () => {
  const account = await bank();
  const id = await read(account, 0, many());
  await take(id);
  await drain(house);
  const one = await db()
    .selectFrom('statement_line')
    .select('payment_id')
    .where('statement_id', '=', id)
    .where('n', '=', 7)
    .executeTakeFirstOrThrow();
  const given = (sum: number) =>
    db()
      .updateTable('payment')
      .set({ refunded_cents: cents(sum) })
      .where('id', '=', one.payment_id ?? 0)
      .execute();
  await given(100);
  await expect(back(id)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringMatching(/given back/) });
  expect(await seen(id)).toMatchObject({ status: 'imported' });
  expect(await payments(account)).toBe(lines);
  await given(0);
  await back(id);
  await given(100);
  await expect(workOnStatement(house, id)).rejects.toThrow();
  expect(await seen(id)).toMatchObject({ status: 'undoing', taken: 7, problem: expect.stringMatching(/given back/) });
  await expect(back(id)).rejects.toMatchObject({ failure: 'conflict' });
  await given(0);
  // What is left is short by now.
  expect(await back(id, takenTogether)).toMatchObject({ status: 'undone' });
  expect(await there(account)).toBe(0);
});

test('what a file brought and took back itself never was once it is taken back', async () => {
  const account = await bank();
  const id = await read(account, 0, [
    ['2027-03-05', 'EFT FROM JANE WAMBUI', 'CHQ777001', 1000],
    ['2027-03-06', 'REVERSAL OF CHQ777001', 'REV1', -1000],
  ]);
  await take(id);
  await drain(house);
  expect(await payments(account)).toBe(0);
  await back(id);
  await drain(house);
  expect(await payments(account)).toBe(0);
  expect(await there(account)).toBe(0);
});

test('of what nobody can be found for one notice is sent a statement, with the way to those lines alone', async () => {
  const other = await somebody(house, 'superadmin');
  const heard = async (event: string) => (await told(house, event)).filter(({ to }) => to.personId === other.me.userId);
  const account = await bank();
  const of = many();
  const id = await read(account, 0, of);
  await take(id);
  expect(await heard('payment.waiting')).toEqual([]);
  await drain(house);
  expect(await heard('payment.unmatched')).toEqual([]);
  const sum = kesPlain(of.reduce((total, [, , , one]) => total + one, 0));
  const [one, ...more] = await heard('payment.waiting');
  expect(more).toEqual([]);
  expect(one?.params).toEqual({ count: String(lines), lines: String(lines), account: `${account.name} …${account.number.slice(-4)}`, sum });
  expect(one?.page).toBe(`${linkTo('payment.finance', 'superadmin')}?tab=suspense&statement=${id}`);
  // Who looks again, or once more after dying, tells nobody a second time.
  await workOnStatement(house, id);
  expect(await heard('payment.waiting')).toHaveLength(1);
  const listed = await as((ctx) => all(ctx, { page: 1, page_size: 10, sort: 'received_at', z_filter: { statement_id: id, nobodys: 'true' } }));
  expect(listed.count).toBe(lines);
  await take(await read(await bank(), 0, many(3)));
  await drain(house);
  expect(await heard('payment.waiting')).toHaveLength(2);
  expect(await heard('payment.unmatched')).toEqual([]);
});

test('half of it stops no payout and frees none: the books are compared once the last line is in', async () => {
  const account = await bank();
  await take(await read(account, 0, [['2027-03-06', 'RENT', `FT${n}Y`, 50_000]]));
  expect(await settlementsStopped(db())).toBeNull();
  // All that came before in this file went again by its last line.
  const before = many();
  const gone = before.reduce((sum, [, , , one]) => sum + one, 0);
  const id = await read(account, 0, [...before, ['2027-03-05', 'LOAN OUT', `OUT${n}`, -gone], ['2027-03-06', 'RENT', `FT${n - 1}Y`, 50_000]]);
  await take(id);
  await step(db(), id, part);
  await reconcile(db());
  expect(await settlementsStopped(db())).toBeNull();
  await expect(as((ctx) => corrections.correct(ctx, { account_id: account.id, reason: 'Nobody knows what it is' }))).rejects.toMatchObject({
    message: expect.stringMatching(/being taken over/),
  });
  expect(await told(house, 'payment.differs')).toEqual([]);
  await drain(house);
  // Now it is known: that one left, and nobody booked it.
  expect((await figures(account)).at(-1)?.difference_cents).toBe(-gone);
  expect(await settlementsStopped(db())).not.toBeNull();
  await back(id);
  await drain(house);
  expect(await settlementsStopped(db())).toBeNull();
});

test('whoever dies in the middle is followed from there, and no line is taken twice; two at once neither', async () => {
  const account = await bank();
  const id = await read(account, 0, many());
  await take(id);
  await step(db(), id, part);
  const nowhere = 'http://127.0.0.1:9';
  await expectKilled(startDying(house, { mpesa: nowhere, box: nowhere }, { statement: id, after: 'insert into "receipt"' }));
  expect(await payments(account)).toBe(part);
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
  await step(db(), id, part);
  const line = db()
    .selectFrom('statement_line')
    .select(['id', 'cents'])
    .where('statement_id', '=', id)
    .where('n', '=', part + 2);
  const bad = await line.executeTakeFirstOrThrow();
  const put = (sum: number | null) => db().updateTable('statement_line').set({ cents: sum }).where('id', '=', bad.id).execute();
  await put(0);
  await expect(workOnStatement(house, id)).rejects.toThrow();
  expect(await seen(id)).toMatchObject({ status: 'importing', taken: part + 1, problem: '' });
  await put(bad.cents);
  expect(await take(id)).toMatchObject({ status: 'importing', problem: null });
  await drain(house);
  expect(await seen(id)).toMatchObject({ status: 'imported', taken: lines });
  expect(await payments(account)).toBe(lines);
});

test('a payment of a bank’s line bears the bank’s reference and who sent it, two of one reference too', async () => {
  const account = await bank();
  await take(
    await read(account, 0, [
      ['2027-03-05', 'EFT FROM JANE WAMBUI', 'CHQ000231', 1000],
      ['2027-03-06', 'EFT FROM PETER OTIENO', 'CHQ000231', 2000],
    ]),
  );
  await drain(house);
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

test('where a part fails its lines are taken one by one to its end: the others are not tried together again for each of them', async () => {
  const id = await read(await bank(), 0, many());
  const asked: number[] = [];
  const failing: typeof step = async (_db, _id, most) => {
    asked.push(most);
    if (most > 1 || asked.length > 50) throw new Error('the 50th is bad');
    return true;
  };
  await expect(workOnStatement(house, id, failing)).rejects.toThrow('the 50th is bad');
  expect(asked).toEqual([100, ...Array.from({ length: 50 }, () => 1)]);
});
