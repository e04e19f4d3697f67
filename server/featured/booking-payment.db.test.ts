import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { applyPaymentReversal } from '#server/matching/reverse.ts';
import { setClock } from '#test/clock.ts';
import { addDaysToFeaturedNow, createFeaturedFixture, featuredNow } from '#test/fixtures/featured.ts';
import { findFailedInvoiceChecks } from '#test/fixtures/invoices.ts';
import { addListing, addUnit, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { addPayout } from '#test/fixtures/payouts.ts';
import { listSentNotifications, runQueuedJobs } from '#test/jobs.ts';
import { runAsPerson } from '#test/people.ts';
import { runConcurrently } from '#test/run-concurrently.ts';
import { advanceFeaturedBookings, recognizeFeaturedRevenue } from './clock.ts';
import * as featured from './service.ts';

let w: Awaited<ReturnType<typeof createFeaturedFixture>>;
beforeAll(async () => {
  w = await createFeaturedFixture();
});
afterEach(() => setClock(w.services, featuredNow));

describe('featured booking: slot reservation until payment', () => {
  test('lasts 15 minutes; then the slot is available and payment is rejected, even before the expiry job runs', async () => {
    const one = await w.booked();
    const two = await createOwnerWithUnit(w.services);
    const other = await addListing(w.services, two);
    await expect(one.book(two.owner, other)).rejects.toMatchObject({ failure: 'conflict' });
    await w.putBy(one.company, one.total);
    await setClock(w.services, '2027-03-10T09:15:01Z');
    await expect(w.byWallet(one)).rejects.toMatchObject({ failure: 'conflict' });
    expect((await one.book(two.owner, other)).status).toBe('awaiting_payment');
    await advanceFeaturedBookings(w.db);
    expect((await w.detail(one)).status).toBe('canceled');
    expect(await w.stands('P', { code: ledgerAccounts.walletTopUps, company: one.company })).toBe(one.total);
  });
  test('lasts one day after manual approval', async () => {
    const one = await w.booked(3, 4, { approval: true });
    expect((await w.detail(one)).status).toBe('requested');
    await runAsPerson(w.services, w.admin, (ctx) => featured.moveFeaturedBooking(ctx, { id: one.id, move: 'approve', reason: '' }));
    expect((await w.detail(one)).hold_until).toBe('2027-03-11T09:00:00.000Z');
  });
  test('is not needed for a booking without charge, which starts at once', async () => {
    const one = await w.booked(0, 1, { day_cents: toCents(0) });
    expect((await w.detail(one)).status).toBe('running');
  });
});

describe('featured booking: payment from the wallet', () => {
  test('only one of two simultaneous payments of a booking succeeds, and the booking starts', async () => {
    const one = await w.booked();
    await w.putBy(one.company, 2 * one.total);
    const both = await Promise.allSettled([w.byWallet(one), w.byWallet(one)]);
    expect(both.map((b) => b.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await w.detail(one)).status).toBe('running');
    expect(await w.stands('P', { code: ledgerAccounts.walletTopUps, company: one.company })).toBe(one.total);
    expect(await w.stands('P', { code: ledgerAccounts.deferredRevenue, company: one.company })).toBe(7 * 33_333);
    const payments = await w.services.database.db
      .selectFrom('payment')
      .select(['purpose', 'how', 'status', 'cents'])
      .where('for_id', '=', one.id)
      .execute();
    expect(payments).toEqual([{ purpose: 2, how: 'wallet', status: 'completed', cents: one.total }]);
  });
  test('only one of two simultaneous bookings is paid if the balance covers only one', async () => {
    const one = await w.booked();
    const listing = await addListing(w.services, { ...one, unit: await addUnit(w.services, one.property) });
    const product_id = await w.product();
    const second = await runAsPerson(w.services, one.owner, (ctx) =>
      featured.createFeaturedBooking(ctx, { product_id, listing_id: listing, starts_on: addDaysToFeaturedNow(1), ends_on: addDaysToFeaturedNow(7) }),
    );
    await w.putBy(one.company, one.total);
    const both = await Promise.allSettled([w.byWallet(one), w.byWallet({ ...one, id: second.id })]);
    expect(both.map((b) => b.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((b) => b.status === 'rejected')).toMatchObject({ reason: { failure: 'conflict' } });
    expect(await w.stands('P', { code: ledgerAccounts.walletTopUps, company: one.company })).toBe(0);
  });
  test('payment is rejected if a concurrent transaction freezes the wallet first', async () => {
    const one = await w.booked();
    await w.putBy(one.company, one.total);
    const freeze = { text: "update wallet set status = 'frozen' where company_id = $1", values: [one.company] };
    await expect(runConcurrently(w.services, freeze, () => w.byWallet(one))).rejects.toMatchObject({ failure: 'conflict' });
    expect(await w.stands('P', { code: ledgerAccounts.walletTopUps, company: one.company })).toBe(one.total);
  });
  test('payment uses credit first, then available rent, but no rent that is on hold or in a payout', async () => {
    const one = await w.booked();
    await w.putBy(one.company, 100_000);
    await w.rentOf(one.company, one.total);
    const hold = {
      company_id: one.company,
      fund: 'C',
      code: ledgerAccounts.ownerPayable,
      kind: 'dispute',
      source: 'test',
      source_id: one.id,
    } as const;
    await w.services.database.db
      .insertInto('wallet_hold')
      .values({ ...hold, cents: toCents(100_001) })
      .execute();
    await expect(w.byWallet(one)).rejects.toMatchObject({ failure: 'conflict' });
    await w.services.database.db
      .updateTable('wallet_hold')
      .set({ cents: toCents(100_000) })
      .where('source_id', '=', one.id)
      .execute();
    // Money in a payout that awaits approval cannot be spent, and the payment page excludes it too.
    const draft = await addPayout(w.services, one.company, { net_cents: toCents(100) });
    expect(await w.toPay(one)).toMatchObject({ credit_cents: 100_000, rent_cents: one.total - 100_100 });
    await expect(w.byWallet(one)).rejects.toMatchObject({ failure: 'conflict' });
    await w.services.database.db.deleteFrom('settlement_payment').where('id', '=', draft.id).execute();
    await w.byWallet(one);
    expect(await w.stands('P', { code: ledgerAccounts.walletTopUps, company: one.company })).toBe(0);
    expect(await w.stands('C', { code: ledgerAccounts.ownerPayable, company: one.company })).toBe(100_000);
    const poor = await w.booked();
    await expect(w.byWallet(poor)).rejects.toMatchObject({ failure: 'conflict' });
    const { owner: stranger } = await createOwnerWithUnit(w.services);
    await expect(w.byWallet({ ...poor, owner: stranger })).rejects.toMatchObject({ failure: 'notFound' });
  });
});

describe('featured booking: payment by M-Pesa', () => {
  test('starts the booking automatically after the money is received, and the excess becomes credit', async () => {
    const one = await w.booked();
    const { code } = await w.ring(one);
    expect((await w.detail(one)).status).toBe('awaiting_payment');
    await w.paidBy(code);
    expect((await w.detail(one)).status).toBe('scheduled');
    await runQueuedJobs(w.services);
    expect(await w.detail(one)).toMatchObject({ status: 'running', paid_by: 'mpesa' });
    expect(one.total % 100).not.toBe(0);
    expect(await w.stands('P', { code: ledgerAccounts.walletTopUps, company: one.company })).toBe(100 - (one.total % 100));
    expect(await w.stands('P', { code: ledgerAccounts.deferredRevenue, company: one.company })).toBe(7 * 33_333);
  });
  test('payment from the wallet is rejected while an M-Pesa prompt is open', async () => {
    const one = await w.booked();
    await w.putBy(one.company, one.total);
    await w.ring(one);
    await expect(w.byWallet(one)).rejects.toMatchObject({ failure: 'conflict' });
    expect(await w.stands('P', { code: ledgerAccounts.walletTopUps, company: one.company })).toBe(one.total);
  });
  test('an insufficient or late payment becomes credit, but a late payment pays for the booking if the slot is still available', async () => {
    const [late, little, free] = [await w.booked(), await w.booked(), await w.booked()];
    const keys = [await w.ring(late), await w.ring(little), await w.ring(free)] as const;
    await w.paidBy(keys[1].code, 10_000);
    expect([(await w.detail(little)).status, await w.stands('P', { code: ledgerAccounts.walletTopUps, company: little.company })]).toEqual([
      'awaiting_payment',
      10_000,
    ]);
    await setClock(w.services, '2027-03-10T09:31:00Z');
    await w.paidBy(keys[2].code);
    expect((await w.detail(free)).status).toBe('scheduled');
    await advanceFeaturedBookings(w.db);
    await w.paidBy(keys[0].code);
    expect((await w.detail(late)).status).toBe('canceled');
    expect(await w.stands('P', { code: ledgerAccounts.walletTopUps, company: late.company })).toBeGreaterThanOrEqual(late.total);
    const heard = (await listSentNotifications(w.services, 'featured.credited')).map(({ to }) => to.personId);
    expect(heard).toEqual([little.owner.id, late.owner.id]);
  });
  test('a payment reversal stops the booking: the displayed days become a debt, and the rest is deducted from deferred revenue', async () => {
    const one = await w.booked();
    const payment = await w.paidBy((await w.ring(one)).code);
    await runQueuedJobs(w.services);
    await setClock(w.services, '2027-03-12T09:00:00Z');
    await recognizeFeaturedRevenue(w.db);
    await w.services.database.db.transaction().execute((tx) => applyPaymentReversal(asClock(tx), payment, { reason: 'reversed', cause: 'provider' }));
    await runQueuedJobs(w.services);
    expect((await w.detail(one)).status).toBe('canceled');
    const days = 2 * 33_333;
    expect(await w.stands('P', { code: ledgerAccounts.deferredRevenue, company: one.company })).toBe(0);
    expect(await w.stands('P', { code: ledgerAccounts.platformReceivable, company: one.company })).toBeGreaterThanOrEqual(days);
    expect(await w.stands('P', { code: ledgerAccounts.walletTopUps, company: one.company })).toBe(0);
  });
});

test('featured payment: the invoice ledger checks pass after all other tests of this file', async () =>
  expect(await findFailedInvoiceChecks(w.services)).toEqual([]));
