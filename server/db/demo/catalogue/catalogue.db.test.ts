import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestServices } from '#test/db.ts';

test('demo data: has about sixty properties and six hundred units, with enough live listings', async () => {
  const services = await createTestServices('demo');
  const { db } = services.database;
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
  // The portal shows checks of properties and certificates of agents, so the demo contains them.
  const [{ unchecked } = { unchecked: -1 }, { papers } = { papers: -1 }] = await Promise.all([
    db
      .selectFrom('property')
      .select((eb) => eb.fn.countAll<number>().as('unchecked'))
      .where('status', '=', 'verified')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('property_check')
              .select('property_check.id')
              .whereRef('property_check.property_id', '=', 'property.id')
              .whereRef('property_check.checked_at', '=', 'property.verified_at'),
          ),
        ),
      )
      .executeTakeFirst(),
    db
      .selectFrom('agent_certificate')
      .select((eb) => eb.fn.countAll<number>().as('papers'))
      .executeTakeFirst(),
  ]);
  expect(unchecked).toBe(0);
  expect(papers).toBeGreaterThan(5);
});

test('demo data: only homes are furnished, floor plans show the bedrooms of their unit, and no event is in the future', async () => {
  const { db } = (await createTestServices('demo')).database;
  const rows = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(db)).rows;
  const notHomes = `from listing l join unit u on u.id = l.unit_id join taxon t on t.id = u.unit_type_id where t.bedrooms is null`;
  expect(await rows(`select l.id ${notHomes} and (l.furnished <> 'unfurnished' or u.furnished <> 'unfurnished' or l.pets is not null)`)).toEqual([]);
  expect((await rows(`select l.id ${notHomes}`)).length).toBeGreaterThan(20);
  // A property has at least as many floors as its units need.
  expect(await rows(`select p.id from property p where p.floors < (select max(u.floor) + 1 from unit u where u.property_id = p.id)`)).toEqual([]);
  expect(await rows(`select id from listing where 'borehole' = any (water_source) or 'tank' = any (water_source)`)).toEqual([]);
  // A plan on a unit's page shows as many bedrooms as the unit has (a drawing has at most three).
  expect(
    await rows(`select u.id, u.bedrooms, i.url from unit u join media_item i on i.property_id = u.property_id and (i.unit_id is null or i.unit_id = u.id)
      where i.media_type = 3 and i.url like '/art/home/%' and u.bedrooms <> coalesce(substring(i.url from 'bedrooms=(\\d)')::int, 0)`),
  ).toEqual([]);
  expect(await rows(`select id from listing where service_charge_cents > 0.2 * monthly_price(price_cents, price_period)`)).toEqual([]);
  expect(await rows(`select id from listing where last_confirmed_at < published_at`)).toEqual([]);
  const dates =
    await rows(`select table_name as t, column_name as c from information_schema.columns where table_schema = 'public' and data_type like 'timestamp%'
    and column_name in ('created_at', 'updated_at', 'published_at', 'status_since', 'verified_at', 'last_confirmed_at', 'at', 'first_answer_at', 'replied_at', 'closed_at', 'read_at')
    and table_name in (select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE')`);
  for (const { t, c } of dates)
    expect(await rows(`select '${t}.${c}' as what from ${t} where ${c} > app.now() + interval '1 minute' limit 1`)).toEqual([]);
});
