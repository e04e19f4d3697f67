import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents, sum } from '#contract/money/cents.ts';
import { credit } from '#server/invoice/credit.ts';
import * as lists from '#server/invoice/lists.ts';
import { details } from '#server/invoice/one.ts';
import { paperOf } from '#server/invoice/runs/paper.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { balance, post } from '#server/ledger/service.ts';
import * as payments from '#server/payment/acts.ts';
import { fullOf } from '#server/payment/one.ts';
import * as refunds from '#server/refund/refunds.ts';
import { ofInvoice } from '#server/settlement/of-invoice.ts';
import type { AccountRow } from '#server/treasury/accounts.ts';
import { walletService } from '#server/wallet/service.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { ctxOf, inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { paidFor, paybillOf } from '#test/worlds/paying-in.ts';
import { billed, trusts, unproven } from '#test/worlds/payments.ts';

/** A credit note gives back what was paid: it is the tenant's again, and nobody counts, promises or pays it out as the owner's meanwhile. */
let house: House;
let here: Place;
let boss: Somebody;
let paybill: AccountRow;
const db = (): Db => house.database.db;
const as = <T>(by: Somebody, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, by, work);
const home = async () => livedIn(house, here.property, { unitId: await addUnit(house, here.property) });
const bill = (t: number, asked: number) => as(boss, (ctx) => billed(ctx, t, asked, { dueIn: 5 }));
const invoice = (id: number) => house.database.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const over = (t: number) => balance(db(), 'C', { code: accounts.tenantCredit, company: here.owner.me.companyId ?? 0, tenancy: t });
const came = (paid: number, t: number) => paidFor(house, t, { account: paybill, cents: paid });
const note = async (id: number, given: number) => {
  const { id: line_id } = await house.database.db.selectFrom('invoice_line').select('id').where('invoice_id', '=', id).executeTakeFirstOrThrow();
  return as(boss, (ctx) => credit(ctx, { id, lines: [{ line_id, cents: cents(given) }], reason: 'no water for a week' }));
};
const shown = (id: number) => fullOf(ctxOf(house, boss), id);
/** What the tiles of a payment say, and what its list adds up to. */
const counted = async (id: number) => {
  const one = await shown(id);
  const listed = one.parts.filter(({ undone_at }) => undone_at === null).map((part) => part.cents - part.returned_cents);
  return { put: one.put_cents, listed: sum(listed), over: one.over_cents, refundable: one.refundable_cents };
};
const ask = (id: number, asked: number) =>
  as(here.owner, (ctx) => payments.askRefund(ctx, { id, cents: cents(asked), reason: 'They want it back', to: 'KCB 0113601234' }));

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

test('credit that a note gave back stands with its payment as given back, has no receipt, is paid out to nobody and can be asked back', async () => {
  const t = await home();
  const first = await bill(t, 500_000);
  const payment = await came(800_000, t);
  const second = await bill(t, 500_000);
  expect(await counted(payment)).toEqual({ put: 800_000, listed: 800_000, over: 0, refundable: 0 });
  await note(second.id, 500_000);
  expect(await counted(payment)).toEqual({ put: 500_000, listed: 500_000, over: 300_000, refundable: 300_000 });
  expect((await shown(payment)).parts).toMatchObject([
    { invoice: { code: first.code }, cents: 500_000, returned_cents: 0 },
    { invoice: { code: second.code }, cents: 300_000, returned_cents: 300_000 },
  ]);
  const seen = await details(ctxOf(house, boss), { id: second.id });
  expect(seen).toMatchObject({ settled: 'credited', paid_on: null, open_cents: 0 });
  const closed = await lists.all(ctxOf(house, boss), { page: 1, page_size: 50, sort: '-due_on', z_filter: { closed: 'true' } });
  expect(closed.results.map(({ code }) => code)).toContain(second.code);
  await expect(paperOf(house)(ctxOf(house, boss), { id: second.id, kind: 'receipt' })).rejects.toMatchObject({ failure: 'wrongState' });
  expect((await ofInvoice(ctxOf(house, boss), { invoice_id: second.id })).results).toEqual([]);
  expect(await unproven(house)).toEqual([]);

  await expect(ask(payment, 300_100)).rejects.toMatchObject({ extra: { fields: { cents: expect.stringContaining('3,000') } } });
  const refund = (await ask(payment, 300_000)).refunds.at(-1)?.id ?? 0;
  await as(boss, (ctx) => refunds.decideRefund(ctx, { id: refund, approve: true, reason: '' }));
  expect(await over(t)).toBe(0);
  expect(await counted(payment)).toMatchObject({ put: 500_000, over: 0, refundable: 0 });
  expect(await unproven(house)).toEqual([]);
});

