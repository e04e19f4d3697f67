import fastify from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents, sum } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import { inLocale } from '#server/kernel/locale.ts';
import { balance, post } from '#server/ledger/service.ts';
import { walletService } from '#server/wallet/service.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { ctxOf, inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { livedIn, putMoney } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { billed, trusts } from '#test/worlds/payments.ts';
import { addMoney, addPayoutAccount } from '#test/worlds/payouts.ts';
import { setLocaleSource } from '#words/locale.js';
import { approve } from '../approve.ts';
import { run } from '../run-batches.ts';
import { month } from './month.ts';
import { monthPaper, monthRoutes, monthSheet, toldOf } from './month-paper.ts';

let house: House;
let here: Place;
let [maker, other]: Somebody[] = [];
let company = 0;
let walletId = 0;
let n = 0;
const db = () => house.database.db;
const at = (day: string) => setClock(house, `${day}T09:00:00+03:00`);
const as = <T>(who: Somebody | undefined, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, who as Somebody, work);
const asked = (of: string) => ({ id: walletId, month: of, page: 1, page_size: 10 as const });
const seen = (of: string, by = here.owner) => month(ctxOf(house, by), asked(of));
const parts = (one: Awaited<ReturnType<typeof seen>>) => Object.fromEntries(one.parts.map(({ part, cents: each }) => [part, each]));

async function rents(tenancyId: number, rent: number, deposit = 0) {
  const invoice = await as(here.owner, (ctx) => billed(ctx, tenancyId, rent, deposit ? { deposit } : {}));
  await putMoney(house, invoice.id, rent + deposit);
}
const booked = (kind: 'commission' | 'adjustment' | 'bought', to: object, amount: number) =>
  post(db(), {
    ...{ key: `month:${++n}`, kind, source: ['test', n], companyId: company, params: {} },
    pairs: [{ fund: 'C', dr: { code: accounts.ownerPayable, company }, cr: { code: accounts.interfund, ...to }, cents: cents(amount) }],
  });

beforeAll(async () => {
  setLocaleSource(inLocale.current);
  house = await freshHouse();
  await at('2027-03-02');
  here = await place(house);
  company = here.owner.me.companyId ?? 0;
  walletId = (await db().selectFrom('wallet').select('id').where('company_id', '=', company).executeTakeFirstOrThrow()).id;
  [maker, other] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin')];
  await longHere(house, maker, other);
  await trusts(house, company);
  // What others have, so that the platform can send.
  await addMoney(house, (await somebody(house, 'owner')).me.companyId ?? 0, 90_000_000);
  await db()
    .updateTable('wallet_setting')
    .set({ fee_bearer: 'payee', fees: JSON.stringify([{ upto: 25_000_000, cents: 1300 }]) })
    .execute();
  const [first, second] = [await addUnit(house, here.property), await addUnit(house, here.property)];
  const [a, b] = [await livedIn(house, here.property, { unitId: first }), await livedIn(house, here.property, { unitId: second })];
  await rents(a, 3_000_000, 1_000_000);
  await rents(b, 2_000_050);
  await booked('commission', {}, 250_000);
  await addPayoutAccount(house, company, { is_default: true });
  await at('2027-03-20');
  await as(maker, (ctx) => run(ctx, { cut_off: '2027-03-20' }));
  const draft = await db().selectFrom('settlement_payment').selectAll().where('company_id', '=', company).executeTakeFirstOrThrow();
  await as(other, (ctx) => approve(ctx, { id: draft.id, net_cents: draft.net_cents }));
  await at('2027-04-06');
  await rents(a, 3_000_000);
  await booked('adjustment', {}, 10_000);
  await booked('bought', {}, 11_600);
});

test('a month is what was there, what was collected by home, what went for what, and what was there after', async () => {
  const march = await seen('2027-03');
  expect([march.opening_cents, march.over, march.count]).toEqual([0, true, 2]);
  expect(march.results.map((row) => row.cents).sort()).toEqual([2_000_050, 3_000_000]);
  expect(march.results.every(({ home }) => home.includes(', '))).toBe(true);
  const payout = await db().selectFrom('settlement_payment').selectAll().where('company_id', '=', company).executeTakeFirstOrThrow();
  expect(payout.fee_cents).toBe(1300);
  expect(parts(march)).toEqual({ gross: 5_000_050, commission: -250_000, fee: -1300, sent: -payout.net_cents });
  expect(march.closing_cents).toBe(5_000_050 - 250_000 - 1300 - payout.net_cents);
  const april = await seen('2027-04');
  expect([april.opening_cents, april.over]).toEqual([march.closing_cents, false]);
  expect(parts(april)).toEqual({ gross: 3_000_000, adjusted: -10_000, bought: -11_600 });
});

