import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calculateListingCost, type ListingCostTerms } from '#contract/listing/cost-breakdown.ts';
import { promotionTargets } from '#contract/promotion/kinds.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { type CreatedPublicListing, createPublicListing } from '#test/fixtures/offers.ts';

let services: TestServices;
const offers: CreatedPublicListing[] = [];
const run = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(services.database.db)).rows;
const columns = `id, property_id, unit_id, listing_type, county_id, sub_county_id, ward_id, estate_id, property_type_id, category_id, unit_type_id, bedrooms, bathrooms, area_m2, price_cents,
  move_in_cents, price_m2, amenity_mask, furnished, pets, available_from, has_mask, contact_id, featured, lat, lng, exact, cell, published_at, best`;
/** Differences between the maintained cards and rebuilt ones; none if the triggers are correct. */
const drift = () =>
  run(`select 'card' as what, id from ((select ${columns} from card_now except select ${columns} from listing_card) union all (select ${columns} from listing_card except select ${columns} from card_now)) a
    union all select 'text', id from ((select id, card, tsv from card_now except select id, card, tsv from listing_text) union all (select id, card, tsv from listing_text except select id, card, tsv from card_now)) b
    union all select 'cell', coalesce(m.cell, n.cell) from map_cell m full join (select listing_type, cell, count(*)::int as n, min(price_cents) as low, avg(lat) as lat, avg(lng) as lng from listing_card group by 1, 2) n
      on n.listing_type = m.listing_type and n.cell = m.cell
      where m.n is distinct from n.n or m.min_cents is distinct from n.low or abs(m.lat - n.lat) > 1e-9 or abs(m.lng - n.lng) > 1e-9 or m.n is null or n.n is null`);

beforeAll(async () => {
  services = await createTestServices();
  const where = ['Kilimani', 'Roysambu', 'Nyali'];
  for (let i = 0; i < 6; i++) offers.push(await createPublicListing(services, { place: where[i % 3] ?? 'Kilimani' }));
  for (let i = 0; i < 6; i++) {
    const taken = offers[i % 6];
    offers.push(
      await createPublicListing(services, {
        place: 'Kilimani',
        listing: { listing_type: 2, price_cents: 900_000_000, price_period: 3 },
        ...(taken ? { taken } : {}),
      }),
    );
  }
  await run(
    `insert into listing (property_id, listing_type, title, price_cents, status, published_at) select id, 1, 'Whole ' || name, 7000000, 'live', now() from property order by id limit 3`,
  );
  await run(
    `insert into promotion (company_id, name, discount_type, value, starts_at, ends_at, status) select id, 'Offer', 2, 100000, now() - interval '1 day', now() + interval '1 day', 'draft' from company order by id limit 2`,
  );
  await run(`insert into featured_product (name, placement, day_cents) values ('Home', 'home', 1000)`);
  await run(`insert into media_file (purpose, visibility) values ('picture', 'public'), ('picture', 'public')`);
});
afterAll(() => services.database.close());

