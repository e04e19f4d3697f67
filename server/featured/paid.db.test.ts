import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { reverseBy } from '#server/matching/reverse.ts';
import { setClock } from '#test/clock.ts';
import { drain, told } from '#test/jobs.ts';
import { meanwhile } from '#test/meanwhile.ts';
import { inTransaction } from '#test/world.ts';
import { featuredWorld, now, on } from '#test/worlds/featured.ts';
import { unproven } from '#test/worlds/invoices.ts';
import { addListing, addUnit, place } from '#test/worlds/market.ts';
import { addPayout } from '#test/worlds/payouts.ts';
import { earnDays, turnBookings } from './clock.ts';
import * as featured from './service.ts';

let w: Awaited<ReturnType<typeof featuredWorld>>;
beforeAll(async () => {
  w = await featuredWorld();
});
afterEach(() => setClock(w.house, now));

describe('held while somebody pays', () => {
  test('a quarter of an hour; then the slot is another’s, though no clock has looked, and paying is refused', async () => {
    const one = await w.booked();
    const two = await place(w.house);
    const other = await addListing(w.house, two);
    await expect(one.book(two.owner, other)).rejects.toMatchObject({ failure: 'conflict' });
    await w.putBy(one.company, one.total);
    await setClock(w.house, '2027-03-10T09:15:01Z');
    await expect(w.byWallet(one)).rejects.toMatchObject({ failure: 'conflict' });
    expect((await one.book(two.owner, other)).status).toBe('awaiting_payment');
    await turnBookings(w.db);
    expect((await w.detail(one)).status).toBe('canceled');
    expect(await w.stands('P', { code: accounts.walletTopUps, company: one.company })).toBe(one.total);
  });
  test('what was approved by a person is held for a day', async () => {
    const one = await w.booked(3, 4, { approval: true });
    expect((await w.detail(one)).status).toBe('requested');
    await inTransaction(w.house, w.admin, (ctx) => featured.move(ctx, { id: one.id, move: 'approve', reason: '' }));
    expect((await w.detail(one)).hold_until).toBe('2027-03-11T09:00:00.000Z');
  });
  test('what costs nothing runs without being paid', async () => {
    const one = await w.booked(0, 1, { day_cents: cents(0) });
    expect((await w.detail(one)).status).toBe('running');
  });
});

