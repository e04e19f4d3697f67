import { afterAll, beforeAll, expect, test } from 'vitest';
import { received } from '#contract/ledger/postings.ts';
import { cents, decimal } from '#contract/money/cents.ts';
import { balance, post } from '#server/ledger/service.ts';
import { addAccount } from '#server/payment/accounts.ts';
import * as statements from '#server/payment/statements.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { addTransfer } from '#test/payouts.ts';
import { inTransaction, type Somebody, somebody } from '#test/world.ts';

let house: House;
let head: Somebody;
let bank = 0;
let n = 0;
const db = () => house.database.db;

beforeAll(async () => {
  house = await freshHouse();
  await setClock(house, '2027-03-10T09:00:00Z');
  head = await somebody(house, 'superadmin');
  bank = (await addAccount(db(), { company_id: null, rail: 'bank', name: 'Clients', number: '01100001', bank_code: '01', fund: 'C' }))?.id ?? 0;
  await post(db(), {
    ...{ key: 'opening', kind: 'money_received', source: ['payment', 0], params: {}, valueDay: '2027-03-01' },
    pairs: received({ code: 1010, ref: `collection:${bank}` }, 1_000_000),
  });
});
afterAll(() => setClock(house, null));

/** Sent by bank, 1,000: nobody has said yet that it arrived. */
async function sent(rail: 'bank' | 'mpesa' = 'bank') {
  const company = (await somebody(house, 'owner')).me.companyId ?? 0;
  const { payout, transfer } = await addTransfer(house, company, head.id, 'sent');
  await db().updateTable('settlement_payment').set({ rail }).where('id', '=', payout.id).execute();
  await db().updateTable('settlement_transaction').set({ rail }).where('id', '=', transfer.id).execute();
  return { ...transfer, company };
}
const state = (id: number) =>
  db().selectFrom('settlement_transaction').select(['status', 'external_id']).where('id', '=', id).executeTakeFirstOrThrow();
/** The bank's file, with what it stood at after each line. */
async function took(opening: number, ...lines: readonly (readonly [words: string, reference: string, sum: number])[]) {
  let at = opening;
  const rows = lines.map(([words, reference, sum]) => {
    at -= sum;
    return `2027-03-05,${words},${reference},${decimal(cents(sum))},,${decimal(cents(at))}`;
  });
  const csv = `Date,Narration,Reference,Debit,Credit,Balance\n${rows.join('\n')}\n`;
  const { id } = await inTransaction(house, head, (ctx) => statements.readStatement(ctx, { account_id: bank, name: `file ${++n}`, csv }));
  return inTransaction(house, head, (ctx) => statements.importStatement(ctx, { id }));
}

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
  expect(await balance(db(), 'C', { code: 2080, company: right.company })).toBe(0);
  expect(await balance(db(), 'C', { code: 2080, company: less.company })).toBe(100_000);
  expect(await balance(db(), 'C', { code: 1010, ref: `collection:${bank}` })).toBe(900_000);
  // In another file it is the same line: known, and not paid out again.
  await took(1_000_000, [`EFT ${right.code} JANE`, 'FT501', 100_000], ['EFT JANE', 'FT505', 100]);
  expect(await balance(db(), 'C', { code: 2080, company: right.company })).toBe(0);
});

test('a code in the reference is as good', async () => {
  const one = await sent();
  await took(500_000, ['OUTWARD JANE', one.code, 100_000]);
  expect(await state(one.id)).toEqual({ status: 'confirmed', external_id: one.code });
});
