import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { splitAmountByDay } from '#contract/featured/kinds.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildPurchasePaidPostings, buildPurchaseRefundedPostings } from '#contract/ledger/purchase-postings.ts';
import { toDecimalText } from '#contract/money/cents.ts';
import { calculateWalletTiles } from '#contract/wallet/tiles.ts';
import { postJournal } from '#server/ledger/service.ts';
import * as revenue from '#server/revenue/service.ts';
import { walletService } from '#server/wallet/service.ts';
import { setClock } from '#test/clock.ts';
import { addDaysToFeaturedNow, createFeaturedFixture, featuredNow } from '#test/fixtures/featured.ts';
import { findFailedInvoiceChecks } from '#test/fixtures/invoices.ts';
import { createTestCtx, runAsPerson } from '#test/people.ts';
import { advanceFeaturedBookings, recognizeFeaturedRevenue } from './clock.ts';
import { aggregateFeaturedImpressions, recordFeaturedImpressions } from './impressions.ts';
import * as featured from './service.ts';

let w: Awaited<ReturnType<typeof createFeaturedFixture>>;
beforeAll(async () => {
  w = await createFeaturedFixture();
});
afterEach(() => setClock(w.services, featuredNow));

describe('featured revenue', () => {
  const featuredRevenue = () => w.stands('P', { code: ledgerAccounts.featuredRevenue });
  test('is earned once for each day and dated that day, even if the job runs repeatedly', async () => {
    const before = await featuredRevenue();
    const one = await w.booked(0, 6);
    await w.putBy(one.company, one.total);
    await w.byWallet(one);
    await recognizeFeaturedRevenue(w.db);
    expect(await featuredRevenue()).toBe(before);
    await setClock(w.services, '2027-03-13T09:00:00Z');
    await recognizeFeaturedRevenue(w.db);
    await recognizeFeaturedRevenue(w.db);
    // Each day contains its part of the VAT charged with the booking; a page past the last still returns the count.
    const asked = { page_size: 10, sort: 'day', z_filter: { source: 'featured', company_id: one.company } } as const;
    const days = await revenue.list(createTestCtx(w.services, w.admin), { ...asked, page: 1 });
    const vat = one.total - 7 * 33_333;
    expect(days.results.map((row) => row.tax_cents)).toEqual(splitAmountByDay(vat, 7).slice(0, 3));
    expect(await revenue.list(createTestCtx(w.services, w.admin), { ...asked, page: 9 })).toMatchObject({ count: 3, results: [] });
    const { csv } = await revenue.exportCsv(createTestCtx(w.services, w.admin), { z_filter: { source: 'featured', company_id: one.company } });
    const [head, latest] = csv.split('\r\n');
    expect(head).toBe('Code,Posted on,Type,Company,Description,Net revenue,VAT');
    expect(latest).toMatch(new RegExp(`,${toDecimalText(33_333)},${toDecimalText(splitAmountByDay(vat, 7)[2] ?? 0)}$`));
    const mine = async () =>
      (
        await w.services.database.db
          .selectFrom('journal')
          .select(['day', 'kind'])
          .where('source', '=', 'featured_booking')
          .where('source_id', '=', one.id)
          .orderBy('id')
          .execute()
      )
        .filter(({ kind }) => kind === 'earned')
        .map(({ day }) => day);
    expect(await mine()).toEqual([addDaysToFeaturedNow(0), addDaysToFeaturedNow(1), addDaysToFeaturedNow(2)]);
    await setClock(w.services, '2027-03-20T09:00:00Z');
    await advanceFeaturedBookings(w.db);
    expect((await mine()).length).toBe(7);
    expect(await w.detail(one)).toMatchObject({ status: 'ended', returned_cents: 0 });
    expect(await w.stands('P', { code: ledgerAccounts.deferredRevenue, company: one.company })).toBe(0);
  });
  const hidden = {
    'the listing is paused': ({ listing }: { listing: number }) =>
      w.services.database.db.updateTable('listing').set({ status: 'paused' }).where('id', '=', listing).execute(),
    'the unit is let': ({ unit }: { unit: number }) =>
      w.services.database.db.updateTable('unit').set({ status: 'occupied' }).where('id', '=', unit).execute(),
  };
  test.each(Object.entries(hidden))(
    'stops when %s: the displayed days are earned, and the rest of the price is credited with VAT',
    async (_, hide) => {
      const one = await w.booked(0, 6);
      await w.putBy(one.company, one.total);
      await w.byWallet(one);
      await setClock(w.services, '2027-03-12T09:00:00Z');
      await hide(one);
      await advanceFeaturedBookings(w.db);
      const back = 4 * 33_333 + (await w.detail(one)).vat_cents - Math.round(((await w.detail(one)).vat_cents * 3) / 7);
      const { status, returned_cents } = await w.detail(one);
      expect([status, await w.stands('P', { code: ledgerAccounts.deferredRevenue, company: one.company })]).toEqual(['refunded', 0]);
      expect(Math.abs(returned_cents - back)).toBeLessThanOrEqual(3);
      expect(await w.stands('P', { code: ledgerAccounts.walletTopUps, company: one.company })).toBe(returned_cents);
    },
  );
  test('a refund returns to the wallet credit or rent that paid for the booking; displayed days are paid from credit first', async () => {
    const one = await w.booked(3, 5);
    await w.putBy(one.company, 10_000);
    await w.rentOf(one.company, one.total);
    await w.byWallet(one);
    expect(await w.stands('C', { code: ledgerAccounts.ownerPayable, company: one.company })).toBe(10_000);
    await runAsPerson(w.services, one.owner, (ctx) => featured.moveFeaturedBooking(ctx, { id: one.id, move: 'cancel', reason: '' }));
    expect(await w.stands('C', { code: ledgerAccounts.ownerPayable, company: one.company })).toBe(one.total);
    expect(await w.stands('P', { code: ledgerAccounts.walletTopUps, company: one.company })).toBe(10_000);
    const tiles = calculateWalletTiles(await walletService(w.services).ownWallet(createTestCtx(w.services, one.owner)));
    expect([tiles.available, tiles.putBy, tiles.whole]).toEqual([one.total, 10_000, one.total + 10_000]);

    const two = await w.booked(0, 2);
    await w.putBy(two.company, 20_000);
    await w.rentOf(two.company, two.total);
    await w.byWallet(two);
    await runAsPerson(w.services, w.admin, (ctx) => featured.moveFeaturedBooking(ctx, { id: two.id, move: 'stop', reason: 'The home was let' }));
    const { returned_cents } = await w.detail(two);
    expect(returned_cents).toBeGreaterThan(0);
    expect(await w.stands('C', { code: ledgerAccounts.ownerPayable, company: two.company })).toBe(20_000 + returned_cents);
    expect(await w.stands('P', { code: ledgerAccounts.walletTopUps, company: two.company })).toBe(0);
  });
  test('cancelling a booking before its start credits the full price; cancelling a waived booking credits nothing', async () => {
    const one = await w.booked(3, 5);
    await w.putBy(one.company, one.total);
    await w.byWallet(one);
    await runAsPerson(w.services, one.owner, (ctx) => featured.moveFeaturedBooking(ctx, { id: one.id, move: 'cancel', reason: '' }));
    expect([(await w.detail(one)).status, await w.stands('P', { code: ledgerAccounts.walletTopUps, company: one.company })]).toEqual([
      'refunded',
      one.total,
    ]);
    const free = await w.booked(3, 5);
    await runAsPerson(w.services, w.admin, (ctx) => featured.recordFeaturedPayment(ctx, { id: free.id, waived: true, note: 'Partner week' }));
    await runAsPerson(w.services, w.admin, (ctx) => featured.moveFeaturedBooking(ctx, { id: free.id, move: 'cancel', reason: 'changed' }));
    expect([(await w.detail(free)).status, await w.stands('P', { code: ledgerAccounts.walletTopUps, company: free.company })]).toEqual([
      'canceled',
      0,
    ]);
  });
});

