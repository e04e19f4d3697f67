import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Acct, Fund } from '#contract/ledger/accounts.ts';
import { bought, boughtBack } from '#contract/ledger/postings.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { balance, post } from '#server/ledger/service.ts';
import { accountOf } from '#server/payment/accounts.ts';
import { takeMovement } from '#server/payment/movement.ts';
import { reverseBy } from '#server/payment/reverse.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { unproven } from '#test/invoices.ts';
import { drain, told } from '#test/jobs.ts';
import { addListing, addUnit, place } from '#test/market.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { countShown, shown } from './clicks.ts';
import { earnDays, turnBookings } from './clock.ts';
import * as featured from './service.ts';

const mpesa = {
  MPESA_SHORTCODE: '600123',
  MPESA_CONSUMER_KEY: 'k',
  MPESA_CONSUMER_SECRET: 's',
  MPESA_PASSKEY: 'p',
  MPESA_BASE: 'http://127.0.0.1:9',
};
let house: House;
let admin: Somebody;
const now = '2027-03-10T09:00:00Z';
const on = (n: number) => addDays('2027-03-10', n);

beforeAll(async () => {
  house = await freshHouse('bare', mpesa);
  admin = await somebody(house, 'admin');
  await setClock(house, now);
});
afterEach(() => setClock(house, now));

const db = () => house.database.db as never as Parameters<typeof balance>[0];
const stands = (fund: Fund, acct: Acct) => balance(db(), fund, acct);
const product = async (facts: object = {}) =>
  (
    await inTransaction(house, admin, (ctx) =>
      featured.productCreate(ctx, { name: 'Home strip', placement: 'home', day_cents: cents(33_333), slots: 1, max_days: 30, ...facts }),
    )
  ).id;
async function booked(first = 0, last = 6, facts: object = {}) {
  const at = await place(house);
  const listing = await addListing(house, at);
  const productId = await product(facts);
  const book = (who = at.owner, offer = listing) =>
    inTransaction(house, who, (ctx) => featured.create(ctx, { product_id: productId, listing_id: offer, starts_on: on(first), ends_on: on(last) }));
  const booking = await book();
  return { ...at, listing, productId, book, id: booking.id, total: booking.total_cents, company: at.owner.me.companyId ?? 0 };
}
type One = Awaited<ReturnType<typeof booked>>;
const detail = ({ owner, id }: One) => featured.details(ctxOf(house, owner), { id });
const service = () => featured.featuredService(house as never);
const byWallet = ({ owner, id, total }: One) => inTransaction(house, owner, (ctx) => featured.payWallet(ctx, { id, total_cents: cents(total) }));
/** What a company put by earlier. */
let n = 0;
const given = (company: number, fund: Fund, dr: Acct, cr: Acct, sum: number) =>
  post(db(), { key: `test:${++n}`, kind: 'adjustment', source: ['company', company], params: {}, pairs: [{ fund, dr, cr, cents: cents(sum) }] });
const putBy = (company: number, sum: number) => given(company, 'P', { code: 1030 }, { code: 2130, company }, sum);
const rentOf = (company: number, sum: number) => given(company, 'C', { code: 1010, ref: 'test' }, { code: 2000, company }, sum);
const ring = ({ owner, id, total }: One) =>
  inTransaction(house, owner, (ctx) => service().payPhone(ctx, { id, total_cents: cents(total), phone: '+254712345678' as never }));
/** M-Pesa says that the prompt was paid. */
async function paidBy(code: string, sum?: number) {
  const push = await house.database.db
    .selectFrom('push')
    .innerJoin('payment', 'payment.id', 'push.payment_id')
    .selectAll('push')
    .where('payment.code', '=', code)
    .executeTakeFirstOrThrow();
  await house.database.db.transaction().execute(async (tx) =>
    takeMovement(atClock(tx as never), {
      ...{
        rail: 'mpesa',
        external: `SKJ${++n}QW`,
        account: await accountOf(tx as never, push.account_id),
        cents: sum ?? push.cents,
        paidAt: clock.now(),
      },
      ...{
        accountText: push.reference,
        payer: 'WANJIRU',
        phone: { phone_sealed: null, phone_tail: null, phone_mark: null },
        verifiedBy: 'query',
        push,
      },
    } as never),
  );
  return push.payment_id;
}

describe('held while somebody pays', () => {
  test('a quarter of an hour; then the slot is another’s, though no clock has looked, and paying is refused', async () => {
    const one = await booked();
    const two = await place(house);
    const other = await addListing(house, two);
    await expect(one.book(two.owner, other)).rejects.toMatchObject({ failure: 'conflict' });
    await putBy(one.company, one.total);
    await setClock(house, '2027-03-10T09:15:01Z');
    await expect(byWallet(one)).rejects.toMatchObject({ failure: 'conflict' });
    expect((await one.book(two.owner, other)).status).toBe('awaiting_payment');
    await turnBookings(db());
    expect((await detail(one)).status).toBe('canceled');
    expect(await stands('P', { code: 2130, company: one.company })).toBe(one.total);
  });
  test('what was approved by a person is held for a day', async () => {
    const one = await booked(3, 4, { approval: true });
    expect((await detail(one)).status).toBe('requested');
    await inTransaction(house, admin, (ctx) => featured.move(ctx, { id: one.id, move: 'approve', reason: '' }));
    expect((await detail(one)).hold_until).toBe('2027-03-11T09:00:00.000Z');
  });
  test('what costs nothing runs without being paid', async () => {
    const one = await booked(0, 1, { day_cents: cents(0) });
    expect((await detail(one)).status).toBe('running');
  });
});

