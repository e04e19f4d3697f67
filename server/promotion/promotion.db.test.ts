import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { promotedPrice } from '#contract/promotion/price.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addListing, addUnit, type Place, place } from '#test/worlds/market.ts';
import { turnPromotions } from './clock.ts';
import * as service from './service.ts';

let house: House;
let at: Place;
let listing: number;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const written = (who: Somebody, more: object = {}) =>
  inTransaction(house, who, (ctx) =>
    service.create(ctx, { name: 'June', discount_type: 1, value: 1000, starts_at: inDays(-1), ends_at: inDays(5), listing_ids: [listing], ...more }),
  );
const go = (who: Somebody, id: number, move: 'schedule' | 'cancel') =>
  inTransaction(house, who, (ctx) => service.move(ctx, { id, move, reason: '' }));
const inDatabase = async (id: number) =>
  (
    await sql<{
      cents: number | null;
    }>`select nullif(discounted(l.price_cents, running_discounts(l.id), 'rent', 0), l.price_cents) as cents from listing l where l.id = ${id}`.execute(
      house.database.db,
    )
  ).rows[0]?.cents ?? null;

beforeAll(async () => {
  house = await freshHouse();
  at = await place(house);
  listing = await addListing(house, at);
});

test('the database and the code agree on every price and every mix of promotions', async () => {
  const discount = fc.record({
    discount_type: fc.constantFrom(1, 2, 3) as fc.Arbitrary<1 | 2 | 3>,
    value: fc.oneof(fc.integer({ min: 0, max: 12_000 }), fc.integer({ min: 0, max: 10_000_000_000_000 })),
    stackable: fc.boolean(),
  });
  const priced = await addListing(house, { property: at.property, unit: await addUnit(house, at.property) });
  const { db } = house.database;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 10_000_000_000_000 }), fc.array(discount, { maxLength: 4 }), async (price, discounts) => {
      await db.deleteFrom('promotion_listing').where('listing_id', '=', priced).execute();
      await db
        .updateTable('listing')
        .set({ price_cents: cents(price) })
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
      expect(await inDatabase(priced)).toBe(promotedPrice(price, discounts));
    }),
    { numRuns: 60 },
  );
});

describe('its life', () => {
  test('scheduled on a day that has begun it runs at once and lowers the price; canceled the price is back', async () => {
    const { id } = await written(at.owner);
    expect(await inDatabase(listing)).toBeNull();
    expect(await go(at.owner, id, 'schedule')).toMatchObject({ status: 'running', offers: [{ promoted_cents: 4_050_000 }] });
    expect(await inDatabase(listing)).toBe(4_050_000);
    await go(at.owner, id, 'cancel');
    expect(await inDatabase(listing)).toBeNull();
    await expect(inTransaction(house, at.owner, (ctx) => service.update(ctx, { id, name: 'Again' }))).rejects.toMatchObject({
      failure: 'wrongState',
    });
  });

  test('the clock starts and ends it by its days', async () => {
    const { id } = await written(at.owner, { starts_at: inDays(1) });
    expect((await go(at.owner, id, 'schedule')).status).toBe('scheduled');
    const status = async () => (await service.details(ctxOf(house, at.owner), { id })).status;
    const shift = (from: string, to: string) =>
      sql`update promotion set starts_at = ${from}, ends_at = ${to} where id = ${id}`
        .execute(house.database.db)
        .then(() => turnPromotions(house.database.db));
    await turnPromotions(house.database.db);
    expect(await status()).toBe('scheduled');
    await shift(inDays(-1), inDays(1));
    expect(await status()).toBe('running');
    await shift(inDays(-2), inDays(-1));
    expect(await status()).toBe('ended');
  });

  test('one with a code, used up, or about the deposit shows no other price', async () => {
    for (const more of [{ promo_code: 'KARIBU' }, { applies_to: 'deposit' as const }]) {
      const { id } = await written(at.owner, more);
      await go(at.owner, id, 'schedule');
    }
    const { id } = await written(at.owner, { quota: 1 });
    await go(at.owner, id, 'schedule');
    await house.database.db.updateTable('promotion').set({ used: 1 }).where('id', '=', id).execute();
    expect(await inDatabase(listing)).toBeNull();
  });

  test('what does not go together is refused by name; a change leaves alone what it does not name', async () => {
    await expect(written(at.owner, { value: 10_001 })).rejects.toMatchObject({ extra: { fields: { value: expect.any(String) } } });
    await expect(written(at.owner, { discount_type: 3, value: 0 })).rejects.toMatchObject({ extra: { fields: { perk: expect.any(String) } } });
    await expect(written(at.owner, { ends_at: inDays(-2) })).rejects.toMatchObject({ extra: { fields: { ends_at: expect.any(String) } } });
    const { id } = await written(at.owner, { quota: 3 });
    expect(await inTransaction(house, at.owner, (ctx) => service.update(ctx, { id, name: 'July' }))).toMatchObject({
      name: 'July',
      value: 1000,
      quota: 3,
      listings: 1,
    });
  });

  test('the platform starts and changes none, and cancels one with a reason', async () => {
    const { id } = await written(at.owner);
    const admin = await somebody(house, 'admin');
    expect(await service.details(ctxOf(house, admin), { id })).toMatchObject({ may_edit: false, moves: ['cancel'] });
    expect(await service.details(ctxOf(house, await somebody(house, 'superadmin')), { id })).toMatchObject({ may_edit: false, moves: ['cancel'] });
    const cancel = (reason: string) => inTransaction(house, admin, (ctx) => service.move(ctx, { id, move: 'cancel', reason }));
    await expect(go(admin, id, 'schedule')).rejects.toMatchObject({ extra: { fields: { reason: expect.any(String) } } });
    await expect(cancel('')).rejects.toMatchObject({ extra: { fields: { reason: expect.any(String) } } });
    await expect(inTransaction(house, admin, (ctx) => service.move(ctx, { id, move: 'schedule', reason: 'So' }))).rejects.toMatchObject({
      failure: 'forbidden',
    });
    expect(await cancel('The price is not true')).toMatchObject({ status: 'canceled' });
  });

  test('is about one’s own offers only, and seen by one’s own company only', async () => {
    const stranger = await somebody(house, 'owner');
    await expect(written(stranger)).rejects.toMatchObject({ failure: 'notFound' });
    const { id } = await written(at.owner);
    await expect(service.details(ctxOf(house, stranger), { id })).rejects.toMatchObject({ failure: 'notFound' });
  });
});
