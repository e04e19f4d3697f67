import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { recorded } from '#server/collection/record.ts';
import { lockPayment, putPayment } from '#server/collection/rows.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { balance } from '#server/ledger/service.ts';
import * as payments from '#server/payment/acts.ts';
import { transfer } from '#server/property/service.ts';
import * as refunds from '#server/refund/refunds.ts';
import type { AccountRow } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { drain, told } from '#test/jobs.ts';
import { inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { paidFor, paybillOf } from '#test/worlds/paying-in.ts';
import { billed, trusts, unproven } from '#test/worlds/payments.ts';
import { keepCredit } from './credit.ts';

/** A home is sold with somebody living in it: their deposit and credit follow them (product §22). */
let house: House;
let seller: Place;
let buyer: Place;
let boss: Somebody;
let tenant: Somebody;
let paybill: AccountRow;
let home: number;
const db = (): Db => house.database.db;
const as = <T>(by: Somebody, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, by, work);
const companyOf = ({ owner }: Place) => owner.me.companyId ?? 0;
const stands = (at: Place, fund: 'C' | 'D' | 'M', code: 2010 | 2020) => balance(db(), fund, { code, company: companyOf(at), tenancy: home });
const invoice = (id: number) =>
  house.database.db.selectFrom('invoice').select(['status', 'paid_cents', 'open_cents', 'company_id']).where('id', '=', id).executeTakeFirstOrThrow();
const bill = (sum: number, more: Parameters<typeof billed>[3] = {}) => as(boss, (ctx) => billed(ctx, home, sum, more));
/** Rent of a month that begins after today. */
const ahead = async (sum: number) => {
  const made = await bill(sum);
  const period = { period_from: addDays(clock.today(), 20), period_last: addDays(clock.today(), 49) };
  await house.database.db.updateTable('invoice').set(period).where('id', '=', made.id).execute();
  return made;
};
const came = (sum: number) => paidFor(house, home, { account: paybill, cents: sum });
const handed = () =>
  house.database.db.selectFrom('journal').select('id').where('kind', '=', 'tenancy_handed_over').where('source_id', '=', home).execute();
const sell = () => as(boss, (ctx) => transfer(ctx, { id: seller.property, company_id: companyOf(buyer), reason: 'Sold' }));

beforeAll(async () => {
  house = await freshHouse();
  await setClock(house, '2027-03-03T09:00:00Z');
  boss = await somebody(house, 'superadmin');
  await longHere(house, boss);
  paybill = await paybillOf(house);
});
beforeEach(async () => {
  [seller, buyer] = [await place(house), await place(house)];
  tenant = await somebody(house, 'tenant');
  home = await livedIn(house, seller.property, { unitId: await addUnit(house, seller.property) }, tenant.id);
});
afterAll(() => setClock(house, null));

describe('the platform holds it for both', () => {
  beforeEach(async () => {
    for (const at of [seller, buyer]) await trusts(house, companyOf(at));
  });

  test('deposit and credit go along in one journal, arrears stay, rent asked ahead is the next one’s, and all three hear of it', async () => {
    await bill(200_000, { deposit: 300_000 });
    const paid = await came(500_000);
    const over = await came(80_000);
    const owed = await bill(200_000);
    expect(await invoice(owed.id)).toMatchObject({ paid_cents: 80_000 });
    // Asked ahead with nothing over; then something is over again, since a payment was put right.
    const later = await ahead(120_000);
    await as(boss, (ctx) => payments.unmatch(ctx, { id: over, reason: 'for another month' }));
    await as(boss, async (ctx) => {
      await keepCredit(ctx, await lockPayment(ctx.db, over), { companyId: companyOf(seller), tenancyId: home, bookingId: null }, 80_000);
      await putPayment(ctx.db, over, { credited_cents: 80_000, match: 'matched' });
    });
    expect([await stands(seller, 'D', 2010), await stands(seller, 'C', 2020)]).toEqual([300_000, 80_000]);
    await sell();
    expect([await stands(seller, 'D', 2010), await stands(seller, 'C', 2020)]).toEqual([0, 0]);
    expect([await stands(buyer, 'D', 2010), await stands(buyer, 'C', 2020)]).toEqual([300_000, 80_000]);
    expect(await invoice(later.id)).toMatchObject({ status: 'expired' });
    expect(await invoice(owed.id)).toMatchObject({ status: 'unpaid', company_id: companyOf(seller) });
    expect(await handed()).toHaveLength(1);
    const heard = (await told(house, 'payment.handed_over')).filter(({ key }) => key.includes(`tenancy:${home}:`));
    expect(heard.map(({ to }) => (to as { personId: number }).personId).toSorted()).toEqual([tenant.id, seller.owner.id, buyer.owner.id].toSorted());
    expect(heard[0]?.params).toMatchObject({ held: 'KES 3,000', credit: 'KES 800', by: 'platform' });
    expect(await unproven(house)).toEqual([]);
    // The credit is for the next holder's invoices: the first of them is paid with it at once.
    const next = await bill(50_000);
    expect(await invoice(next.id)).toMatchObject({ status: 'paid', company_id: companyOf(buyer) });
    await drain(house);
    expect(await invoice(owed.id), 'arrears of the last holder are not paid out of it').toMatchObject({ status: 'unpaid' });
    // Payments from before are taken back from where they are by now.
    for (const id of [over, paid]) await as(boss, (ctx) => payments.reverse(ctx, { id, reason: 'Safaricom took it back' }));
    expect([await stands(buyer, 'D', 2010), await stands(buyer, 'C', 2020)]).toEqual([0, 0]);
    expect(await invoice(next.id)).toMatchObject({ status: 'unpaid' });
    expect(await unproven(house)).toEqual([]);
  });

  test('what is paid in part for the time after, a deposit still to come and a refund on its way are settled first', async () => {
    const later = await ahead(120_000);
    await came(50_000);
    await expect(sell()).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining(later.code) });
    await came(70_000);
    const deposit = await bill(10_000, { deposit: 40_000 });
    await expect(sell()).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining(deposit.code) });
    await came(50_000);
    const over = await came(30_000);
    const asked = { id: over, cents: cents(30_000), reason: 'Paid twice', to: 'KCB 0113601234' };
    const refund = (await as(boss, (ctx) => payments.askRefund(ctx, asked))).refunds.at(-1);
    const second = await somebody(house, 'admin');
    await longHere(house, second);
    await as(second, (ctx) => refunds.decideRefund(ctx, { id: refund?.id ?? 0, approve: true, reason: '' }));
    await expect(sell()).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining(refund?.code ?? '-') });
    expect(await handed()).toEqual([]);
    await as(boss, (ctx) => refunds.decideRefund(ctx, { id: refund?.id ?? 0, approve: false, reason: 'stays' }));
    await sell();
    expect(await stands(buyer, 'C', 2020)).toBe(30_000);
    expect(await unproven(house)).toEqual([]);
  });
});