describe('by wallet', () => {
  test('paid twice at once it is paid once, and runs', async () => {
    const one = await booked();
    await putBy(one.company, 2 * one.total);
    const both = await Promise.allSettled([byWallet(one), byWallet(one)]);
    expect(both.map((b) => b.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await detail(one)).status).toBe('running');
    expect(await stands('P', { code: 2130, company: one.company })).toBe(one.total);
    expect(await stands('P', { code: 2100, company: one.company })).toBe(7 * 33_333);
    const payments = await house.database.db
      .selectFrom('payment')
      .select(['purpose', 'how', 'status', 'cents'])
      .where('for_id', '=', one.id)
      .execute();
    expect(payments).toEqual([{ purpose: 2, how: 'wallet', status: 'completed', cents: one.total }]);
  });
  test('two bookings at once with money for one: one is paid, nothing below zero', async () => {
    const one = await booked();
    const listing = await addListing(house, { ...one, unit: await addUnit(house, one.property) });
    const product_id = await product();
    const second = await inTransaction(house, one.owner, (ctx) =>
      featured.create(ctx, { product_id, listing_id: listing, starts_on: on(1), ends_on: on(7) }),
    );
    await putBy(one.company, one.total);
    const both = await Promise.allSettled([byWallet(one), byWallet({ ...one, id: second.id })]);
    expect(both.map((b) => b.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((b) => b.status === 'rejected')).toMatchObject({ reason: { failure: 'conflict' } });
    expect(await stands('P', { code: 2130, company: one.company })).toBe(0);
  });
  test('credit first, rent for the rest; held rent is not there, and another’s booking is not found', async () => {
    const one = await booked();
    await putBy(one.company, 100_000);
    await rentOf(one.company, one.total);
    const hold = { company_id: one.company, fund: 'C', code: 2000, kind: 'dispute', source: 'test', source_id: one.id } as const;
    await house.database.db
      .insertInto('wallet_hold')
      .values({ ...hold, cents: cents(100_001) })
      .execute();
    await expect(byWallet(one)).rejects.toMatchObject({ failure: 'conflict' });
    await house.database.db
      .updateTable('wallet_hold')
      .set({ cents: cents(100_000) })
      .where('source_id', '=', one.id)
      .execute();
    await byWallet(one);
    expect(await stands('P', { code: 2130, company: one.company })).toBe(0);
    expect(await stands('C', { code: 2000, company: one.company })).toBe(100_000);
    const poor = await booked();
    await expect(byWallet(poor)).rejects.toMatchObject({ failure: 'conflict' });
    const { owner: stranger } = await place(house);
    await expect(byWallet({ ...poor, owner: stranger })).rejects.toMatchObject({ failure: 'notFound' });
  });
});

describe('by M-Pesa', () => {
  test('booked when the money has come, never before; whole shillings, the rest is credit; it starts by itself', async () => {
    const one = await booked();
    const { code } = await ring(one);
    expect((await detail(one)).status).toBe('awaiting_payment');
    await paidBy(code);
    expect((await detail(one)).status).toBe('scheduled');
    await drain(house);
    expect(await detail(one)).toMatchObject({ status: 'running', paid_by: 'mpesa' });
    expect(one.total % 100).not.toBe(0);
    expect(await stands('P', { code: 2130, company: one.company })).toBe(100 - (one.total % 100));
    expect(await stands('P', { code: 2100, company: one.company })).toBe(7 * 33_333);
  });
  test('too late, or too little, it is the company’s credit and somebody is told; late with the slot still free it counts', async () => {
    const [late, little, free] = [await booked(), await booked(), await booked()];
    const keys = [await ring(late), await ring(little), await ring(free)] as const;
    await paidBy(keys[1].code, 10_000);
    expect([(await detail(little)).status, await stands('P', { code: 2130, company: little.company })]).toEqual(['awaiting_payment', 10_000]);
    await setClock(house, '2027-03-10T09:31:00Z');
    await paidBy(keys[2].code);
    expect((await detail(free)).status).toBe('scheduled');
    await turnBookings(db());
    await paidBy(keys[0].code);
    expect((await detail(late)).status).toBe('canceled');
    expect(await stands('P', { code: 2130, company: late.company })).toBeGreaterThanOrEqual(late.total);
    const heard = (await told(house, 'featured.credited')).map(({ to }) => to.personId);
    expect(heard).toEqual([little.owner.id, late.owner.id]);
  });
  test('taken back by M-Pesa it stops; what was had is owed, the rest comes out of what is not earned', async () => {
    const one = await booked();
    const payment = await paidBy((await ring(one)).code);
    await drain(house);
    await setClock(house, '2027-03-12T09:00:00Z');
    await earnDays(db());
    await house.database.db.transaction().execute((tx) => reverseBy(atClock(tx as never), payment, 'reversed'));
    await drain(house);
    expect((await detail(one)).status).toBe('canceled');
    const days = 2 * 33_333;
    expect(await stands('P', { code: 2100, company: one.company })).toBe(0);
    expect(await stands('P', { code: 1200, company: one.company })).toBeGreaterThanOrEqual(days);
    expect(await stands('P', { code: 2130, company: one.company })).toBe(0);
  });
});

describe('days', () => {
  const featuredRevenue = () => stands('P', { code: 4020 });
  test('each is earned once, on its own date, whenever the clock looks; together they are the price to the cent', async () => {
    const before = await featuredRevenue();
    const one = await booked(0, 6);
    await putBy(one.company, one.total);
    await byWallet(one);
    await earnDays(db());
    expect(await featuredRevenue()).toBe(before);
    await setClock(house, '2027-03-13T09:00:00Z');
    await earnDays(db());
    await earnDays(db());
    const mine = async () =>
      (
        await house.database.db
          .selectFrom('journal')
          .select(['day', 'kind'])
          .where('source', '=', 'featured_booking')
          .where('source_id', '=', one.id)
          .orderBy('id')
          .execute()
      )
        .filter(({ kind }) => kind === 'earned')
        .map(({ day }) => day);
    expect(await mine()).toEqual([on(0), on(1), on(2)]);
    await setClock(house, '2027-03-20T09:00:00Z');
    await turnBookings(db());
    expect((await mine()).length).toBe(7);
    expect(await detail(one)).toMatchObject({ status: 'ended', returned_cents: 0 });
    expect(await stands('P', { code: 2100, company: one.company })).toBe(0);
  });
  test('let or paused it stops: days it stood there are earned, the others are credit with their VAT', async () => {
    const one = await booked(0, 6);
    await putBy(one.company, one.total);
    await byWallet(one);
    await setClock(house, '2027-03-12T09:00:00Z');
    await house.database.db.updateTable('listing').set({ status: 'paused' }).where('id', '=', one.listing).execute();
    await turnBookings(db());
    const back = 4 * 33_333 + (await detail(one)).vat_cents - Math.round(((await detail(one)).vat_cents * 3) / 7);
    const { status, returned_cents } = await detail(one);
    expect([status, await stands('P', { code: 2100, company: one.company })]).toEqual(['refunded', 0]);
    expect(Math.abs(returned_cents - back)).toBeLessThanOrEqual(3);
    expect(await stands('P', { code: 2130, company: one.company })).toBe(returned_cents);
  });
  test('canceled before it began all of it comes back; waived, nothing does', async () => {
    const one = await booked(3, 5);
    await putBy(one.company, one.total);
    await byWallet(one);
    await inTransaction(house, one.owner, (ctx) => featured.move(ctx, { id: one.id, move: 'cancel', reason: '' }));
    expect([(await detail(one)).status, await stands('P', { code: 2130, company: one.company })]).toEqual(['refunded', one.total]);
    const free = await booked(3, 5);
    await inTransaction(house, admin, (ctx) => featured.pay(ctx, { id: free.id, waived: true, note: 'Partner week' }));
    await inTransaction(house, admin, (ctx) => featured.move(ctx, { id: free.id, move: 'cancel', reason: 'changed' }));
    expect([(await detail(free)).status, await stands('P', { code: 2130, company: free.company })]).toEqual(['canceled', 0]);
  });
});

test('cards that were seen are counted for who runs there, robots are not; how many of them opened it is shown', async () => {
  const one = await booked();
  await putBy(one.company, one.total);
  await byWallet(one);
  const see = (agent: string) =>
    inTransaction(house, null, (ctx) => shown(house)({ ...ctx, from: { ...ctx.from, agent } }, { ids: [one.listing, 999_999] }));
  expect([await see('phone'), await see('Googlebot')]).toEqual([{ counted: 1 }, { counted: 0 }]);
  await countShown(db());
  await house.database.db
    .updateTable('featured_booking')
    .set({ clicks: 1, impressions: 8 })
    .where('id', '=', one.id)
    .where('impressions', '=', 1)
    .execute();
  expect(await detail(one)).toMatchObject({ impressions: 8, click_rate: 1250 });
});

test('after all of it the bookings and the books agree', async () => {
  expect(await unproven(house)).toEqual([]);
  // And the proof is able to see: a journal nobody's booking knows.
  const one = await booked();
  await post(db(), {
    key: 'test:stray',
    kind: 'bought',
    source: ['featured_booking', one.id],
    params: {},
    pairs: bought({ company: one.company, cents: 500, vatCents: 0, from: 'bank' }),
  });
  expect(await unproven(house)).toMatchObject([{ proof: 'featured' }]);
  await post(db(), {
    key: 'test:stray:back',
    kind: 'bought_back',
    source: ['featured_booking', one.id],
    params: {},
    pairs: boughtBack(one.company, 500, 0),
  });
  expect(await unproven(house)).toEqual([]);
});
