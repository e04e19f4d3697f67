import { beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents, decimal } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { statementLines } from '#server/bank-statement/statement-lists.ts';
import * as statements from '#server/bank-statement/statements.ts';
import { happened } from '#server/kernel/happen.ts';
import { balance, post, settlementsStopped } from '#server/ledger/service.ts';
import { addAccount } from '#server/treasury/service.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { ctxOf, inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { unproven } from '#test/worlds/payments.ts';
import { addPayoutAccount, saidBack } from '#test/worlds/payouts.ts';
import { statementCsv } from '#test/worlds/statements.ts';
import { approve } from '../approve.ts';
import { cameBack } from '../came-back.ts';
import { error } from '../desk.ts';
import { run } from '../run-batches.ts';
import { bankFile } from './bank.ts';
import { confirmations } from './bank-answer.ts';

let house: House;
let [maker, other]: Somebody[] = [];
let n = 0;
const db = () => house.database.db;
const as = <T>(who: Somebody | undefined, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, who as Somebody, work);

beforeAll(async () => {
  house = await freshHouse();
  await setClock(house, '2027-03-10T09:00:00Z');
  [maker, other] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin')];
  await longHere(house, maker, other);
});
const bank = async () => {
  await db().updateTable('collection_account').set({ active: false }).where('rail', '=', 'bank').execute();
  const made = await addAccount(db(), { company_id: null, rail: 'bank', name: `Bank ${++n}`, number: `011${n}`, bank_code: '01', fund: 'C' });
  if (!made) throw new Error('no account');
  return made;
};
/** So many owners whose rents lie at this bank, each sent the same sum by one file. */
async function sent(account: number, count: number, sum: number) {
  const companies: number[] = [];
  for (let owner = 0; owner < count; owner++) {
    const company = (await somebody(house, 'owner')).me.companyId ?? 0;
    await db().insertInto('ledger_book').values({ company_id: company, mode: 'trust' }).execute();
    await addPayoutAccount(house, company, { rail: 'bank', bank_code: '01', is_default: true });
    await post(db(), {
      ...{ key: `test:${++n}`, kind: 'money_allocated', source: ['test', n], companyId: company, params: {}, day: '2027-03-01' },
      pairs: [
        {
          fund: 'C',
          dr: { code: accounts.clientBank, ref: `collection:${account}` },
          cr: { code: accounts.ownerPayable, company },
          cents: cents(sum),
        },
      ],
    });
    companies.push(company);
  }
  await as(maker, (ctx) => run(ctx, { cut_off: clock.today() }));
  for (const draft of await db().selectFrom('settlement_payment').selectAll().where('status', '=', 'draft').orderBy('id').execute())
    await as(other, (ctx) => approve(ctx, { id: draft.id, net_cents: draft.net_cents }));
  await as(other, bankFile);
  return transfers(companies);
}
const transfers = (companies: readonly number[]) =>
  db()
    .selectFrom('settlement_transaction')
    .innerJoin('settlement_payment', 'settlement_payment.id', 'settlement_transaction.settlement_id')
    .selectAll('settlement_transaction')
    .select('company_id')
    .where('company_id', 'in', [...companies])
    .orderBy('settlement_transaction.id')
    .execute();
type Line = readonly [words: string, reference: string, sum: number];
const take = async (account_id: number, opening: number, lines: readonly Line[]) => {
  let at = opening;
  const rows = lines.map(([words, reference, sum]) => {
    at += sum;
    const [out, into] = sum < 0 ? [decimal(cents(-sum)), ''] : ['', decimal(cents(sum))];
    return `2027-03-10,${words},${reference},${out},${into},${decimal(cents(at))}`;
  });
  const csv = `Date,Narration,Reference,Debit,Credit,Balance\n${rows.join('\n')}\n`;
  const read = await as(maker, (ctx) => statements.readStatement(ctx, { account_id, name: `file ${++n}`, csv }));
  return as(maker, (ctx) => statements.importStatement(ctx, { id: read.id }));
};
const transit = (company: number) => balance(db(), 'C', { code: accounts.payoutsInTransit, company });