describe('by wallet', () => {
  test('paid twice at once it is paid once, and runs', async () => {
    const one = await w.booked();
    await w.putBy(one.company, 2 * one.total);
    const both = await Promise.allSettled([w.byWallet(one), w.byWallet(one)]);
    expect(both.map((b) => b.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await w.detail(one)).status).toBe('running');
    expect(await w.stands('P', { code: accounts.walletTopUps, company: one.company })).toBe(one.total);
    expect(await w.stands('P', { code: accounts.deferredRevenue, company: one.company })).toBe(7 * 33_333);
    const payments = await w.house.database.db
      .selectFrom('payment')
      .select(['purpose', 'how', 'status', 'cents'])
      .where('for_id', '=', one.id)
      .execute();
    expect(payments).toEqual([{ purpose: 2, how: 'wallet', status: 'completed', cents: one.total }]);
  });
  test('two bookings at once with money for one: one is paid, nothing below zero', async () => {
    const one = await w.booked();
    const listing = await addListing(w.house, { ...one, unit: await addUnit(w.house, one.property) });
    const product_id = await w.product();
    const second = await inTransaction(w.house, one.owner, (ctx) =>
      featured.create(ctx, { product_id, listing_id: listing, starts_on: on(1), ends_on: on(7) }),
    );
    await w.putBy(one.company, one.total);
    const both = await Promise.allSettled([w.byWallet(one), w.byWallet({ ...one, id: second.id })]);
    expect(both.map((b) => b.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((b) => b.status === 'rejected')).toMatchObject({ reason: { failure: 'conflict' } });
    expect(await w.stands('P', { code: accounts.walletTopUps, company: one.company })).toBe(0);
  });
  test('a freeze is before it or after, never between: who pays waits for who freezes', async () => {
    const one = await w.booked();
    await w.putBy(one.company, one.total);
    const freeze = { text: "update wallet set status = 'frozen' where company_id = $1", values: [one.company] };
    await expect(meanwhile(w.house, freeze, () => w.byWallet(one))).rejects.toMatchObject({ failure: 'conflict' });
    expect(await w.stands('P', { code: accounts.walletTopUps, company: one.company })).toBe(one.total);
  });
  test('credit first, rent for the rest; held rent is not there, and another’s booking is not found', async () => {
    const one = await w.booked();
    await w.putBy(one.company, 100_000);
    await w.rentOf(one.company, one.total);
    const hold = { company_id: one.company, fund: 'C', code: accounts.ownerPayable, kind: 'dispute', source: 'test', source_id: one.id } as const;
    await w.house.database.db
      .insertInto('wallet_hold')
      .values({ ...hold, cents: cents(100_001) })
      .execute();
    await expect(w.byWallet(one)).rejects.toMatchObject({ failure: 'conflict' });
    await w.house.database.db
      .updateTable('wallet_hold')
      .set({ cents: cents(100_000) })
      .where('source_id', '=', one.id)
      .execute();
    // What a payout that waits for approval has asked for is not there to be spent either, as the page that asks to pay says.
    const draft = await addPayout(w.house, one.company, { net_cents: cents(100) });
    expect(await w.toPay(one)).toMatchObject({ credit_cents: 100_000, rent_cents: one.total - 100_100 });
    await expect(w.byWallet(one)).rejects.toMatchObject({ failure: 'conflict' });
    await w.house.database.db.deleteFrom('settlement_payment').where('id', '=', draft.id).execute();
    await w.byWallet(one);
    expect(await w.stands('P', { code: accounts.walletTopUps, company: one.company })).toBe(0);
    expect(await w.stands('C', { code: accounts.ownerPayable, company: one.company })).toBe(100_000);
    const poor = await w.booked();
    await expect(w.byWallet(poor)).rejects.toMatchObject({ failure: 'conflict' });
    const { owner: stranger } = await place(w.house);
    await expect(w.byWallet({ ...poor, owner: stranger })).rejects.toMatchObject({ failure: 'notFound' });
  });
});

describe('by M-Pesa', () => {
  test('booked when the money has come, never before; whole shillings, the rest is credit; it starts by itself', async () => {
    const one = await w.booked();
    const { code } = await w.ring(one);
    expect((await w.detail(one)).status).toBe('awaiting_payment');
    await w.paidBy(code);
    expect((await w.detail(one)).status).toBe('scheduled');
    await drain(w.house);
    expect(await w.detail(one)).toMatchObject({ status: 'running', paid_by: 'mpesa' });
    expect(one.total % 100).not.toBe(0);
    expect(await w.stands('P', { code: accounts.walletTopUps, company: one.company })).toBe(100 - (one.total % 100));
    expect(await w.stands('P', { code: accounts.deferredRevenue, company: one.company })).toBe(7 * 33_333);
  });
  test('while the phone rings it is not paid from the wallet as well', async () => {
    const one = await w.booked();
    await w.putBy(one.company, one.total);
    await w.ring(one);
    await expect(w.byWallet(one)).rejects.toMatchObject({ failure: 'conflict' });
    expect(await w.stands('P', { code: accounts.walletTopUps, company: one.company })).toBe(one.total);
  });
  test('too late, or too little, it is the company’s credit and somebody is told; late with the slot still free it counts', async () => {
    const [late, little, free] = [await w.booked(), await w.booked(), await w.booked()];
    const keys = [await w.ring(late), await w.ring(little), await w.ring(free)] as const;
    await w.paidBy(keys[1].code, 10_000);
    expect([(await w.detail(little)).status, await w.stands('P', { code: accounts.walletTopUps, company: little.company })]).toEqual([
      'awaiting_payment',
      10_000,
    ]);
    await setClock(w.house, '2027-03-10T09:31:00Z');
    await w.paidBy(keys[2].code);
    expect((await w.detail(free)).status).toBe('scheduled');
    await turnBookings(w.db);
    await w.paidBy(keys[0].code);
    expect((await w.detail(late)).status).toBe('canceled');
    expect(await w.stands('P', { code: accounts.walletTopUps, company: late.company })).toBeGreaterThanOrEqual(late.total);
    const heard = (await told(w.house, 'featured.credited')).map(({ to }) => to.personId);
    expect(heard).toEqual([little.owner.id, late.owner.id]);
  });
  test('taken back by M-Pesa it stops; what was had is owed, the rest comes out of what is not earned', async () => {
    const one = await w.booked();
    const payment = await w.paidBy((await w.ring(one)).code);
    await drain(w.house);
    await setClock(w.house, '2027-03-12T09:00:00Z');
    await earnDays(w.db);
    await w.house.database.db.transaction().execute((tx) => reverseBy(atClock(tx), payment, 'reversed'));
    await drain(w.house);
    expect((await w.detail(one)).status).toBe('canceled');
    const days = 2 * 33_333;
    expect(await w.stands('P', { code: accounts.deferredRevenue, company: one.company })).toBe(0);
    expect(await w.stands('P', { code: accounts.platformReceivable, company: one.company })).toBeGreaterThanOrEqual(days);
    expect(await w.stands('P', { code: accounts.walletTopUps, company: one.company })).toBe(0);
  });
});

test('after all of it the books hold', async () => expect(await unproven(w.house)).toEqual([]));
