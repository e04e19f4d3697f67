import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { calculatePromotedPrice } from '#contract/promotion/price.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { addListing, addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { advancePromotions } from './clock.ts';
import * as service from './service.ts';

let services: TestServices;
let at: OwnerWithUnit;
let listing: number;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const written = (who: TestPerson, more: object = {}) =>
  runAsPerson(services, who, (ctx) =>
    service.create(ctx, { name: 'June', discount_type: 1, value: 1000, starts_at: inDays(-1), ends_at: inDays(5), listing_ids: [listing], ...more }),
  );
const go = (who: TestPerson, id: number, move: 'schedule' | 'cancel') =>
  runAsPerson(services, who, (ctx) => service.move(ctx, { id, move, reason: '' }));
const inDatabase = async (id: number) =>
  (
    await sql<{
      cents: number | null;
    }>`select nullif(discounted(l.price_cents, running_discounts(l.id), 'rent', 0), l.price_cents) as cents from listing l where l.id = ${id}`.execute(
      services.database.db,
    )
  ).rows[0]?.cents ?? null;

beforeAll(async () => {
  services = await createTestServices();
  at = await createOwnerWithUnit(services);
  listing = await addListing(services, at);
});

test('promotion price: SQL and TypeScript compute the same amount for every price and every mix of promotions', async () => {
  const discount = fc.record({
    discount_type: fc.constantFrom(1, 2, 3) as fc.Arbitrary<1 | 2 | 3>,
    value: fc.oneof(fc.integer({ min: 0, max: 12_000 }), fc.integer({ min: 0, max: 10_000_000_000_000 })),
    stackable: fc.boolean(),
  });
  const priced = await addListing(services, { property: at.property, unit: await addUnit(services, at.property) });
  const { db } = services.database;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 10_000_000_000_000 }), fc.array(discount, { maxLength: 4 }), async (price, discounts) => {
      await db.deleteFrom('promotion_listing').where('listing_id', '=', priced).execute();
      await db
        .updateTable('listing')
        .set({ price_cents: toCents(price) })
        .where('id', '=', priced)
        .execute();
      for (const d of discounts) {
        const row = await db
          .insertInto('promotion')
          .values({ ...d, company_id: at.owner.me.companyId ?? 0, name: 'x', starts_at: inDays(-1), ends_at: inDays(1), status: 'running' })
          .returning('id')
          .executeTakeFirstOrThrow();
        await db.insertInto('promotion_listing').values({ promotion_id: row.id, listing_id: priced }).execute();
      }
      expect(await inDatabase(priced)).toBe(calculatePromotedPrice(price, discounts));
    }),
    { numRuns: 60 },
  );
});

describe('promotion: lifecycle', () => {
  test('a promotion scheduled for a day that has begun lowers the price at once, and cancelling restores the price', async () => {
    const { id } = await written(at.owner);
    expect(await inDatabase(listing)).toBeNull();
    expect(await go(at.owner, id, 'schedule')).toMatchObject({ status: 'running', offers: [{ promoted_cents: 4_050_000 }] });
    expect(await inDatabase(listing)).toBe(4_050_000);
    await go(at.owner, id, 'cancel');
    expect(await inDatabase(listing)).toBeNull();
    await expect(runAsPerson(services, at.owner, (ctx) => service.update(ctx, { id, name: 'Again' }))).rejects.toMatchObject({
      failure: 'wrongState',
    });
  });

  test('the scheduled job starts and ends a promotion on its dates', async () => {
    const { id } = await written(at.owner, { starts_at: inDays(1) });
    expect((await go(at.owner, id, 'schedule')).status).toBe('scheduled');
    const status = async () => (await service.details(createTestCtx(services, at.owner), { id })).status;
    const shift = (from: string, to: string) =>
      sql`update promotion set starts_at = ${from}, ends_at = ${to} where id = ${id}`
        .execute(services.database.db)
        .then(() => advancePromotions(services.database.db));
    await advancePromotions(services.database.db);
    expect(await status()).toBe('scheduled');
    await shift(inDays(-1), inDays(1));
    expect(await status()).toBe('running');
    await shift(inDays(-2), inDays(-1));
    expect(await status()).toBe('ended');
  });

  test('the displayed price ignores promotions that need a code, have no quota left or apply to the deposit', async () => {
    for (const more of [{ promo_code: 'KARIBU' }, { applies_to: 'deposit' as const }]) {
      const { id } = await written(at.owner, more);
      await go(at.owner, id, 'schedule');
    }
    const { id } = await written(at.owner, { quota: 1 });
    await go(at.owner, id, 'schedule');
    await services.database.db.updateTable('promotion').set({ used: 1 }).where('id', '=', id).execute();
    expect(await inDatabase(listing)).toBeNull();
  });

  test('contradictory fields are rejected, and an update leaves fields that are not sent unchanged', async () => {
    await expect(written(at.owner, { value: 10_001 })).rejects.toMatchObject({ extra: { fields: { value: expect.any(String) } } });
    await expect(written(at.owner, { discount_type: 3, value: 0 })).rejects.toMatchObject({ extra: { fields: { perk: expect.any(String) } } });
    await expect(written(at.owner, { ends_at: inDays(-2) })).rejects.toMatchObject({ extra: { fields: { ends_at: expect.any(String) } } });
    const { id } = await written(at.owner, { quota: 3 });
    expect(await runAsPerson(services, at.owner, (ctx) => service.update(ctx, { id, name: 'July' }))).toMatchObject({
      name: 'July',
      value: 1000,
      quota: 3,
      listings: 1,
    });
  });

  test('platform staff cannot start or change a promotion, and must give a reason to cancel one', async () => {
    const { id } = await written(at.owner);
    const admin = await createPerson(services, 'admin');
    expect(await service.details(createTestCtx(services, admin), { id })).toMatchObject({ may_edit: false, moves: ['cancel'] });
    expect(await service.details(createTestCtx(services, await createPerson(services, 'superadmin')), { id })).toMatchObject({
      may_edit: false,
      moves: ['cancel'],
    });
    const cancel = (reason: string) => runAsPerson(services, admin, (ctx) => service.move(ctx, { id, move: 'cancel', reason }));
    await expect(go(admin, id, 'schedule')).rejects.toMatchObject({ extra: { fields: { reason: expect.any(String) } } });
    await expect(cancel('')).rejects.toMatchObject({ extra: { fields: { reason: expect.any(String) } } });
    await expect(runAsPerson(services, admin, (ctx) => service.move(ctx, { id, move: 'schedule', reason: 'So' }))).rejects.toMatchObject({
      failure: 'forbidden',
    });
    expect(await cancel('The price is not true')).toMatchObject({ status: 'canceled' });
  });

  test('a promotion applies only to listings of its company and is visible only to that company', async () => {
    const stranger = await createPerson(services, 'owner');
    await expect(written(stranger)).rejects.toMatchObject({ failure: 'notFound' });
    const { id } = await written(at.owner);
    await expect(service.details(createTestCtx(services, stranger), { id })).rejects.toMatchObject({ failure: 'notFound' });
  });
});