test('of payouts of one sum each line is its own transfer’s, in whichever order they are read', async () => {
  const account = await bank();
  const both = await sent(account.id, 2, 700_000);
  const [first, second] = both;
  if (!first || !second) throw new Error('no transfers');
  // Letters that the file's two columns share would be two payees'.
  const payouts = await db().selectFrom('settlement_payment').select('code').execute();
  const letters = payouts.map(({ code }) => code.replace('STL-', ''));
  expect(both.filter(({ code }) => letters.includes(code.replace('TRF-', '')))).toEqual([]);
  // The bank has answered for the first; of the second its statement is the first word.
  const csv = `reference,status,external\n${first.code},paid,BK1\n`;
  await as(other, (ctx) => confirmations(ctx, { csv, dry: false }));
  await take(account.id, 1_400_000, [
    [`EFT ${second.code}`, 'AA1', -700_000],
    [`EFT ${first.code}`, 'ZZ9', -700_000],
  ]);
  expect((await transfers(both.map(({ company_id }) => company_id))).map(({ status }) => status)).toEqual(['confirmed', 'confirmed']);
  expect(await Promise.all(both.map(({ company_id }) => transit(company_id)))).toEqual([0, 0]);
  const { rows } = {
    rows: await db()
      .selectFrom('statement_line')
      .innerJoin('journal', 'journal.id', 'statement_line.journal_id')
      .select(['details', 'source_id'])
      .execute(),
  };
  expect(rows.map(({ details, source_id }) => [details.includes(first.code), source_id]).toSorted()).toEqual([
    [false, second.id],
    [true, first.id],
  ]);
  expect(await settlementsStopped(db())).toBeNull();
  expect(await unproven(house)).toEqual([]);
});

test('a batch: two transfers under one reference of the bank’s are both there', async () => {
  const account = await bank();
  const both = await sent(account.id, 2, 300_000);
  await take(
    account.id,
    600_000,
    both.map(({ code }) => [`BULK ${code}`, 'BATCH77', -300_000] as const),
  );
  const now = await transfers(both.map(({ company_id }) => company_id));
  expect(now.map(({ status }) => status)).toEqual(['confirmed', 'confirmed']);
  expect(now.map(({ external_id }) => external_id).toSorted()).toEqual(['BATCH77', null]);
  expect(await settlementsStopped(db())).toBeNull();
});

test('a file without balances proves its payouts all the same, and is not taken back without saying that they stay', async () => {
  const account = await bank();
  const [one] = await sent(account.id, 1, 400_000);
  if (!one) throw new Error('no transfer');
  const csv = `Date,Narration,Reference,Debit,Credit\n2027-03-10,EFT ${one.code},NB1,4000.00,\n2027-03-10,RENT SOMEBODY,NB2,,500.00\n`;
  const read = await as(maker, (ctx) => statements.readStatement(ctx, { account_id: account.id, name: `file ${++n}`, csv }));
  const taken = await as(maker, (ctx) => statements.importStatement(ctx, { id: read.id }));
  const now = async () => (await transfers([one.company_id])).map(({ status, external_id }) => [status, external_id]);
  expect(await now()).toEqual([['confirmed', 'NB1']]);
  expect(await transit(one.company_id)).toBe(0);
  const undo = (keep: boolean) => as(maker, (ctx) => statements.undoStatement(ctx, { id: taken.id, reason: 'The wrong file', keep }));
  await expect(undo(false)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining(one.code) });
  expect(await undo(true)).toMatchObject({ status: 'undone' });
  expect(await now()).toEqual([['confirmed', 'NB1']]);
  expect(await balance(db(), 'C', { code: accounts.unallocatedReceipts })).toBe(0);
  expect(await unproven(house)).toEqual([]);
});

test('what happens in another room happens in one transaction, or not at all', async () => {
  await expect(happened(ctxOf(house, null), 'listing.closed', { listingId: 0 })).rejects.toThrow('transaction');
});

/** One owner paid by the bank, whose answer was this. */
async function answeredAs(said: string, sum: number) {
  const account = await bank();
  const [one] = await sent(account.id, 1, sum);
  if (!one) throw new Error('no transfer');
  await as(other, (ctx) => confirmations(ctx, { csv: `reference,status,external\n${one.code},${said}\n`, dry: false }));
  const now = async () => (await transfers([one.company_id]))[0]?.status;
  const theirs = () => balance(db(), 'C', { code: accounts.ownerPayable, company: one.company_id });
  return { account, one, now, theirs };
}
const paymentsOf = (account: number) => db().selectFrom('payment').select('id').where('account_id', '=', account).execute();

test.each([
  ['by our code', (code: string) => `RETURNED EFT ${code} ACCOUNT CLOSED`],
  ['as a reversal', (code: string) => `EFT REVERSAL ${code}`],
  ['by the number it left under', () => 'UNPAID EFT FT26322AA1 NO SUCH ACCOUNT'],
])('a payout that had arrived and that the statement shows coming back, %s, is the payee’s again and nobody’s payment', async (_, words) => {
  const { account, one, now, theirs } = await answeredAs('paid,FT26322AA1', 450_000);
  await take(account.id, 450_000, [
    [`EFT ${one.code}`, 'FT26322AA1', -450_000],
    [words(one.code), `RT${one.id}`, 450_000],
  ]);
  expect([await now(), await theirs(), await transit(one.company_id)]).toEqual(['reversed', 450_000, 0]);
  expect(await paymentsOf(account.id)).toEqual([]);
  expect(await settlementsStopped(db())).toBeNull();
  expect(await unproven(house)).toEqual([]);
  // The next file has the same lines.
  await take(account.id, 450_000, [
    [`EFT ${one.code}`, 'FT26322AA1', -450_000],
    [words(one.code), `RT${one.id}`, 450_000],
    ['RENT SOMEBODY', `RN${one.id}`, 100],
  ]);
  expect([await theirs(), (await paymentsOf(account.id)).length]).toEqual([450_000, 1]);
  expect(await settlementsStopped(db())).toBeNull();
  await db().updateTable('settlement_transaction').set({ external_id: null }).where('id', '=', one.id).execute();
});

