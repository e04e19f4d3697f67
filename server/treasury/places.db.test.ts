import { beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import * as corrections from '#server/bank-statement/corrections.ts';
import { reconcile } from '#server/bank-statement/figures.ts';
import { takeMovement } from '#server/collection/movement.ts';
import { noPhone } from '#server/collection/phones.ts';
import { settlementsStopped } from '#server/ledger/service.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { ownPlaces } from '#test/worlds/own-places.ts';
import { addTransfer } from '#test/worlds/payouts.ts';
import { accountOf } from './accounts.ts';
import * as cash from './cash-moves.ts';
import { roomAt } from './places.ts';

let house: House;
let [head, other]: Somebody[] = [];
let company = 0;
let n = 0;
const db = () => house.database.db;
const as = <T>(who: Somebody | undefined, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, who as Somebody, work);
const later = (seconds: number) => new Date(clock.ms() + seconds * 1000);

beforeAll(async () => {
  house = await freshHouse();
  await setClock(house, '2027-03-10T09:00:00Z');
  company = (await somebody(house, 'owner')).me.companyId ?? 0;
  [head, other] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin')];
  await longHere(house, other);
});
const came = async (account: number, sum: number, paidAt: Date) => {
  const row = await accountOf(db(), account);
  const facts = { rail: 'mpesa', external: `TKC10000${10 + ++n}`, account: row, cents: sum, paidAt, accountText: 'X', payer: 'JOHN' } as const;
  await as(head, (ctx) => takeMovement(ctx, { ...facts, phone: noPhone, verifiedBy: 'pull' }));
};
/** M-Pesa's answer of this moment. */
const answered = async (account_id: number, said: number) => {
  const { id } = await db()
    .insertInto('bank_figure')
    .values({ account_id, source: 'query', day: clock.today(), cents: said, at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return async () => {
    await reconcile(db(), account_id);
    return (await db().selectFrom('bank_figure').select('difference_cents').where('id', '=', id).executeTakeFirstOrThrow()).difference_cents;
  };
};

test('an answer of M-Pesa is of its moment: what was paid after it says nothing about it, what was paid before it does, however late it was credited', async () => {
  const { paybill } = await ownPlaces(house);
  const difference = await answered(paybill, 1_200_000);
  const at = clock.now();
  await setClock(house, later(90).toISOString());
  expect(await difference()).toBe(200_000);
  await came(paybill, 300_000, clock.now());
  expect(await difference()).toBe(200_000);
  expect(await settlementsStopped(db())).not.toBeNull();
  const asked = await as(head, (ctx) => corrections.correct(ctx, { account_id: paybill, reason: 'Nobody knows what this is' }));
  // Then it is known: it had come before M-Pesa was asked.
  await came(paybill, 200_000, new Date(at.getTime() - 60_000));
  await expect(as(other, (ctx) => corrections.approveMove(ctx, { id: asked.id }))).rejects.toMatchObject({ failure: 'conflict' });
  expect(await difference()).toBe(0);
  expect(await settlementsStopped(db())).toBeNull();
});

test('what a correction was made for it explains, and goes on explaining it', async () => {
  const { paybill } = await ownPlaces(house);
  const difference = await answered(paybill, 999_300);
  await setClock(house, later(90).toISOString());
  expect(await difference()).toBe(-700);
  const asked = await as(head, (ctx) => corrections.correct(ctx, { account_id: paybill, reason: 'Nobody can find it' }));
  await as(other, (ctx) => corrections.approveMove(ctx, { id: asked.id }));
  expect(await difference()).toBe(0);
});

test('what is promised of a bank is not there to be moved to another', async () => {
  const { bank } = await ownPlaces(house);
  const { transfer } = await addTransfer(house, company, head?.id ?? 0, 'queued');
  const account = await accountOf(db(), bank);
  expect(await roomAt(db(), account)).toBe(1_000_000);
  await db().updateTable('settlement_transaction').set({ rail: 'bank', account_id: bank, cents: 980_000 }).where('id', '=', transfer.id).execute();
  expect(await roomAt(db(), account)).toBe(20_000);
  const clear = (sum: number) => as(head, (ctx) => cash.clear(ctx, { account_id: bank, to_fund: 'P', cents: cents(sum), proof: 'FT1' }));
  await expect(clear(50_000)).rejects.toMatchObject({ failure: 'invalid' });
  expect(await clear(20_000)).toMatchObject({ status: 'arrived' });
});
