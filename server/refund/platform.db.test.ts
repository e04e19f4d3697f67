import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { sweptOut } from '#contract/ledger/postings.ts';
import { cents } from '#contract/money/cents.ts';
import type { RefundHow, RefundState } from '#contract/refund/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { takeMovement } from '#server/collection/movement.ts';
import { noPhone } from '#server/collection/phones.ts';
import { recorded } from '#server/collection/record.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { balance, post } from '#server/ledger/service.ts';
import { look } from '#server/matching/look.ts';
import * as payments from '#server/payment/acts.ts';
import { fullOf } from '#server/payment/one.ts';
import { type AccountRow, addAccount } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { trusts, unproven } from '#test/worlds/payments.ts';
import * as refunds from './refunds.ts';

let house: House;
let here: Place;
let admin: Somebody;
let boss: Somebody;
let paybill: AccountRow;
let number = 1_000_000;
const as = <T>(by: Somebody, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, by, work);

const company = () => here.owner.me.companyId ?? 0;
const made = async (given: Parameters<typeof addAccount>[1]): Promise<AccountRow> => {
  const row = await addAccount(house.database.db, given);
  if (!row) throw new Error('the account was not made');
  return row;
};
/** Nothing was asked for: all of it is the tenant's credit, and the owner manages it. */
async function paid(sum: number): Promise<number> {
  const { db } = house.database;
  const tenancy = await livedIn(house, here.property, { unitId: await addUnit(house, here.property) });
  const { code } = await db.selectFrom('tenancy').select('code').where('id', '=', tenancy).executeTakeFirstOrThrow();
  number += 1;
  const { paymentId } = await db.transaction().execute((tx) =>
    takeMovement(atClock(tx), {
      ...{ rail: 'mpesa', external: `TKB${number}`, account: paybill, cents: sum, paidAt: clock.now(), accountText: code },
      ...{ payer: 'JOHN', phone: noPhone, verifiedBy: 'pull' },
    }),
  );
  await look(db, paymentId ?? 0);
  return paymentId ?? 0;
}
const ask = async (id: number, sum: number, by: Somebody = here.owner) =>
  (await as(by, (ctx) => payments.askRefund(ctx, { id, cents: cents(sum), reason: 'They moved', to: 'KCB 0113601234' }))).refunds.at(-1)?.id ?? 0;
const decide = (by: Somebody, id: number, approve: boolean) => as(by, (ctx) => refunds.decideRefund(ctx, { id, approve, reason: '' }));
const went = (by: Somebody, id: number, how: RefundHow = 'mpesa', account_id?: number) =>
  as(by, (ctx) => refunds.paidRefund(ctx, { id, how, proof: 'TKB1000002', ...(account_id ? { account_id } : {}) }));
const at = (code: 1000 | 1010 | 1040 | 2000, where: { company: number } | { ref: string }) => balance(house.database.db, 'C', { code, ...where });
/** Asked, approved, and shown by a slip. */
const shown = async (sum: number): Promise<number> => shownOf(await paid(sum), sum);
async function shownOf(paymentId: number, sum: number): Promise<number> {
  const refund = await ask(paymentId, sum);
  await decide(admin, refund, true);
  const { db } = house.database;
  const file = await db
    .insertInto('media_file')
    .values({ purpose: 'document', visibility: 'private', name: 'slip.pdf', company_id: company() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('refund').set({ evidence_file_id: file.id }).where('id', '=', refund).execute();
  return refund;
}

beforeAll(async () => {
  house = await freshHouse();
  await setClock(house, '2027-03-03T09:00:00Z');
  here = await place(house);
  await trusts(house, company());
  admin = await somebody(house, 'admin');
  boss = await somebody(house, 'superadmin');
  await longHere(house, admin, boss);
  paybill = await made({ company_id: null, rail: 'mpesa', name: 'Paybill', number: '174379', bank_code: null, fund: 'C' });
});
afterAll(() => setClock(house, null));

test('what the platform holds is given back by its own people: a company asks, and says neither yes to it nor that it went', async () => {
  const payment = await paid(300_000);
  // M-Pesa told no number: one would be typed. Where it goes to a bank, it goes by hand.
  expect((await as(here.owner, (ctx) => fullOf(ctx, payment))).refund_way).toBe('typed');
  const refund = await ask(payment, 300_000);
  const { results } = await as(here.owner, (ctx) => refunds.refunds(ctx, { page: 1, page_size: 10 }));
  expect(results[0]).toMatchObject({ decides: false, approvers: [], fund: 'C' });
  // As if another of the company had asked: two of them are still not the platform.
  const agent = await somebody(house, 'agent');
  await house.database.db.updateTable('refund').set({ asked_by: agent.id }).where('id', '=', refund).execute();
  await expect(decide(here.owner, refund, true)).rejects.toMatchObject({ failure: 'forbidden' });
  // Nor is who was let in for it.
  await expect(decide(await somebody(house, 'admin'), refund, true)).rejects.toMatchObject({ failure: 'forbidden' });
  await decide(admin, refund, true);
  await expect(went(here.owner, refund)).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await went(boss, refund)).toMatchObject({ status: 'paid', decides: true });
  expect(await unproven(house)).toEqual([]);
});

test('what was approved may be on its way: who asked does not take it back, who decides does, and it can be asked for again', async () => {
  const id = await paid(120_000);
  const refund = await ask(id, 120_000);
  await decide(admin, refund, true);
  await expect(decide(here.owner, refund, false)).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await decide(admin, refund, false)).toMatchObject({ status: 'refused' });
  expect(await unproven(house)).toEqual([]);
  // One's own, while nobody has decided.
  const again = await ask(id, 120_000);
  expect(await decide(here.owner, again, false)).toMatchObject({ status: 'refused' });
  await ask(id, 120_000);
  expect(await unproven(house)).toEqual([]);
});