describe('holders who keep it themselves', () => {
  const byHand = async () => {
    const { id } = await bill(100_000, { deposit: 300_000 });
    const about = await house.database.db
      .selectFrom('invoice')
      .select(['tenancy_id', 'booking_id', 'property_id', 'unit_id', 'tenant_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await as(seller.owner, (ctx) =>
      recorded(ctx, { companyId: companyOf(seller), how: 'bank', cents: 400_000, on: clock.today(), invoiceIds: [id], home: about }),
    );
  };

  test('answer for it one after the other: the books remember who has it, and both are told to hand it on', async () => {
    await byHand();
    const inHands = (at: Place) => balance(db(), 'M', { code: accounts.cashWithOwner, company: companyOf(at) });
    const before = await inHands(seller);
    await sell();
    expect([await stands(seller, 'M', 2010), await stands(buyer, 'M', 2010)]).toEqual([0, 300_000]);
    expect([await inHands(seller), await inHands(buyer)]).toEqual([before - 300_000, 300_000]);
    const heard = (await told(house, 'payment.handed_over')).filter(({ key }) => key.includes(`tenancy:${home}:`));
    expect(heard.map(({ params }) => params.by)).toEqual(['owner', 'owner', 'owner']);
    expect(await unproven(house)).toEqual([]);
  });

  test('do not sell to one for whom the platform does while something is held: nothing pretends', async () => {
    await byHand();
    await trusts(house, companyOf(buyer));
    await expect(sell()).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining('KES 3,000') });
    expect([await stands(seller, 'M', 2010), await stands(buyer, 'M', 2010)]).toEqual([300_000, 0]);
    expect(await unproven(house)).toEqual([]);
  });
});
