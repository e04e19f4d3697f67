import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { adds } from '#contract/settlement/net.ts';
import { clock } from '#contract/time/clock.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { balance, post } from '#server/ledger/service.ts';
import { send } from '#server/transfer/service.ts';
import { freshHouse, type House } from '#test/db.ts';
import { ctxOf, inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { silent } from '#test/worlds/payout-phone.ts';
import { addMoney, addPayoutAccount, payingPlace } from '#test/worlds/payouts.ts';
import { retry } from './again.ts';
import { approve } from './approve.ts';
import { bankFile, bankWaiting } from './bank/bank.ts';
import { confirmations } from './bank/bank-answer.ts';
import { bankFileAgain, bankFiles } from './bank/bank-files.ts';
import { error, errors, writeOff } from './desk.ts';
import { payment } from './read.ts';
import { openPayout, preview } from './run.ts';
import { run } from './run-batches.ts';
import { onPayoutAnswer, payoutTransfers } from './transfers.ts';

let house: House;
let maker: Somebody;
let other: Somebody;
const bank = { rail: 'bank', bank_code: '01' } as const;

async function payee(sum = 1_000_000, facts: object = {}) {
  const owner = await somebody(house, 'owner');
  const company = owner.me.companyId ?? 0;
  await addMoney(house, company, sum);
  if ('rail' in facts)
    await post(house.database.db, {
      ...{ key: `cash:${company}`, kind: 'adjustment', source: ['test', company], companyId: company, params: {} },
      pairs: [
        {
          fund: 'C',
          dr: { code: accounts.clientBank, ref: (await payingPlace(house, 'bank')).ref },
          cr: { code: accounts.mpesaPaybill, ref: (await payingPlace(house, 'mpesa')).ref },
          cents: cents(sum),
        },
      ],
    });
  return { company, account: await addPayoutAccount(house, company, { is_default: true, ...facts }) };
}
const draft = (company: number) =>
  house.database.db.selectFrom('settlement_payment').selectAll().where('company_id', '=', company).orderBy('id', 'desc').executeTakeFirstOrThrow();
const transfersOf = (id: number) =>
  house.database.db.selectFrom('settlement_transaction').selectAll().where('settlement_id', '=', id).orderBy('id').execute();
async function approved(sum?: number, facts: object = {}) {
  const one = await payee(sum, facts);
  await inTransaction(house, maker, (ctx) => run(ctx, { cut_off: clock.today() }));
  const row = await draft(one.company);
  await inTransaction(house, other, (ctx) => approve(ctx, { id: row.id, net_cents: row.net_cents }));
  const [transfer] = await transfersOf(row.id);
  return { ...one, row, transfer: transfer?.id ?? 0, key: transfer?.key ?? '' };
}
const freeze = (company: number, status: 'frozen' | 'open' = 'frozen') =>
  house.database.db.updateTable('wallet').set({ status }).where('company_id', '=', company).execute();
const close = (id: number) =>
  house.database.db.updateTable('payout_account').set({ status: 'closed', is_default: false }).where('id', '=', id).execute();
const answered = (key: string, code: string) =>
  house.database.db
    .transaction()
    .execute((tx) =>
      onPayoutAnswer(atClock(tx, 'a test'), { conversationId: null, originator: key, code, receipt: null, text: 'account closed', cents: null }),
    );
const errorOf = async (company: number) => {
  const all = await errors(ctxOf(house, other), { page: 1, page_size: 10, sort: '-last_at', z_filter: { company_id: company } });
  return error(ctxOf(house, other), { id: all.results[0]?.id ?? 0 });
};
const again = (id: number, revision: number, payout_account_id: number | null = null) =>
  inTransaction(house, other, (ctx) => retry(ctx, { id, revision, payout_account_id }));

beforeAll(async () => {
  house = await freshHouse();
  [maker, other] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin')];
  await longHere(house, maker, other);
  // Sending costs the platform: there is others' cash on the paybill.
  await addMoney(house, (await somebody(house, 'owner')).me.companyId ?? 0);
});

test('of a frozen wallet nothing is sent, put in a file or tried again; opened, it goes', async () => {
  const one = await approved();
  await freeze(one.company);
  const phone = silent();
  await send(house.database.db, payoutTransfers, phone.rail, one.transfer);
  expect(phone.paid).toEqual([]);
  expect((await payment(ctxOf(house, other), { id: one.row.id })).blocked).toMatch(/frozen/);
  await freeze(one.company, 'open');
  await send(house.database.db, payoutTransfers, phone.rail, one.transfer);
  expect(phone.paid).toEqual([one.key]);
  await answered(one.key, '2040');
  await freeze(one.company);
  const failed = await errorOf(one.company);
  await expect(again(failed.id, failed.revision)).rejects.toMatchObject({ failure: 'conflict' });
  const banked = await approved(900_000, bank);
  await freeze(banked.company);
  const file = await inTransaction(house, other, (ctx) => bankFile(ctx));
  expect([file.count, file.left]).toMatchObject([0, [{ why: 'The wallet is frozen' }]]);
  expect((await transfersOf(banked.row.id))[0]?.status).toBe('queued');
  await freeze(banked.company, 'open');
});

test('an account that was taken off is never paid to: the money is the payee’s again', async () => {
  const one = await approved(800_000, bank);
  await close(one.account);
  await inTransaction(house, other, (ctx) => bankFile(ctx));
  expect((await transfersOf(one.row.id))[0]?.status).toBe('failed');
  expect(await balance(house.database.db, 'C', { code: accounts.ownerPayable, company: one.company })).toBe(800_000);
});

test('a failed proof keeps the bank’s file and what is sent by phone', async () => {
  const [one, banked] = [await approved(), await approved(700_000, bank)];
  const { id } = await house.database.db
    .insertInto('ledger_proof')
    .values({ scope: 'all', ok: false, failed: '[]', checked: 1, ms: 1, upto: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const phone = silent();
  await send(house.database.db, payoutTransfers, phone.rail, one.transfer);
  await expect(inTransaction(house, other, (ctx) => bankFile(ctx))).rejects.toMatchObject({ failure: 'conflict' });
  expect([phone.paid, (await transfersOf(banked.row.id))[0]?.status]).toEqual([[], 'queued']);
  await house.database.db.updateTable('ledger_proof').set({ ok: true }).where('id', '=', id).execute();
});

test('to another account than was approved it goes as a payout of its own that somebody else approves', async () => {
  const one = await approved();
  const phone = silent();
  await send(house.database.db, payoutTransfers, phone.rail, one.transfer);
  await answered(one.key, '2040');
  const failed = await errorOf(one.company);
  expect(failed.accounts).toEqual([]);
  const elsewhere = await addPayoutAccount(house, one.company);
  const ended = await again(failed.id, failed.revision, elsewhere);
  expect(ended).toMatchObject({ status: 'resolved' });
  const made = await draft(one.company);
  expect([made.status, made.payout_account_id, made.made_by]).toEqual(['draft', elsewhere, other.id]);
  expect(ended.resolution).toContain(made.code);
  await expect(inTransaction(house, other, (ctx) => approve(ctx, { id: made.id, net_cents: made.net_cents }))).rejects.toMatchObject({
    failure: 'forbidden',
  });
});

test('whose last payout failed for the account is left out of a run until the account is changed, and the preview says so', async () => {
  const one = await approved();
  await send(house.database.db, payoutTransfers, silent().rail, one.transfer);
  await answered(one.key, '2040');
  const left = (await preview(ctxOf(house, maker), { cut_off: clock.today() })).skipped.map(({ why }) => why);
  expect(left.some((why) => why.includes('failed on'))).toBe(true);
  await inTransaction(house, maker, (ctx) => run(ctx, { cut_off: clock.today() }));
  expect((await draft(one.company)).id).toBe(one.row.id);
  const other1 = await addPayoutAccount(house, one.company);
  await house.database.db.updateTable('payout_account').set({ is_default: false }).where('id', '=', one.account).execute();
  await house.database.db.updateTable('payout_account').set({ is_default: true }).where('id', '=', other1).execute();
  const seen = await preview(ctxOf(house, maker), { cut_off: clock.today() });
  expect(seen.count).toBeGreaterThan(0);
  expect(seen.net_cents).toBe(seen.ways.reduce((sum, way) => sum + way.net_cents, 0));
  expect(seen.payees.map(({ net_cents, figures }) => [net_cents, adds(figures)])).toEqual(seen.payees.map(({ figures }) => [figures.net, true]));
  expect(seen.payees.reduce((sum, { net_cents }) => sum + net_cents, 0)).toBe(seen.net_cents);
  const made = await inTransaction(house, maker, (ctx) => run(ctx, { cut_off: clock.today() }));
  expect([made.made, made.net_cents]).toEqual([seen.count, seen.net_cents]);
  // The new payout takes the money along: the old error has nothing left to send, and says where it is.
  const row = await draft(one.company);
  await inTransaction(house, other, (ctx) => approve(ctx, { id: row.id, net_cents: row.net_cents }));
  const failed = await errorOf(one.company);
  expect([failed.now_in?.code, failed.acts]).toEqual([row.code, ['write_off']]);
  const [transfer] = await transfersOf(row.id);
  await send(house.database.db, payoutTransfers, silent().rail, transfer?.id ?? 0);
  await answered(transfer?.key ?? '', '0');
  expect(await openPayout(house.database.db, one.company)).toBeDefined();
  await inTransaction(house, other, (ctx) => writeOff(ctx, { id: failed.id, revision: failed.revision, resolution: 'Paid with the next one' }));
  expect(await openPayout(house.database.db, one.company)).toBeUndefined();
});

test('an error is tried again until the new attempt has an end', async () => {
  const one = await approved();
  await send(house.database.db, payoutTransfers, silent().rail, one.transfer);
  await answered(one.key, '2040');
  const failed = await errorOf(one.company);
  expect((await again(failed.id, failed.revision)).status).toBe('retrying');
  const [, next] = await transfersOf(one.row.id);
  await send(house.database.db, payoutTransfers, silent().rail, next?.id ?? 0);
  await answered(next?.key ?? '', '0');
  expect((await error(ctxOf(house, other), { id: failed.id })).status).toBe('resolved');
});

test('a file for the bank is kept and is the same when it is fetched again; one bank reference is good for a batch', async () => {
  const one = await approved(600_000, bank);
  const two = await approved(500_000, bank);
  const waits = await bankWaiting(ctxOf(house, other));
  const file = await inTransaction(house, other, (ctx) => bankFile(ctx));
  expect(file.count).toBe(waits.count);
  const [kept] = (await bankFiles(ctxOf(house, other), { page: 1, page_size: 10 })).results;
  expect([kept?.count, kept?.cents]).toEqual([waits.count, waits.cents]);
  const same = await inTransaction(house, other, (ctx) => bankFileAgain(ctx, { id: kept?.id ?? 0 }));
  expect([same.csv, same.name]).toEqual([file.csv, file.name]);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from settlement_file where sealed like '%TRF-%'`.execute(house.database.db);
  expect(rows[0]?.n).toBe(0);
  const codes = [one, two].map(async ({ row }) => (await transfersOf(row.id))[0]?.code);
  const lines = (await Promise.all(codes)).map((code) => `${code},paid,,BATCH1`);
  const csv = ['Narration;State;Amount;Bank ref', ...lines.map((line) => line.replaceAll(',', ';'))].join('\n');
  const answer = (dry: boolean) => inTransaction(house, other, (ctx) => confirmations(ctx, { csv, dry }));
  const states = async () => (await Promise.all([one, two].map(({ row }) => transfersOf(row.id)))).map(([of]) => of?.status);
  // Looked at first: the same is said, and nothing is booked.
  const [before, preview] = [await states(), await answer(true)];
  expect(preview.rows.map(({ becomes }) => becomes)).toEqual(['confirmed', 'confirmed']);
  expect(await states()).toEqual(before);
  const read = await answer(false);
  expect([read.confirmed, read.unread]).toEqual([2, []]);
  expect(await states()).toEqual(['confirmed', 'confirmed']);
  // One reference of the bank's for a batch stands under one of it, as where its statement tells of them.
  const references = (await Promise.all([one, two].map(({ row }) => transfersOf(row.id)))).map(([of]) => of?.external_id);
  expect(references).toEqual(['BATCH1', null]);
  await expect(inTransaction(house, other, (ctx) => confirmations(ctx, { csv: 'Date,Amount\n1,2\n', dry: true }))).rejects.toMatchObject({
    failure: 'invalid',
  });
});

test('who was let in today approves nothing', async () => {
  const one = await payee();
  await inTransaction(house, maker, (ctx) => run(ctx, { cut_off: clock.today() }));
  const row = await draft(one.company);
  const young = await somebody(house, 'superadmin');
  await expect(inTransaction(house, young, (ctx) => approve(ctx, { id: row.id, net_cents: row.net_cents }))).rejects.toMatchObject({
    failure: 'forbidden',
  });
});
