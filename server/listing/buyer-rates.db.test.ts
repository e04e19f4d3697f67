import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billOf } from '#contract/listing/bill.ts';
import { type Rate, type RateHere, rateKinds, ratesOn } from '#contract/listing/rates.ts';
import { cents } from '#contract/money/cents.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import * as rates from './buyer-rates.ts';

let house: House;
let superadmin: Somebody;
beforeAll(async () => {
  house = await freshHouse();
  await setClock(house, '2026-11-16T09:00:00Z');
  superadmin = await somebody(house, 'superadmin');
});
afterAll(() => setClock(house, null));

const sale = (of: readonly RateHere[]) => ({
  listing_type: 2,
  price_cents: 1_000_000_000,
  price_period: 3,
  deposit_cents: 0,
  service_charge_cents: 0,
  agent_fee_cents: 0,
  other_charges: [],
  discounts: [],
  rates: of,
});
const add = (given: { kind: Rate['kind']; starts_on: string; points: number }) =>
  inTransaction(house, superadmin, (ctx) => rates.add(ctx, { least_cents: cents(0), note: '', ...given }));
const duty = async (day: string) =>
  billOf(sale((await rates.today(ctxOf(house, null), {})).results), day).estimates.find((one) => one.kind === 'stamp_duty_unsure')?.cents;

test('a rate counts from its day of Nairobi; the one of before stays in the history', async () => {
  expect(await duty('2026-11-16')).toBe(40_000_000);
  const { id, standing } = await add({ kind: 'stamp_duty', starts_on: '2026-12-01', points: 500 });
  expect(standing).toBe('coming');
  await setClock(house, '2026-11-30T20:59:59Z');
  expect(await duty('2026-11-30')).toBe(40_000_000);
  await setClock(house, '2026-11-30T21:00:00Z');
  expect(await duty('2026-12-01')).toBe(50_000_000);
  const { results } = await rates.all(ctxOf(house, superadmin), { page: 1, page_size: 10 });
  expect(results.filter((r) => r.kind === 'stamp_duty').map((r) => [r.points, r.standing])).toEqual([
    [500, 'now'],
    [400, 'past'],
  ]);
  await expect(inTransaction(house, superadmin, (ctx) => rates.remove(ctx, { id }))).rejects.toMatchObject({ failure: 'wrongState' });
  await setClock(house, '2026-11-16T09:00:00Z');
});

test('none is written for a day that is over, two for one day, or taken back once it began', async () => {
  await expect(add({ kind: 'legal', starts_on: '2026-11-15', points: 100 })).rejects.toMatchObject({
    failure: 'invalid',
    extra: { fields: { starts_on: expect.any(String) } },
  });
  const { id } = await add({ kind: 'legal', starts_on: '2027-01-01', points: 100 });
  await expect(add({ kind: 'legal', starts_on: '2027-01-01', points: 120 })).rejects.toMatchObject({ failure: 'conflict' });
  await inTransaction(house, superadmin, (ctx) => rates.remove(ctx, { id }));
  await expect(inTransaction(house, superadmin, (ctx) => rates.remove(ctx, { id }))).rejects.toMatchObject({ failure: 'notFound' });
  const trace = await house.database.db
    .selectFrom('audit_log')
    .select('kind')
    .where('document', '=', 'buyer_rates')
    .where('record_id', '=', id)
    .execute();
  expect(trace).toHaveLength(2);
});

test('one typed wrong for today is put right or taken back the same day of Nairobi, and the log keeps what it was', async () => {
  await setClock(house, '2026-11-16T20:30:00Z');
  const { id, open } = await add({ kind: 'stamp_duty', starts_on: '2026-11-16', points: 40 });
  expect([open, await duty('2026-11-16')]).toEqual([true, 4_000_000]);
  const correct = (points: number) =>
    inTransaction(house, superadmin, (ctx) => rates.correct(ctx, { id, points, least_cents: cents(0), note: '4 %' }));
  expect(await correct(400)).toMatchObject({ points: 400, standing: 'now', open: true });
  expect(await duty('2026-11-16')).toBe(40_000_000);
  const { diff } = await house.database.db
    .selectFrom('audit_log')
    .select('diff')
    .where('document', '=', 'buyer_rates')
    .where('record_id', '=', id)
    .where('kind', '=', 2)
    .executeTakeFirstOrThrow();
  expect(diff).toContainEqual(expect.objectContaining({ field: 'points', old: 40, new: 400 }));
  // The day is over in Nairobi: its bills were shown.
  await setClock(house, '2026-11-16T21:00:00Z');
  await expect(correct(500)).rejects.toMatchObject({ failure: 'wrongState' });
  await expect(inTransaction(house, superadmin, (ctx) => rates.remove(ctx, { id }))).rejects.toMatchObject({ failure: 'wrongState' });
  await setClock(house, '2026-11-16T09:00:00Z');
  await inTransaction(house, superadmin, (ctx) => rates.remove(ctx, { id }));
  // Set earlier for today: bills of this morning counted on it.
  const early = await add({ kind: 'stamp_duty', starts_on: '2026-11-18', points: 300 });
  await setClock(house, '2026-11-18T09:00:00Z');
  expect((await rates.all(ctxOf(house, superadmin), { page: 1, page_size: 50 })).results.find((r) => r.id === early.id)).toMatchObject({
    standing: 'now',
    open: false,
  });
  await house.database.db.deleteFrom('buyer_rate').where('id', '=', early.id).execute();
  await setClock(house, '2026-11-16T09:00:00Z');
});

