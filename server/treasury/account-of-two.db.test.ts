import { beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import type { CollectionAccount } from '#contract/treasury/shapes.ts';
import { figures } from '#server/bank-statement/corrections.ts';
import { neverCompared } from '#server/bank-statement/figures.ts';
import { readStatement } from '#server/bank-statement/statements.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { ctxOf, inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { csv } from '#test/worlds/paying.ts';
import { sweep } from './cash-moves.ts';
import { payingFrom } from './places.ts';
import { accounts, decideAccount, saveAccount } from './settings.ts';

let house: House;
let one: Somebody;
let two: Somebody;
let fresh: Somebody;
beforeAll(async () => {
  house = await freshHouse();
  one = await somebody(house, 'superadmin');
});
const db = () => house.database.db;
let n = 0;
type Given = Parameters<typeof saveAccount>[1];
const save = (given: Partial<Given> = {}, by = one) =>
  inTransaction(house, by, (ctx) =>
    saveAccount(ctx, { rail: 'bank', name: 'Clients', number: `01100${++n}`, bank_code: '01', active: true, ...given }),
  );
const decide = ({ id, asked }: CollectionAccount, agree: boolean, by = two) =>
  inTransaction(house, by, (ctx) => decideAccount(ctx, { id, at: asked?.at ?? '', agree }));
const read = (account_id: number, by = one) => inTransaction(house, by, (ctx) => readStatement(ctx, { account_id, name: 'typed.csv', csv: csv() }));
const listed = async (id: number, by = one) => (await accounts(ctxOf(house, by))).results.find((row) => row.id === id);
const became = async () => (await told(house, 'payment.account')).map(({ to, params }) => [to.personId, (params as { became: string }).became]);

test('the only superadmin makes no account of the platform’s work, and is told why', async () => {
  const asked = await save();
  await expect(read(asked.id)).rejects.toMatchObject({ failure: 'conflict' });
  expect(asked).toMatchObject({ active: false, asked: { fresh: true, own: true, alone: true } });
  await expect(decide(asked, true, one)).rejects.toThrow(/only superadmin/);
  await decide(asked, false, one);
  expect(await listed(asked.id)).toBeUndefined();
  [two, fresh] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin')];
  await longHere(house, one, two);
});

test('a new account of the platform’s takes part in nothing until another superadmin confirms it', async () => {
  const before = await payingFrom(db(), 'bank');
  const asked = await save();
  expect(asked.asked).toMatchObject({ number: asked.number, alone: false });
  expect(await became()).toEqual(
    expect.arrayContaining([
      [two.id, 'asked'],
      [fresh.id, 'asked'],
    ]),
  );
  expect((await payingFrom(db(), 'bank'))?.id).toBe(before?.id);
  expect((await figures(ctxOf(house, one))).results.map(({ account }) => account.id)).not.toContain(asked.id);
  expect(await neverCompared(db())).toEqual([]);
  await expect(
    inTransaction(house, one, (ctx) => sweep(ctx, { account_id: asked.id, to_account_id: asked.id, cents: cents(100), proof: 'X1' })),
  ).rejects.toThrow();
  for (const by of [one, two]) await expect(read(asked.id, by)).rejects.toMatchObject({ failure: 'conflict' });
  // Nor is it switched on by saving it again, and none that was let in a moment ago says yes.
  await expect(save({ id: asked.id, number: asked.number }, two)).rejects.toMatchObject({ failure: 'conflict' });
  await expect(decide(asked, true, one)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(decide(asked, true, fresh)).rejects.toMatchObject({ failure: 'forbidden' });

  await decide(asked, true);
  expect(await listed(asked.id)).toMatchObject({ active: true, asked: null });
  expect((await payingFrom(db(), 'bank'))?.id).toBe(asked.id);
  expect(await became()).toContainEqual([one.id, 'confirmed']);
  await expect(decide(asked, true)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await read(asked.id)).toMatchObject({ status: 'read' });
});

test('another number or bank waits likewise, and what was read is what is confirmed', async () => {
  const made = await save();
  await decide(made, true);
  const changed = await save({ id: made.id, number: '022009', bank_code: '02', name: 'Renamed' });
  expect(changed).toMatchObject({ name: 'Renamed', number: made.number, bank_code: '01', active: true });
  expect(changed.asked).toMatchObject({ fresh: false, number: '022009', bank_code: '02' });
  await decide(changed, false);
  expect(await listed(made.id)).toMatchObject({ number: made.number, asked: null });
  await expect(save({ id: made.id, number: '011002' })).rejects.toMatchObject({ failure: 'conflict' });
  await new Promise((done) => setTimeout(done, 2));
  const again = await save({ id: made.id, number: '022010', bank_code: '02' });
  await expect(decide(changed, true)).rejects.toMatchObject({ failure: 'conflict' });
  await decide(again, true);
  expect(await listed(made.id)).toMatchObject({ number: '022010', bank_code: '02', active: true, asked: null });
});
