import { beforeEach, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { balance } from '#server/ledger/service.ts';
import type { AccountRow } from '#server/treasury/accounts.ts';
import { told } from '#test/jobs.ts';
import { somebody } from '#test/world.ts';
import { bankWorld } from '#test/worlds/bank-world.ts';
import { unproven } from '#test/worlds/payments.ts';
import * as doubts from './doubts.ts';

let w: Awaited<ReturnType<typeof bankWorld>>;
let bank: AccountRow;
beforeEach(async () => {
  w = await bankWorld();
  bank = await w.bank();
  // Who hears of it.
  await somebody(w.house, 'superadmin');
});
const db = () => w.house.database.db;
const states = async () => (await db().selectFrom('payment').select('status').orderBy('id').execute()).map(({ status }) => status);
const open = () => w.as((ctx) => doubts.doubts(ctx, { page: 1, page_size: 20, z_filter: { status: 'open' } }));

const order = (day: string) => [day, 'STANDING ORDER ASHA', 'RENTA4', 3_000_000] as const;
const bounce = ['2027-03-03', 'REVERSAL RENTA4', 'RV1', -3_000_000] as const;

test('one bounce takes back one payment, however many files it stands in; never one that came after it', async () => {
  await w.take(bank, 0, [order('2027-03-01'), bounce, order('2027-03-05')]);
  expect(await states()).toEqual(['reversed', 'completed']);
  await w.take(bank, 3_000_000, [bounce, order('2027-03-05'), ['2027-03-06', 'INTEREST', 'IN1', 100]]);
  expect(await states()).toEqual(['reversed', 'completed', 'completed']);
  expect((await open()).count).toBe(0);
  expect(await unproven(w.house)).toEqual([]);
});

test('of several payments alike a person says which was taken back: nothing is booked before', async () => {
  const came = [order('2027-02-01'), order('2027-03-01')] as const;
  const cash = () => balance(db(), 'C', { code: accounts.clientBank, ref: `collection:${bank.id}` });
  await w.take(bank, 0, [...came, bounce]);
  expect(await states()).toEqual(['completed', 'completed']);
  expect(await cash()).toBe(6_000_000);
  // The same bounce in the next file is the same question.
  await w.take(bank, 3_000_000, [came[1], bounce, ['2027-03-05', 'INTEREST', 'IN1', 100]]);
  expect(await states()).toEqual(['completed', 'completed', 'completed']);
  const [doubt, ...more] = (await open()).results;
  expect(more).toEqual([]);
  expect(doubt).toMatchObject({ kind: 'which', external: 'RV1', cents: 3_000_000, among: [{ day: '2027-02-01' }, { day: '2027-03-01' }] });
  expect((await told(w.house, 'payment.doubt')).map(({ params }) => (params as { kind: string }).kind)).toEqual(['which']);
  const [first, second] = doubt?.among ?? [];
  const decide = (payment_id?: number) =>
    w.as((ctx) =>
      doubts.decideDoubt(ctx, { id: doubt?.id ?? 0, decision: 'taken', reason: 'The bank named it', ...(payment_id ? { payment_id } : {}) }),
    );
  await expect(decide()).rejects.toMatchObject({ failure: 'invalid' });
  const interest = await db().selectFrom('payment').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  await expect(decide(interest.id)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await decide(first?.id)).toMatchObject({ decision: 'taken', payment: { id: first?.id } });
  expect(await states()).toEqual(['reversed', 'completed', 'completed']);
  expect(await cash()).toBe(3_000_100);
  // What it was is known now: the file once more takes nothing from the other.
  await w.take(bank, 3_000_000, [bounce]);
  expect(await states()).toEqual(['reversed', 'completed', 'completed']);
  expect((await open()).count).toBe(0);
  await expect(decide(second?.id)).rejects.toMatchObject({ failure: 'wrongState' });
  expect(await unproven(w.house)).toEqual([]);
});