test('a part of what a payment paid at once can be asked back as well; the receipt is of what stays', async () => {
  const t = await home();
  const one = await bill(t, 500_000);
  const payment = await came(500_000, t);
  await note(one.id, 200_000);
  expect(await counted(payment)).toEqual({ put: 300_000, listed: 300_000, over: 200_000, refundable: 200_000 });
  expect(await details(ctxOf(house, boss), { id: one.id })).toMatchObject({ settled: 'paid', paid_cents: 500_000, returned_cents: 200_000 });
  expect((await ofInvoice(ctxOf(house, boss), { invoice_id: one.id })).results).toMatchObject([{ cents: 300_000 }]);
  // Used for the next month it is put there, and the payment says so.
  const next = await bill(t, 150_000);
  expect(await invoice(next.id)).toMatchObject({ status: 'paid' });
  expect(await counted(payment)).toEqual({ put: 450_000, listed: 450_000, over: 50_000, refundable: 50_000 });
  expect(await unproven(house)).toEqual([]);
  // The money is gone again: what it paid is asked for, as far as no note took it off, and nobody has credit of it.
  await as(boss, (ctx) => payments.reverse(ctx, { id: payment, reason: 'Safaricom took it back' }));
  expect([await invoice(one.id), await invoice(next.id)]).toMatchObject([
    { paid_cents: 0, credited_cents: 200_000, returned_cents: 0, open_cents: 300_000 },
    { paid_cents: 0, open_cents: 150_000 },
  ]);
  expect(await over(t)).toBe(0);
  expect(await unproven(house)).toEqual([]);
});

test('what was given back is collected no more, and nothing of it is held as clearing', async () => {
  const t = await home();
  const wallet = async () => (await walletService(house).own(ctxOf(house, here.owner))).pockets.find(({ code }) => code === 2000);
  const got = async () => (await lists.counts(ctxOf(house, here.owner), { z_filter: {} })).paid_month_cents;
  const [before, had] = [await wallet(), await got()];
  const one = await bill(t, 500_000);
  await came(500_000, t);
  const held = (await wallet())?.pending_cents ?? 0;
  expect(held).toBeGreaterThan(before?.pending_cents ?? 0);
  await note(one.id, 500_000);
  expect(await got()).toBe(had);
  expect(await wallet()).toMatchObject({ pending_cents: before?.pending_cents, available_cents: before?.available_cents });
});

test('what a note gave back goes out as far as the company has it: paid out before, others’ money would go', async () => {
  const t = await home();
  const company = here.owner.me.companyId ?? 0;
  const one = await bill(t, 500_000);
  const payment = await came(500_000, t);
  const rent = await balance(db(), 'C', { code: accounts.ownerPayable, company });
  await post(db(), {
    ...{ key: 'given-back:paid-out', kind: 'adjustment', source: ['test', 1], companyId: company, params: {} },
    pairs: [{ fund: 'C', dr: { code: accounts.ownerPayable, company }, cr: { code: accounts.clientBank, ref: 'test' }, cents: rent }],
  });
  await note(one.id, 500_000);
  const refund = (await ask(payment, 500_000)).refunds.at(-1)?.id ?? 0;
  await expect(as(boss, (ctx) => refunds.decideRefund(ctx, { id: refund, approve: true, reason: '' }))).rejects.toMatchObject({
    failure: 'conflict',
  });
  expect(await over(t)).toBe(500_000);
});
