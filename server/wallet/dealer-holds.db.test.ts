import { afterAll, beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import * as commission from '#server/commission/service.ts';
import * as featured from '#server/featured/service.ts';
import { setClock } from '#test/clock.ts';
import { addDaysToFeaturedNow, createFeaturedFixture } from '#test/fixtures/featured.ts';
import { createPerson, createTestCtx, runAsPerson } from '#test/people.ts';
import { walletService } from './service.ts';

let w: Awaited<ReturnType<typeof createFeaturedFixture>>;
beforeAll(async () => {
  w = await createFeaturedFixture();
});
afterAll(() => setClock(w.services, null));

test('dealer commission on a future booking: is available when the booked days begin, and is cancelled by a refund', async () => {
  const [dealer, boss] = [await createPerson(w.services, 'dealer'), await createPerson(w.services, 'superadmin')];
  const rule = {
    name: 'Dealers',
    beneficiary: 'dealer',
    basis: 'featured_payment',
    kind: 'rate',
    per: 'invoice',
    bps: 2000,
    fixed_cents: null,
    tiers: null,
  } as const;
  const limits = { min_cents: toCents(0), max_cents: null, vat_bps: 0, months: 12, company_id: null, property_id: null, region: null, priority: 0 };
  await runAsPerson(w.services, boss, (ctx) =>
    commission.addCommissionRule(ctx, { ...rule, ...limits, starts_on: addDaysToFeaturedNow(0), ends_on: null }),
  );
  const bought = async (first: number, last: number) => {
    const one = await w.booked(first, last);
    await w.services.database.db
      .insertInto('company_connection')
      .values({ company_id: dealer.me.companyId ?? 0, person_id: one.owner.id })
      .execute();
    await w.paidBy((await w.ring(one)).code);
    return one;
  };
  const pocket = async () => (await walletService(w.services).ownWallet(createTestCtx(w.services, dealer))).pockets.find(({ code }) => code === 2050);
  const cancel = ({ id, owner }: Awaited<ReturnType<typeof bought>>) =>
    runAsPerson(w.services, owner, (ctx) => featured.moveFeaturedBooking(ctx, { id, move: 'cancel', reason: '' }));
  const earned = Math.round(3 * 33_333 * 0.2);

  const [gone, kept] = [await bought(20, 22), await bought(20, 22)];
  expect(await pocket()).toMatchObject({ total_cents: 2 * earned, pending_cents: 2 * earned, available_cents: 0 });
  // The receipt cleared long ago, but the booked days have not begun.
  await setClock(w.services, `${addDaysToFeaturedNow(10)}T09:00:00Z`);
  expect(await pocket()).toMatchObject({ pending_cents: 2 * earned, available_cents: 0 });
  await cancel(gone);
  expect((await w.detail(gone)).status).toBe('refunded');
  expect(await pocket()).toMatchObject({ total_cents: earned, pending_cents: earned, available_cents: 0 });
  expect((await walletService(w.services).ownWallet(createTestCtx(w.services, dealer))).holds).toMatchObject([{ cents: earned }]);
  await setClock(w.services, `${addDaysToFeaturedNow(20)}T09:00:00Z`);
  expect(await pocket()).toMatchObject({ total_cents: earned, pending_cents: 0, available_cents: earned });
  expect((await w.detail(kept)).status).not.toBe('refunded');
});
