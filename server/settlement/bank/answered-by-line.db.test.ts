import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { received } from '#contract/ledger/postings.ts';
import { balance, post } from '#server/ledger/service.ts';
import { setClock } from '#test/clock.ts';
import { meanwhile } from '#test/meanwhile.ts';
import { somebody } from '#test/world.ts';
import { bankWorld } from '#test/worlds/bank-world.ts';
import { addTransfer } from '#test/worlds/payouts.ts';
import { m } from '#words/messages.js';
import { bankFile, followStatement } from './bank.ts';

let w: Awaited<ReturnType<typeof bankWorld>>;
let bank = 0;
const db = () => w.house.database.db;

beforeAll(async () => {
  w = await bankWorld();
  bank = (await w.bank()).id;
  await post(db(), {
    ...{ key: 'opening', kind: 'money_received', source: ['payment', 0], params: {}, valueDay: '2027-03-01' },
    pairs: received({ code: accounts.clientBank, ref: `collection:${bank}` }, 1_000_000),
  });
});
afterAll(() => setClock(w.house, null));

/** Sent by bank, 1,000: nobody has said yet that it arrived. */
async function sent(rail: 'bank' | 'mpesa' = 'bank') {
  const company = (await somebody(w.house, 'owner')).me.companyId ?? 0;
  const { payout, transfer } = await addTransfer(w.house, company, w.head.id, 'sent');
  await db().updateTable('settlement_payment').set({ rail }).where('id', '=', payout.id).execute();
  await db().updateTable('settlement_transaction').set({ rail }).where('id', '=', transfer.id).execute();
  return { ...transfer, company };
}
const state = (id: number) =>
  db().selectFrom('settlement_transaction').select(['status', 'external_id']).where('id', '=', id).executeTakeFirstOrThrow();
/** The bank's file of what it sent. */
const took = (opening: number, ...lines: readonly (readonly [words: string, reference: string, sum: number])[]) =>
  w.take(
    { id: bank },
    opening,
    lines.map(([words, reference, sum]) => ['2027-03-05', words, reference, -sum]),
  );

test('a line that says a transfer’s code and sum is the bank’s answer; another sum, another rail or no code is not', async () => {
  const [right, less, phone, silent] = [await sent(), await sent(), await sent('mpesa'), await sent()];
  await took(
    1_000_000,
    [`EFT ${right.code} JANE`, 'FT501', 100_000],
    [`EFT ${less.code} JANE`, 'FT502', 99_900],
    [`EFT ${phone.code} JANE`, 'FT503', 100_000],
    ['EFT JANE', 'FT504', 100_000],
  );
  expect(await state(right.id)).toEqual({ status: 'confirmed', external_id: 'FT501' });
  for (const one of [less, phone, silent]) expect(await state(one.id)).toEqual({ status: 'sent', external_id: null });
  expect(await balance(db(), 'C', { code: accounts.payoutsInTransit, company: right.company })).toBe(0);
  expect(await balance(db(), 'C', { code: accounts.payoutsInTransit, company: less.company })).toBe(100_000);
  expect(await balance(db(), 'C', { code: accounts.clientBank, ref: `collection:${bank}` })).toBe(900_000);
  // In another file it is the same line: known, and not paid out again.
  await took(1_000_000, [`EFT ${right.code} JANE`, 'FT501', 100_000], ['EFT JANE', 'FT505', 100]);
  expect(await balance(db(), 'C', { code: accounts.payoutsInTransit, company: right.company })).toBe(0);
});

test('a code in the reference is as good', async () => {
  const one = await sent();
  await took(500_000, ['OUTWARD JANE', one.code, 100_000]);
  expect(await state(one.id)).toEqual({ status: 'confirmed', external_id: one.code });
});

test('answered while its line is read: the line finds it as it stands by then, and its account stays the one it was booked from', async () => {
  const one = await sent();
  const other = (await w.bank()).id;
  const account = async () =>
    (await db().selectFrom('settlement_transaction').select('account_id').where('id', '=', one.id).executeTakeFirstOrThrow()).account_id;
  const line = { accountId: other, rail: 'bank', day: '2027-03-05', cents: 100_000, reference: 'FT9', details: one.code } as const;
  const change = { text: "update settlement_transaction set status = 'confirmed', account_id = $2 where id = $1", values: [one.id, bank] };
  await meanwhile(w.house, change, () => w.as((ctx) => followStatement(ctx, line)));
  expect([await account(), (await state(one.id)).status]).toEqual([bank, 'confirmed']);
});

test('no file is made where there is no bank to send it from', async () => {
  // A house of its own: statements that differ from the books would stop every payout first.
  const { house, head, as, bank: addBank } = await bankWorld();
  const account = await addBank();
  const company = (await somebody(house, 'owner')).me.companyId ?? 0;
  const { payout, transfer } = await addTransfer(house, company, head.id, 'queued');
  const { db } = house.database;
  await db.updateTable('settlement_payment').set({ rail: 'bank' }).where('id', '=', payout.id).execute();
  await db.updateTable('settlement_transaction').set({ rail: 'bank' }).where('id', '=', transfer.id).execute();
  const setActive = (active: boolean) => db.updateTable('collection_account').set({ active }).where('id', '=', account.id).execute();
  const status = async () =>
    (await db.selectFrom('settlement_transaction').select('status').where('id', '=', transfer.id).executeTakeFirst())?.status;
  await setActive(false);
  await expect(as(bankFile)).rejects.toMatchObject({ failure: 'conflict', message: m.settlement_refusal_cash() });
  expect(await status()).toBe('queued');
  await setActive(true);
  expect(await as(bankFile)).toMatchObject({ count: 1, left: [] });
  expect(await status()).toBe('sent');
});
