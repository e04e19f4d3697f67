import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { credit } from '#server/invoice/credit.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { balance } from '#server/ledger/service.ts';
import * as payments from '#server/payment/acts.ts';
import * as refunds from '#server/refund/refunds.ts';
import type { AccountRow } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { drain, told } from '#test/jobs.ts';
import { inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { paidFor, paidIn, paybillOf } from '#test/worlds/paying-in.ts';
import { billed, trusts, unproven } from '#test/worlds/payments.ts';
import { spendCredits } from './credit.ts';

/** A tenant who owes and is owed at once: what they have over pays what is open, whichever of the two was first. */
let house: House;
let here: Place;
let boss: Somebody;
let paybill: AccountRow;
const db = (): Db => house.database.db;
const as = <T>(by: Somebody, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, by, work);
const home = async () => livedIn(house, here.property, { unitId: await addUnit(house, here.property) });
const bill = (t: number, sum: number, dueIn = 5) => as(boss, (ctx) => billed(ctx, t, sum, { dueIn }));
const invoice = (id: number) =>
  house.database.db.selectFrom('invoice').select(['status', 'paid_cents', 'open_cents']).where('id', '=', id).executeTakeFirstOrThrow();
const over = (t: number) => balance(db(), 'C', { code: accounts.tenantCredit, company: here.owner.me.companyId ?? 0, tenancy: t });
const came = (sum: number, t: number) => paidFor(house, t, { account: paybill, cents: sum });

beforeAll(async () => {
  house = await freshHouse();
  await setClock(house, '2027-03-03T09:00:00Z');
  here = await place(house);
  boss = await somebody(house, 'superadmin');
  await longHere(house, boss);
  await trusts(house, here.owner.me.companyId ?? 0);
  paybill = await paybillOf(house);
});
afterAll(() => setClock(house, null));

test('a payment is taken back: what it had paid is paid out of what the second one left over, the oldest due first', async () => {
  const t = await home();
  const [later, sooner] = [await bill(t, 300_000, 9), await bill(t, 70_000, 3)];
  const first = await came(370_000, t);
  await came(100_000, t);
  expect(await over(t)).toBe(100_000);
  await as(boss, (ctx) => payments.reverse(ctx, { id: first, reason: 'Safaricom took it back' }));
  await drain(house);
  expect(await invoice(sooner.id)).toMatchObject({ status: 'paid' });
  expect(await invoice(later.id)).toMatchObject({ status: 'active', paid_cents: 30_000, open_cents: 270_000 });
  expect(await over(t)).toBe(0);
  // Told as after issuing: what is paid from credit, and what is left of the other.
  const ofThese = async (event: 'receipt' | 'invoice.issued') =>
    (await told(house, event)).filter(({ params }) => [sooner.code, later.code].includes(String(params.code))).map(({ params }) => params);
  expect((await ofThese('receipt')).at(-1)).toMatchObject({ code: sooner.code, how: 'wallet' });
  expect((await ofThese('invoice.issued')).at(-1)).toMatchObject({ code: later.code, total: 'KES 3,000', credit: 'KES 300', sum: 'KES 2,700' });
  // Asked again it is done.
  const before = await house.database.db.selectFrom('allocation').select('id').execute();
  await spendCredits(db(), t);
  expect(await house.database.db.selectFrom('allocation').select('id').execute()).toHaveLength(before.length);
  expect(await unproven(house)).toEqual([]);
});

test('a payment is taken off, and a paid month credited: both find what is open', async () => {
  const t = await home();
  const june = await bill(t, 50_000);
  const wrong = await came(50_000, t);
  await came(50_000, t);
  await as(boss, (ctx) => payments.unmatch(ctx, { id: wrong, reason: 'another’s' }));
  await drain(house);
  expect(await invoice(june.id)).toMatchObject({ status: 'paid' });
  const july = await bill(t, 40_000);
  const { id: line_id } = await house.database.db.selectFrom('invoice_line').select('id').where('invoice_id', '=', june.id).executeTakeFirstOrThrow();
  await as(boss, (ctx) => credit(ctx, { id: june.id, lines: [{ line_id, cents: cents(30_000) }], reason: 'no water for a week' }));
  await drain(house);
  expect(await invoice(july.id)).toMatchObject({ status: 'active', open_cents: 10_000 });
  expect(await over(t)).toBe(0);
  expect(await unproven(house)).toEqual([]);
});

test('what a person puts to one invoice leaves nothing over while another is open', async () => {
  const t = await home();
  const [one, other] = [await bill(t, 20_000, 9), await bill(t, 30_000, 3)];
  const { id } = await paidIn(house, { account: paybill, cents: 45_000, typed: 'NOBODY' });
  await as(boss, (ctx) => payments.assign(ctx, { id, parts: [{ tenancy_id: t, cents: cents(45_000), invoice_ids: [one.id] }] }));
  await drain(house);
  expect(await invoice(one.id)).toMatchObject({ status: 'paid' });
  expect(await invoice(other.id)).toMatchObject({ status: 'active', paid_cents: 25_000 });
  expect(await unproven(house)).toEqual([]);
});

test('what somebody asked to have back is promised, and pays nothing until that is refused', async () => {
  const t = await home();
  const month = await bill(t, 60_000);
  const first = await came(60_000, t);
  const second = await came(60_000, t);
  const ask = { id: second, cents: cents(40_000), reason: 'Paid twice', to: 'KCB 0113601234' };
  const refund = (await as(boss, (ctx) => payments.askRefund(ctx, ask))).refunds.at(-1)?.id ?? 0;
  await as(boss, (ctx) => payments.reverse(ctx, { id: first, reason: 'Safaricom took it back' }));
  await drain(house);
  expect(await invoice(month.id)).toMatchObject({ status: 'active', paid_cents: 20_000 });
  // Nor does the next invoice take it.
  const next = await bill(t, 10_000);
  expect(await invoice(next.id)).toMatchObject({ status: 'unpaid' });
  expect(await over(t)).toBe(40_000);
  await as(boss, (ctx) => refunds.decideRefund(ctx, { id: refund, approve: false, reason: 'They owe' }));
  await spendCredits(db(), t);
  expect(await invoice(month.id)).toMatchObject({ status: 'paid' });
  expect(await unproven(house)).toEqual([]);
});