const pick = (table: string, n: number) => `(select id from ${table} order by id offset ${n} % (select greatest(count(*), 1) from ${table}) limit 1)`;
const some = (table: string, n: number) => `(select id from ${table} where id % 3 = ${n % 3})`;
/** Every kind of write that may change a card; `n` varies rows and values. */
const writes: readonly ((n: number) => string)[] = [
  (n) => `update listing set price_cents = ${100_000 + n * 1000} where id = ${pick('listing', n)}`,
  (n) => `update listing set status = (array['live', 'paused', 'closed', 'draft'])[${(n % 4) + 1}] where id = ${pick('listing', n)}`,
  (n) => `update listing set status = 'live', deleted_at = null, over_plan = false where id in ${some('listing', n)}`,
  (n) => `update listing set over_plan = not over_plan where id = ${pick('listing', n)}`,
  (n) => `update listing set deleted_at = case when deleted_at is null then now() end where id = ${pick('listing', n)}`,
  (n) => `update listing set views = views + 1, title = case when ${n} % 2 = 0 then title else 'Title ${n}' end where id in ${some('listing', n)}`,
  (n) =>
    `update listing set furnished = 'furnished', pets = ${n % 2 === 0}, other_charges = '[{"label":"Water","cents":${n},"often":"monthly"}]', price_period = ${2 + (n % 5)} where id = ${pick('listing', n)}`,
  (n) =>
    `insert into listing (property_id, unit_id, listing_type, title, price_cents, status, published_at) select property_id, id, 1, 'New ${n}', ${500_000 + n}, 'live', now() from unit where id = ${pick('unit', n)} on conflict do nothing`,
  (n) => `delete from listing where id = ${pick('listing', n)} and title like 'New%'`,
  (n) => `update property set status = (array['verified', 'verified', 'expired', 'rejected'])[${(n % 4) + 1}] where id = ${pick('property', n)}`,
  (n) => `update property set status = 'verified', stalled = false, archived_at = null, deleted_at = null where id in ${some('property', n)}`,
  (n) => `update property set stalled = not stalled where id = ${pick('property', n)}`,
  (n) => `update property set archived_at = case when archived_at is null then now() end where id = ${pick('property', n)}`,
  (n) =>
    `update property set lat = ${-1.2 - (n % 50) / 100}, lng = ${36.5 + (n % 70) / 100}, show_pin = ${n % 2 === 0} where id = ${pick('property', n)}`,
  (n) => `update property set lat = null, lng = null where id = ${pick('property', n)}`,
  (n) =>
    `update property set location_id = (select id from location where kind = 'estate' order by id offset ${n} limit 1), rating_avg = ${(n % 5) + 0.5}, rating_count = ${n % 3} where id = ${pick('property', n)}`,
  (n) =>
    `update property set amenities = array(select id from taxon where kind = 'amenity' order by id limit ${n % 9}) where id = ${pick('property', n)}`,
  (n) => `update unit set status = (array['vacant', 'occupied'])[${(n % 2) + 1}] where id = ${pick('unit', n)}`,
  (n) => `update unit set status = 'vacant', deleted_at = null where id in ${some('unit', n)}`,
  (n) =>
    `update unit set bedrooms = ${n % 6}, area_m2 = ${20 + (n % 90)}, amenities = array(select id from taxon where kind = 'amenity' order by id desc limit ${n % 4}) where id = ${pick('unit', n)}`,
  (n) => `update unit set deleted_at = case when deleted_at is null then now() end where id = ${pick('unit', n)}`,
  (n) => `insert into media_item (property_id, media_type, url, sort) select ${pick('property', n)}, ${n % 4}, '/art/home/${n}.svg', ${n % 3}`,
  (n) =>
    `insert into media_item (property_id, unit_id, media_type, file_id, is_cover) select property_id, id, 0, ${pick('media_file', n)}, true from unit where id = ${pick('unit', n)}`,
  (n) => `update media_item set status = (array['ready', 'rejected'])[${(n % 2) + 1}], sort = ${n % 5} where id = ${pick('media_item', n)}`,
  (n) => `delete from media_item where id = ${pick('media_item', n)}`,
  (n) =>
    `insert into media_variant (file_id, label, key, type, bytes, width, height) select ${pick('media_file', n)}, '${n % 4}', 'k${n}', 'image/webp', 10, ${100 + (n % 4)}, 50 on conflict (file_id, label) do update set key = excluded.key`,
  (n) => `delete from media_variant where label = '${n % 4}'`,
  (n) => `update company set is_active = ${n % 3 !== 0} where id = ${pick('company', n)}`,
  (n) => `update person set verified_status = (array['verified', 'verified', 'suspended'])[${(n % 3) + 1}] where id = ${pick('person', n)}`,
  (n) => `update person set is_active = ${n % 3 !== 0}, closed_at = case when ${n} % 5 = 0 then now() end where id = ${pick('person', n)}`,
  () => `update person set verified_status = 'verified', is_active = true, closed_at = null`,
  (n) => `update person set company_id = ${pick('company', n)} where id = ${pick('person', n)} and company_id is not null`,
  (n) => `update taxon set name = 'Word ${n}' || id where id = ${pick('taxon', n)} or id in (select property_type_id from property limit 1)`,
  (n) =>
    `update taxon set deleted_at = case when deleted_at is null then now() end where id = (select id from taxon where kind = 'amenity' order by id offset ${n % 9} limit 1)`,
  (n) =>
    `update location set name = name || ' ${n % 7}' where id in (select location_id from property union select parent_id from location where id in (select location_id from property)) and length(name) < 60`,
  (n) => `update promotion set status = (array['running', 'ended', 'draft'])[${(n % 3) + 1}] where id = ${pick('promotion', n)}`,
  (n) => `insert into promotion_listing select ${pick('promotion', n)}, ${pick('listing', n * 7)} on conflict do nothing`,
  (n) => `delete from promotion_listing where listing_id in ${some('listing', n)}`,
  (n) =>
    `insert into featured_booking (product_id, listing_id, company_id, starts_on, ends_on, price_cents, status) select 1, ${pick('listing', n)}, ${pick('company', n)}, current_date, current_date, 0, 'running' where ${pick('featured_product', 0)} = 1`,
  (n) => `update featured_booking set status = (array['running', 'ended'])[${(n % 2) + 1}] where id = ${pick('featured_booking', n)}`,
  (n) => `delete from featured_booking where id = ${pick('featured_booking', n)}`,
];