test('each tab counts its own, whichever is open', async () => {
  const list = (status?: RefundState) =>
    as(here.owner, (ctx) => refunds.refunds(ctx, { page: 1, page_size: 10, tabs: true, ...(status ? { z_filter: { status } } : {}) }));
  const all = await list();
  expect(all.tabs).toMatchObject({ asked: 1, refused: 2, paid: 1 });
  expect((await list('asked')).tabs).toEqual(all.tabs);
  expect((await list('asked')).count).toBe(1);
});

test('by bank it leaves the account it was sent from; one of another kind, or a company’s, is none to send from', async () => {
  const bank = await made({ company_id: null, rail: 'bank', name: 'Clients', number: '0113601234', bank_code: '01', fund: 'C' });
  const refund = await shown(90_000);
  await expect(went(admin, refund, 'bank')).rejects.toMatchObject({ failure: 'invalid' });
  await expect(went(admin, refund, 'bank', paybill.id)).rejects.toMatchObject({ failure: 'invalid' });
  // Nor one that has not got it: the rest would be what others have there.
  const till = { code: accounts.clientBank, ref: `collection:${bank.id}` } as const;
  const sweep = (n: number, sum: number) =>
    post(house.database.db, {
      ...{ key: `refund-swept:${n}`, kind: 'swept', source: ['cash_move', n], params: {} },
      pairs: sweptOut({ code: accounts.mpesaPaybill, ref: `collection:${paybill.id}` }, sum).map((one) => ({ ...one, dr: till })),
    });
  await sweep(1, 89_999);
  await expect(went(admin, refund, 'bank', bank.id)).rejects.toMatchObject({ failure: 'conflict' });
  await sweep(2, 10_001);
  expect(await went(admin, refund, 'bank', bank.id)).toMatchObject({ status: 'paid', how: 'bank' });
  expect(await at(1010, { ref: till.ref })).toBe(10_000);
  expect(await unproven(house)).toEqual([]);
});

test('in cash it leaves what the company took in for us; what it gave of its own is owed to it', async () => {
  const where = { company: company() };
  const owed = await at(2000, where);
  await post(house.database.db, {
    ...{ key: 'cash-in', kind: 'swept', source: ['cash_move', 1], params: {} },
    pairs: sweptOut({ code: accounts.clientBank, ref: 'till' }, 50_000).map((one) => ({ ...one, dr: { code: accounts.cashInHand, ...where } })),
  });
  await went(admin, await shown(30_000), 'cash');
  expect([await at(1040, where), await at(2000, where)]).toEqual([20_000, owed]);
  await went(admin, await shown(30_000), 'cash');
  expect([await at(1040, where), await at(2000, where)]).toEqual([0, owed + 10_000]);
  await went(admin, await shown(5_000), 'cash');
  expect([await at(1040, where), await at(2000, where)]).toEqual([0, owed + 15_000]);
  expect(await unproven(house)).toEqual([]);
});

test('cash in somebody’s hands is given back by them: no account of ours pays for it', async () => {
  const tenancy = await livedIn(house, here.property, { unitId: await addUnit(house, here.property) });
  const t = await house.database.db.selectFrom('tenancy').selectAll().where('id', '=', tenancy).executeTakeFirstOrThrow();
  const home = { tenancy_id: t.id, booking_id: null, property_id: t.property_id, unit_id: t.unit_id, tenant_id: null };
  const { paymentId } = await as(here.owner, (ctx) => recorded(ctx, { companyId: company(), how: 'cash', cents: 70_000, on: clock.today(), home }));
  const refund = await shownOf(paymentId, 70_000);
  const [inHand, there] = [await at(1040, { company: company() }), await at(1000, { ref: `collection:${paybill.id}` })];
  await expect(went(admin, refund, 'mpesa', paybill.id)).rejects.toMatchObject({ failure: 'invalid' });
  expect(await went(admin, refund, 'cash')).toMatchObject({ status: 'paid', in_hand: true });
  expect([await at(1040, { company: company() }), await at(1000, { ref: `collection:${paybill.id}` })]).toEqual([inHand - 70_000, there]);
});

test('what was wholly given back has no owner to be found, whoever takes off what it was put to', async () => {
  const { paymentId } = await house.database.db.transaction().execute((tx) =>
    takeMovement(atClock(tx), {
      ...{ rail: 'mpesa', external: 'TKBNOBODY1', account: paybill, cents: 40_000, paidAt: clock.now(), accountText: '' },
      ...{ payer: 'JOHN', phone: noPhone, verifiedBy: 'pull' },
    }),
  );
  const id = paymentId ?? 0;
  await decide(boss, await ask(id, 40_000, admin), true);
  await as(boss, (ctx) => payments.unmatch(ctx, { id, reason: 'at the same moment' }));
  const row = await house.database.db.selectFrom('payment').select('match').where('id', '=', id).executeTakeFirstOrThrow();
  expect(row.match).toBe('returned');
});

test('a paybill or bank below nothing does not prove', async () => {
  const ref = `collection:${(await made({ company_id: null, rail: 'bank', name: 'Empty', number: '0113609999', bank_code: '01', fund: 'C' })).id}`;
  expect(await unproven(house)).toEqual([]);
  await post(house.database.db, {
    ...{ key: 'short', kind: 'swept', source: ['cash_move', 9], params: {} },
    pairs: sweptOut({ code: accounts.clientBank, ref }, 1),
  });
  expect(await unproven(house)).toContain(`nothing_below_zero: C ${ref} 0 is not -1`);
});
