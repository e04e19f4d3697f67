import { expect, test } from 'vitest';
import { freshHouse } from '#test/db.ts';

test('the demo has about sixty properties and six hundred units, and enough of them are offered', async () => {
  const house = await freshHouse('demo');
  const { db } = house.database;
  const count = async (table: 'property' | 'unit' | 'listing' | 'public_listing' | 'listing_day') =>
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n;
  const numbers = Object.fromEntries(
    await Promise.all((['property', 'unit', 'listing', 'public_listing', 'listing_day'] as const).map(async (t) => [t, await count(t)] as const)),
  );
  expect(numbers.property).toBe(60);
  expect(numbers.unit).toBeGreaterThan(550);
  expect(numbers.public_listing).toBeGreaterThan(120);
  expect(numbers.listing_day).toBeGreaterThan(1000);
  const kinds = await db.selectFrom('public_listing').select('listing_type').distinct().orderBy('listing_type').execute();
  expect(kinds.map((k) => k.listing_type)).toEqual([0, 1, 2]);
});
