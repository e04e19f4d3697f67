import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { dayParts } from '#contract/featured/kinds.ts';
import { accounts } from '#contract/ledger/accounts.ts';
import { bought, boughtBack } from '#contract/ledger/postings.ts';
import { decimal } from '#contract/money/cents.ts';
import { tilesOf } from '#contract/wallet/tiles.ts';
import { post } from '#server/ledger/service.ts';
import * as revenue from '#server/revenue/service.ts';
import { walletService } from '#server/wallet/service.ts';
import { setClock } from '#test/clock.ts';
import { ctxOf, inTransaction } from '#test/world.ts';
import { featuredWorld, now, on } from '#test/worlds/featured.ts';
import { unproven } from '#test/worlds/invoices.ts';
import { countShown, shown } from './clicks.ts';
import { earnDays, turnBookings } from './clock.ts';
import * as featured from './service.ts';

let w: Awaited<ReturnType<typeof featuredWorld>>;
beforeAll(async () => {
  w = await featuredWorld();
});
afterEach(() => setClock(w.house, now));

describe('days', () => {
  const featuredRevenue = () => w.stands('P', { code: accounts.featuredRevenue });
  test('each is earned once, on its own date, whenever the clock looks; together they are the price to the cent', async () => {
    const before = await featuredRevenue();
    const one = await w.booked(0, 6);
    await w.putBy(one.company, one.total);
    await w.byWallet(one);
    await earnDays(w.db);
    expect(await featuredRevenue()).toBe(before);
    await setClock(w.house, '2027-03-13T09:00:00Z');
    await earnDays(w.db);
    await earnDays(w.db);
    // Each day has its part of the VAT that was charged with the place; a page past the last still says how many there are.
    const asked = { page_size: 10, sort: 'day', z_filter: { source: 'featured', company_id: one.company } } as const;
    const days = await revenue.all(ctxOf(w.house, w.admin), { ...asked, page: 1 });
    const vat = one.total - 7 * 33_333;
    expect(days.results.map((row) => row.tax_cents)).toEqual(dayParts(vat, 7).slice(0, 3));
    expect(await revenue.all(ctxOf(w.house, w.admin), { ...asked, page: 9 })).toMatchObject({ count: 3, results: [] });
    const { csv } = await revenue.csv(ctxOf(w.house, w.admin), { z_filter: { source: 'featured', company_id: one.company } });
    const [head, latest] = csv.split('\r\n');
    expect(head).toBe('Code,Booked on,Type,Company,What it was,Earned,VAT');
    expect(latest).toMatch(new RegExp(`,${decimal(33_333)},${decimal(dayParts(vat, 7)[2] ?? 0)}$`));
    const mine = async () =>
      (
        await w.house.database.db
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
    await setClock(w.house, '2027-03-20T09:00:00Z');
    await turnBookings(w.db);
    expect((await mine()).length).toBe(7);
    expect(await w.detail(one)).toMatchObject({ status: 'ended', returned_cents: 0 });
    expect(await w.stands('P', { code: accounts.deferredRevenue, company: one.company })).toBe(0);
  });
  test('let or paused it stops: days it stood there are earned, the others are credit with their VAT', async () => {
    const one = await w.booked(0, 6);
    await w.putBy(one.company, one.total);
    await w.byWallet(one);
    await setClock(w.house, '2027-03-12T09:00:00Z');
    await w.house.database.db.updateTable('listing').set({ status: 'paused' }).where('id', '=', one.listing).execute();
    await turnBookings(w.db);
    const back = 4 * 33_333 + (await w.detail(one)).vat_cents - Math.round(((await w.detail(one)).vat_cents * 3) / 7);
    const { status, returned_cents } = await w.detail(one);
    expect([status, await w.stands('P', { code: accounts.deferredRevenue, company: one.company })]).toEqual(['refunded', 0]);
    expect(Math.abs(returned_cents - back)).toBeLessThanOrEqual(3);
    expect(await w.stands('P', { code: accounts.walletTopUps, company: one.company })).toBe(returned_cents);
  });
  test('what rent paid for goes back to rent, and to what may leave; credit is used up first by the days that were had', async () => {
    const one = await w.booked(3, 5);
    await w.putBy(one.company, 10_000);
    await w.rentOf(one.company, one.total);
    await w.byWallet(one);
    expect(await w.stands('C', { code: accounts.ownerPayable, company: one.company })).toBe(10_000);
    await inTransaction(w.house, one.owner, (ctx) => featured.move(ctx, { id: one.id, move: 'cancel', reason: '' }));
    expect(await w.stands('C', { code: accounts.ownerPayable, company: one.company })).toBe(one.total);
    expect(await w.stands('P', { code: accounts.walletTopUps, company: one.company })).toBe(10_000);
    const tiles = tilesOf(await walletService(w.house).own(ctxOf(w.house, one.owner)));
    expect([tiles.available, tiles.putBy, tiles.whole]).toEqual([one.total, 10_000, one.total + 10_000]);

    const two = await w.booked(0, 2);
    await w.putBy(two.company, 20_000);
    await w.rentOf(two.company, two.total);
    await w.byWallet(two);
    await inTransaction(w.house, w.admin, (ctx) => featured.move(ctx, { id: two.id, move: 'stop', reason: 'The home was let' }));
    const { returned_cents } = await w.detail(two);
    expect(returned_cents).toBeGreaterThan(0);
    expect(await w.stands('C', { code: accounts.ownerPayable, company: two.company })).toBe(20_000 + returned_cents);
    expect(await w.stands('P', { code: accounts.walletTopUps, company: two.company })).toBe(0);
  });
  test('canceled before it began all of it comes back; waived, nothing does', async () => {
    const one = await w.booked(3, 5);
    await w.putBy(one.company, one.total);
    await w.byWallet(one);
    await inTransaction(w.house, one.owner, (ctx) => featured.move(ctx, { id: one.id, move: 'cancel', reason: '' }));
    expect([(await w.detail(one)).status, await w.stands('P', { code: accounts.walletTopUps, company: one.company })]).toEqual([
      'refunded',
      one.total,
    ]);
    const free = await w.booked(3, 5);
    await inTransaction(w.house, w.admin, (ctx) => featured.pay(ctx, { id: free.id, waived: true, note: 'Partner week' }));
    await inTransaction(w.house, w.admin, (ctx) => featured.move(ctx, { id: free.id, move: 'cancel', reason: 'changed' }));
    expect([(await w.detail(free)).status, await w.stands('P', { code: accounts.walletTopUps, company: free.company })]).toEqual(['canceled', 0]);
  });
});

test('cards that were seen are counted for who runs there, robots are not; how many of them opened it is shown', async () => {
  const one = await w.booked();
  await w.putBy(one.company, one.total);
  await w.byWallet(one);
  const see = (agent: string) =>
    inTransaction(w.house, null, (ctx) => shown(w.house)({ ...ctx, from: { ...ctx.from, agent } }, { ids: [one.listing, 999_999] }));
  expect([await see('phone'), await see('Googlebot')]).toEqual([{ counted: 1 }, { counted: 0 }]);
  await countShown(w.db);
  await w.house.database.db
    .updateTable('featured_booking')
    .set({ clicks: 1, impressions: 8 })
    .where('id', '=', one.id)
    .where('impressions', '=', 1)
    .execute();
  expect(await w.detail(one)).toMatchObject({ impressions: 8, click_rate: 1250 });
});

test('after all of it the bookings and the books agree', async () => {
  expect(await unproven(w.house)).toEqual([]);
  // And the proof is able to see: a journal nobody's booking knows.
  const one = await w.booked();
  await post(w.db, {
    key: 'test:stray',
    kind: 'bought',
    source: ['featured_booking', one.id],
    params: {},
    pairs: bought({ company: one.company, cents: 500, vatCents: 0, from: 'bank' }),
  });
  expect(await unproven(w.house)).toMatchObject([{ proof: 'featured' }]);
  await post(w.db, {
    key: 'test:stray:back',
    kind: 'bought_back',
    source: ['featured_booking', one.id],
    params: {},
    pairs: boughtBack(one.company, 500, 0, 'wallet'),
  });
  expect(await unproven(w.house)).toEqual([]);
});