test('it ends with what the books have, and with what the wallet’s own list of those days says', async () => {
  const april = await seen('2027-04');
  expect(april.closing_cents).toBe(await balance(db(), 'C', { code: accounts.ownerPayable, company }));
  expect(april.closing_cents).toBe((await walletService(house).own(ctxOf(house, here.owner))).total_cents);
  for (const of of ['2027-02', '2027-03', '2027-04', '2027-05']) {
    const one = await seen(of);
    const z_filter = { day_from: one.from, day_to: one.last };
    const told = await walletService(house).entries(ctxOf(house, here.owner), { id: walletId, page: 1, page_size: 10, z_filter });
    expect([one.opening_cents, one.closing_cents]).toEqual([told.opening_cents, told.closing_cents]);
    expect(sum(one.results.map((row) => row.cents))).toBe(parts(one).gross ?? 0);
  }
});

test('deposits are a statement of their own', async () => {
  expect((await seen('2027-03')).deposits).toEqual({ opening_cents: 0, in_cents: 1_000_000, out_cents: 0, closing_cents: 1_000_000 });
  const { deposits } = await seen('2027-04');
  expect(deposits).toEqual({ opening_cents: 1_000_000, in_cents: 0, out_cents: 0, closing_cents: 1_000_000 });
  const held = await walletService(house).deposits(ctxOf(house, here.owner), { id: walletId, page: 1, page_size: 10 });
  expect(held.total_cents).toBe(deposits.closing_cents);
});

test('the paper has the screen’s numbers, in the reader’s language', async () => {
  const one = await seen('2027-03');
  const told = await toldOf(ctxOf(house, here.owner), walletId, '2027-03');
  expect(told.one).toEqual(one);
  const sheet = (language: 'en' | 'sw') => inLocale.run(language, () => monthSheet(told));
  const [english, swahili] = [sheet('en'), sheet('sw')];
  expect([english.title, swahili.title]).toEqual(['Monthly statement', 'Taarifa ya mwezi']);
  const [first, ofDeposits] = english.parts.flatMap((part) => ('sums' in part ? [part.sums] : []));
  expect(first?.map(([, value]) => value)).toEqual(
    [one.opening_cents, ...one.parts.map((row) => row.cents), one.closing_cents].map((each) => kesPlain(each, true)),
  );
  expect(ofDeposits?.at(-1)?.[1]).toBe(kesPlain(one.deposits.closing_cents, true));
  const tables = english.parts.flatMap((part) => ('table' in part ? [part.table.rows] : []));
  expect(tables.map((rows) => rows.length)).toEqual([2, 1, 1]);
  expect(tables[1]?.[0]?.at(-1)).toBe(kesPlain((parts(one).sent ?? 0) + (parts(one).fee ?? 0), true));
});

test('it is read by its company and the platform’s heads, and by nobody else', async () => {
  expect((await seen('2027-03', maker)).closing_cents).toBe((await seen('2027-03')).closing_cents);
  expect((await seen('2027-03', await somebody(house, 'admin'))).count).toBe(2);
  const stranger = ctxOf(house, await somebody(house, 'owner'));
  await expect(month(stranger, asked('2027-03'))).rejects.toMatchObject({ failure: 'notFound' });
  await expect(monthPaper(house)(stranger, { id: walletId, month: '2027-03' })).rejects.toMatchObject({ failure: 'notFound' });
  expect((await monthPaper(house)(ctxOf(house, here.owner), { id: walletId, month: '2027-03' })).address).toMatch(
    /^\/files\/month\/\d+\/2027-03\/en\?/,
  );
});

test('its address opens the paper for an hour, and no other month', async () => {
  const app = fastify();
  await monthRoutes(app, house);
  const { address } = await monthPaper(house)(ctxOf(house, here.owner), { id: walletId, month: '2027-03' });
  const got = await app.inject(address);
  expect([got.statusCode, got.headers['content-type'], got.rawPayload.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-']);
  expect((await app.inject(address.replace('2027-03', '2027-04'))).statusCode).not.toBe(200);
  await at('2027-04-07');
  expect((await app.inject(address)).statusCode).not.toBe(200);
  await app.close();
});

test('who holds their money themselves has the same statement, and is told that it is no money of ours', async () => {
  const own = await place(house);
  const tenancyId = await livedIn(house, own.property, { unitId: await addUnit(house, own.property) });
  const invoice = await as(own.owner, (ctx) => billed(ctx, tenancyId, 1_200_000, { deposit: 300_000 }));
  await putMoney(house, invoice.id, 1_500_000);
  const { id } = await walletService(house).own(ctxOf(house, own.owner));
  const told = await toldOf(ctxOf(house, own.owner), id, '2027-04');
  expect(told.one).toMatchObject({
    mode: 'record',
    count: 1,
    opening_cents: 0,
    closing_cents: 1_200_000,
    deposits: { in_cents: 300_000, closing_cents: 300_000 },
  });
  expect(told.one.closing_cents).toBe(await balance(db(), 'M', { code: accounts.ownerPayable, company: own.owner.me.companyId ?? 0 }));
  expect(monthSheet(told).parts.some((part) => 'style' in part && part.style === 'note')).toBe(true);
});