test('duty goes by where the land lies: a city, a town, the country, or somewhere nobody can say', async () => {
  const at = async (kind: string, name: string, county: string) =>
    sql<{
      rates: RateHere[];
    }>`select buyer_rates(app.today(), (select id from location where kind = ${kind} and name = ${name} and county = ${county})) as rates`
      .execute(house.database.db)
      .then(({ rows }) =>
        billOf(sale(rows[0]?.rates ?? []), '2026-11-16').estimates.map(({ kind: of, points, low_points, cents: n }) => [of, points, low_points, n]),
      );
  const duties = async (...place: [string, string, string]) => (await at(...place)).filter(([of]) => String(of).startsWith('stamp_duty'));
  const town = [['stamp_duty', 400, undefined, 40_000_000]];
  const country = [['stamp_duty_rural', 200, undefined, 20_000_000]];
  const unsure = [['stamp_duty_unsure', 400, 200, 40_000_000]];
  expect(await duties('estate', 'Lavington', '047')).toEqual(town);
  expect(await duties('sub_county', 'Ruiru', '022')).toEqual(town);
  expect(await duties('ward', 'Kitengela', '034')).toEqual(town);
  expect(await duties('estate', 'Kitengela', '034')).toEqual(town);
  expect(await duties('estate', 'Eldoret CBD', '027')).toEqual(town);
  // The rest of Kajiado East may lie within the boundary or not; of the whole sub-county nobody can say either.
  expect(await duties('ward', 'Imaroro', '034')).toEqual(unsure);
  expect(await duties('sub_county', 'Kajiado East', '034')).toEqual(unsure);
  expect(await duties('sub_county', 'Kitui Rural', '015')).toEqual(country);
  expect(await duties('ward', 'Kanyangi', '015')).toEqual(country);
  expect(await duties('county', 'Kitui', '015')).toEqual(unsure);
  // The others are the same everywhere.
  expect((await at('ward', 'Kanyangi', '015')).map(([of]) => of)).toEqual(['stamp_duty_rural', 'legal', 'valuation']);
});

test('every place the rule names is there, and each town lies in a sub-county that is not country', async () => {
  const { rows } = await sql<{ body: string }>`select prosrc as body from pg_proc where proname = 'duty_place'`.execute(house.database.db);
  const codes = [...(rows[0]?.body ?? '').matchAll(/\b\d{3,4}\b/g)].map(([code]) => code);
  expect(codes.length).toBeGreaterThan(200);
  const { rows: places } = await sql<{ code: string; kind: string; said: string }>`
    select code, kind, duty_place(id) as said from location where code = any (${codes}::text[]) and kind in ('sub_county', 'ward')`.execute(
    house.database.db,
  );
  expect(codes.filter((code) => !places.some((place) => place.code === code))).toEqual([]);
  expect(places.filter(({ kind, said }) => kind === 'ward' && said !== 'town')).toEqual([]);
  const { rows: odd } = await sql<{ name: string }>`select s.name from location w join location s on s.id = w.parent_id
    where w.kind = 'ward' and duty_place(w.id) = 'town' and duty_place(s.id) = 'rural'`.execute(house.database.db);
  expect(odd).toEqual([]);
});

test('the database and the contract name the same rates of every day', async () => {
  const day = fc.integer({ min: 0, max: 3000 }).map((n) => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10));
  const rate = fc.record({ kind: fc.constantFrom(...rateKinds), starts_on: day, points: fc.nat(2000), least_cents: fc.nat(1_000_000).map(cents) });
  const several = fc.uniqueArray(rate, { maxLength: 12, selector: (r) => `${r.kind} ${r.starts_on}` });
  await fc.assert(
    fc.asyncProperty(several, fc.array(day, { minLength: 1, maxLength: 5 }), async (some, days) => {
      await house.database.db.deleteFrom('buyer_rate').execute();
      if (some.length > 0) await house.database.db.insertInto('buyer_rate').values(some).execute();
      for (const one of days) {
        const { rows } = await sql<{ said: Rate[] }>`select buyer_rates(${one}::date) as said`.execute(house.database.db);
        expect(rows[0]?.said).toEqual(ratesOn(some, one));
      }
    }),
    { numRuns: 40 },
  );
});