test('featured impressions: count the displayed cards of a running booking, exclude robots, and give the click rate', async () => {
  const one = await w.booked();
  await w.putBy(one.company, one.total);
  await w.byWallet(one);
  const see = (agent: string) =>
    runAsPerson(w.services, null, (ctx) =>
      recordFeaturedImpressions(w.services)({ ...ctx, from: { ...ctx.from, agent } }, { ids: [one.listing, 999_999] }),
    );
  expect([await see('phone'), await see('Googlebot')]).toEqual([{ counted: 1 }, { counted: 0 }]);
  await aggregateFeaturedImpressions(w.db);
  await w.services.database.db
    .updateTable('featured_booking')
    .set({ clicks: 1, impressions: 8 })
    .where('id', '=', one.id)
    .where('impressions', '=', 1)
    .execute();
  expect(await w.detail(one)).toMatchObject({ impressions: 8, click_rate: 1250 });
});

test('featured ledger check: passes after all other tests of this file, and reports a journal entry without a booking', async () => {
  expect(await findFailedInvoiceChecks(w.services)).toEqual([]);
  // The ledger check detects a journal that no booking explains.
  const one = await w.booked();
  await postJournal(w.db, {
    key: 'test:stray',
    kind: 'bought',
    source: ['featured_booking', one.id],
    params: {},
    pairs: buildPurchasePaidPostings({ company: one.company, cents: 500, vatCents: 0, from: 'bank' }),
  });
  expect(await findFailedInvoiceChecks(w.services)).toMatchObject([{ proof: 'featured' }]);
  await postJournal(w.db, {
    key: 'test:stray:back',
    kind: 'bought_back',
    source: ['featured_booking', one.id],
    params: {},
    pairs: buildPurchaseRefundedPostings(one.company, 500, 0, 'wallet'),
  });
  expect(await findFailedInvoiceChecks(w.services)).toEqual([]);
});