test('a returned payout is matched by its whole bank reference, not by one that begins alike', async () => {
  const account = await bank();
  const two = await sent(account.id, 2, 455_000);
  const [returned, kept] = two.toSorted((a, b) => a.id - b.id);
  if (!returned || !kept) throw new Error('no transfers');
  const csv = `reference,status,external\n${returned.code},paid,FT555501\n${kept.code},paid,FT55550\n`;
  await as(other, (ctx) => confirmations(ctx, { csv, dry: false }));
  await take(account.id, 910_000, [
    [`EFT ${returned.code}`, 'FT555501', -455_000],
    [`EFT ${kept.code}`, 'FT55550', -455_000],
    ['UNPAID EFT FT555501 NO SUCH ACCOUNT', 'RT5555', 455_000],
  ]);
  const now = await transfers(two.map(({ company_id }) => company_id));
  expect(now.map(({ id, status }) => [id, status]).toSorted()).toEqual([
    [returned.id, 'reversed'],
    [kept.id, 'confirmed'],
  ]);
  expect(await unproven(house)).toEqual([]);
});

test('of what the bank had said failed the line out and the line back are one another’s', async () => {
  const { account, one, now, theirs } = await answeredAs('failed,', 460_000);
  await take(account.id, 460_000, [
    [`EFT ${one.code}`, 'FT9911', -460_000],
    [`RETURNED ${one.code}`, 'RT9911', 460_000],
  ]);
  expect([await now(), await theirs()]).toEqual(['failed', 460_000]);
  expect(await paymentsOf(account.id)).toEqual([]);
  expect(await settlementsStopped(db())).toBeNull();
});

test('before it is taken over a payout that came back is known as ours, and no new money', async () => {
  const { account, one } = await answeredAs('paid,FT26399ZZ1', 470_000);
  const csv = statementCsv(0, [
    ['2027-03-10', `RETURNED EFT ${one.code}`, 'RT470', 470_000],
    ['2027-03-10', 'RETURNED BY SOMEBODY ELSE', 'RT471', 470_000],
  ]);
  const read = await as(maker, (ctx) => statements.readStatement(ctx, { account_id: account.id, name: `file ${++n}`, csv }));
  expect(read).toMatchObject({ new_cents: 470_000, fates: { new: 1, known: 1 } });
  const { results } = await as(maker, (ctx) => statementLines(ctx, { id: read.id, page: 1, page_size: 10 }));
  expect(results.map(({ fate, own }) => [fate, own])).toEqual([
    ['known', true],
    ['new', false],
  ]);
  await as(maker, (ctx) => statements.importStatement(ctx, { id: read.id }));
  // The other line says that something was returned, and is none of ours.
  expect(await paymentsOf(account.id)).toHaveLength(1);
});

test('said to have arrived, and then to have failed: that it came back can be said where that stands', async () => {
  const { one, now, theirs } = await answeredAs('paid,FT26388AB1', 480_000);
  await as(other, (ctx) => confirmations(ctx, { csv: `reference,status,reason\n${one.code},failed,Returned by bank\n`, dry: false }));
  const found = await db().selectFrom('settlement_error').select('id').where('transaction_id', '=', one.id).executeTakeFirstOrThrow();
  const desk = () => as(other, (ctx) => error(ctx, found));
  expect(await desk()).toMatchObject({ error: 'duplicate', transfer_status: 'confirmed', acts: ['back', 'evidence', 'write_off'] });
  expect(await theirs()).toBe(0);
  await saidBack(house, [maker as Somebody, other as Somebody], one.id);
  expect([await now(), await theirs(), (await desk()).acts.includes('back')]).toEqual(['reversed', 480_000, false]);
});

test('that it came back is no one person’s word: nothing is theirs until another confirms it with what shows it', async () => {
  const { one, now, theirs } = await answeredAs('paid,FT26388AB3', 490_000);
  const back = (who: Somebody | undefined) => as(who, (ctx) => cameBack(ctx, { id: one.id, reason: 'Statement of today, line 4' }));
  expect(await back(maker)).toMatchObject({ status: 'confirmed', back_said: { own: true } });
  await expect(back(maker)).rejects.toMatchObject({ failure: 'conflict' });
  await expect(back(other)).rejects.toMatchObject({ failure: 'conflict' });
  expect([await now(), await theirs()]).toEqual(['confirmed', 0]);
});