test('search cards: match a full rebuild after any sequence of writes', async () => {
  expect(await drift()).toEqual([]);
  let seen = 0;
  const steps = fc.array(fc.tuple(fc.nat({ max: writes.length - 1 }), fc.nat({ max: 997 })), { minLength: 5, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(steps, async (todo) => {
      for (const [which, n] of todo) {
        // A write refused by the tables (two live listings of one unit) does not count.
        await run(writes[which]?.(n) ?? '').catch((problem: Error & { code?: string }) => {
          if (problem.code !== '23505' && problem.code !== '23503') throw new Error(`${writes[which]?.(n)}: ${problem.message}`);
        });
      }
      const found = await drift();
      expect(found).toEqual([]);
      seen += ((await run('select count(*)::int as n from listing_card'))[0]?.n as number) ?? 0;
    }),
    { numRuns: 25 },
  );
  // The test proves nothing if no listing was ever visible.
  expect(seen).toBeGreaterThan(25);
  await run('select rebuild_cards()');
  expect(await drift()).toEqual([]);
}, 60_000);

test('search cards: are updated by every kind of write', async () => {
  for (const [which, write] of writes.entries()) {
    for (const n of [1, 4, 8]) await run(write(n)).catch(() => undefined);
    expect(await drift(), writes[which]?.(1)).toEqual([]);
  }
}, 60_000);

test('search cards: are correct after a bulk load that rebuilds all cards at its end', async () => {
  const before = (await run('select count(*)::int as n from listing_card'))[0]?.n;
  await services.database.db.transaction().execute(async (tx) => {
    await sql`select set_config('makao.cards', 'off', true)`.execute(tx);
    await sql`update listing set title = title || '.' where true`.execute(tx);
    await sql`select rebuild_cards()`.execute(tx);
  });
  expect(await drift()).toEqual([]);
  expect((await run('select count(*)::int as n from listing_card'))[0]?.n).toBe(before);
});

test('search cards: include both of two concurrent changes to one listing', async () => {
  const { listingId, propertyId } = await createPublicListing(services);
  const { pool } = services.database;
  const [a, b] = [await pool.connect(), await pool.connect()];
  try {
    await a.query('begin');
    await b.query('begin');
    const waits = (await b.query('select pg_backend_pid() as pid')).rows[0].pid;
    await a.query('update property set name = $1 where id = $2', ['Renamed at once', propertyId]);
    const second = b.query('update listing set price_cents = 4200000 where id = $1', [listingId]);
    await expect.poll(() => run(`select from pg_stat_activity where pid = ${waits} and cardinality(pg_blocking_pids(pid)) > 0`)).toHaveLength(1);
    await a.query('commit');
    await second;
    await b.query('commit');
  } finally {
    a.release();
    b.release();
  }
  const [row] = await run(`select card from listing_text where id = ${listingId}`);
  expect(JSON.parse(String(row?.card))).toMatchObject({ price_cents: 4_200_000, property: { name: 'Renamed at once' } });
  expect(await drift()).toEqual([]);
});

test('page cache: a changed listing invalidates the pages of its property, a paused listing invalidates all pages, and a view invalidates none', async () => {
  const { listingId, propertyId } = await createPublicListing(services);
  const client = await services.database.pool.connect();
  const heard: string[] = [];
  client.on('notification', (note) => heard.push(`${note.channel} ${note.payload}`));
  try {
    await client.query('listen pages');
    await client.query('update listing set views = views + 1 where id = $1', [listingId]);
    await client.query('select 1');
    expect(heard).toEqual([]);
    await client.query(`update listing set price_cents = 1, title = 'Other title' where id = $1`, [listingId]);
    await client.query('select 1');
    expect(heard).toEqual([`pages property:${propertyId}`]);
    await client.query(`update listing set status = 'paused' where id = $1`, [listingId]);
    await client.query('select 1');
    expect(heard.slice(1).sort()).toEqual(['pages ', `pages property:${propertyId}`]);
  } finally {
    client.release(true);
  }
});

test('hidden map pin: is displaced by 80 to 270 metres, while a visible pin is exact', async () => {
  const { propertyId } = await createPublicListing(services, { property: { lat: -1.3, lng: 36.8 } });
  const [card] = await run(`select lat, lng, exact from listing_card where property_id = ${propertyId}`);
  const metres = Math.hypot((Number(card?.lat) + 1.3) * 111_320, (Number(card?.lng) - 36.8) * 111_320);
  expect(card?.exact).toBe(false);
  expect(metres).toBeGreaterThan(80);
  expect(metres).toBeLessThan(270);
  await run(`update property set show_pin = true where id = ${propertyId}`);
  expect((await run(`select lat, lng, exact from listing_card where property_id = ${propertyId}`))[0]).toEqual({ lat: -1.3, lng: 36.8, exact: true });
});

test('hidden map pin: is displaced differently for each property, and stays in place when the property changes', async () => {
  const made: number[] = [];
  for (let at = 0; at < 3; at++) made.push((await createPublicListing(services, { property: { lat: -1.3, lng: 36.8 } })).propertyId);
  const pins = () => run(`select lat, lng from listing_card where property_id in (${made.join(',')}) order by property_id`);
  const before = await pins();
  expect(before).toHaveLength(3);
  expect(new Set(before.map((pin) => `${pin.lat} ${pin.lng}`)).size).toBeGreaterThan(1);
  await run(`update property set name = name || ' Court' where id in (${made.join(',')})`);
  expect(await pins()).toEqual(before);
});

test('cost breakdown: SQL and TypeScript compute the same amounts', async () => {
  const charge = fc.record({
    label: fc.constant('x'),
    cents: fc.nat({ max: 1_000_000 }),
    often: fc.constantFrom('once' as const, 'monthly' as const),
  });
  const discount = fc.record({
    discount_type: fc.constantFrom(1, 2),
    value: fc.oneof(fc.nat({ max: 12_000 }), fc.nat({ max: 20_000_000 })),
    stackable: fc.boolean(),
    applies_to: fc.constantFrom(...promotionTargets),
    months: fc.integer({ min: 1, max: 60 }),
  });
  const terms = fc.record({
    listing_type: fc.constantFrom(0, 1, 2),
    price_cents: fc.integer({ min: 1, max: 1_000_000_000 }),
    price_period: fc.constantFrom(2, 3, 4, 5, 6),
    deposit_cents: fc.nat({ max: 10_000_000 }),
    service_charge_cents: fc.nat({ max: 1_000_000 }),
    agent_fee_cents: fc.nat({ max: 1_000_000 }),
    other_charges: fc.array(charge, { maxLength: 4 }),
    discounts: fc.array(discount, { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(terms, { minLength: 20, maxLength: 60 }), async (list: ListingCostTerms[]) => {
      const { rows } = await sql`
        select bill_move_in(l, d) as move_in, monthly_total(l, l.price_cents) as monthly, bill_first(l, d) as first, bill_promotion(l, d) as promotion,
          case when d = '[]' then move_in_total(l, l.price_cents) - bill_move_in(l, d) else 0 end as apart
        from jsonb_array_elements(${JSON.stringify(list)}::jsonb) with ordinality g(j, n) cross join lateral jsonb_populate_record(null::listing, g.j) l
        cross join lateral (select g.j -> 'discounts' as d) x order by g.n`.execute(services.database.db);
      const bills = list.map((t) => calculateListingCost(t, '2026-11-16'));
      expect(rows).toEqual(
        bills.map((b) => ({ move_in: b.move_in_cents, monthly: b.month_cents, first: b.first_cents, promotion: b.promotion, apart: 0 })),
      );
    }),
    { numRuns: 10 },
  );
});
