import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calculateListingCost } from '#contract/listing/cost-breakdown.ts';
import { type BuyerCostRate, buyerRateKinds, getBuyerRatesInForce, type LocalBuyerRate } from '#contract/listing/rates.ts';
import { toCents } from '#contract/money/cents.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import * as rates from './buyer-rates.ts';

let services: TestServices;
let superadmin: TestPerson;
beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2026-11-16T09:00:00Z');
  superadmin = await createPerson(services, 'superadmin');
});
afterAll(() => setClock(services, null));

const sale = (of: readonly LocalBuyerRate[]) => ({
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
const add = (given: { kind: BuyerCostRate['kind']; starts_on: string; points: number }) =>
  runAsPerson(services, superadmin, (ctx) => rates.add(ctx, { least_cents: toCents(0), note: '', ...given }));
const duty = async (day: string) =>
  calculateListingCost(sale((await rates.current(createTestCtx(services, null), {})).results), day).estimates.find(
    (one) => one.kind === 'stamp_duty_unsure',
  )?.cents;

test('buyer rate: applies from its start date in Nairobi time, and the previous rate is still in the history', async () => {
  expect(await duty('2026-11-16')).toBe(40_000_000);
  const { id, standing } = await add({ kind: 'stamp_duty', starts_on: '2026-12-01', points: 500 });
  expect(standing).toBe('coming');
  await setClock(services, '2026-11-30T20:59:59Z');
  expect(await duty('2026-11-30')).toBe(40_000_000);
  await setClock(services, '2026-11-30T21:00:00Z');
  expect(await duty('2026-12-01')).toBe(50_000_000);
  const { results } = await rates.list(createTestCtx(services, superadmin), { page: 1, page_size: 10 });
  expect(results.filter((r) => r.kind === 'stamp_duty').map((r) => [r.points, r.standing])).toEqual([
    [500, 'now'],
    [400, 'past'],
  ]);
  await expect(runAsPerson(services, superadmin, (ctx) => rates.remove(ctx, { id }))).rejects.toMatchObject({ failure: 'wrongState' });
  await setClock(services, '2026-11-16T09:00:00Z');
});

test('buyer rate: a past start date and a second rate for the same date are rejected, and a rate in force cannot be deleted', async () => {
  await expect(add({ kind: 'legal', starts_on: '2026-11-15', points: 100 })).rejects.toMatchObject({
    failure: 'invalid',
    extra: { fields: { starts_on: expect.any(String) } },
  });
  const { id } = await add({ kind: 'legal', starts_on: '2027-01-01', points: 100 });
  await expect(add({ kind: 'legal', starts_on: '2027-01-01', points: 120 })).rejects.toMatchObject({ failure: 'conflict' });
  await runAsPerson(services, superadmin, (ctx) => rates.remove(ctx, { id }));
  await expect(runAsPerson(services, superadmin, (ctx) => rates.remove(ctx, { id }))).rejects.toMatchObject({ failure: 'notFound' });
  const trace = await services.database.db
    .selectFrom('audit_log')
    .select('kind')
    .where('document', '=', 'buyer_rates')
    .where('record_id', '=', id)
    .execute();
  expect(trace).toHaveLength(2);
});

test('buyer rate: a rate that starts today can be corrected or deleted on the same day in Nairobi, and the audit log records the change', async () => {
  await setClock(services, '2026-11-16T20:30:00Z');
  const { id, open } = await add({ kind: 'stamp_duty', starts_on: '2026-11-16', points: 40 });
  expect([open, await duty('2026-11-16')]).toEqual([true, 4_000_000]);
  const correct = (points: number) =>
    runAsPerson(services, superadmin, (ctx) => rates.correct(ctx, { id, points, least_cents: toCents(0), note: '4 %' }));
  expect(await correct(400)).toMatchObject({ points: 400, standing: 'now', open: true });
  expect(await duty('2026-11-16')).toBe(40_000_000);
  const { diff } = await services.database.db
    .selectFrom('audit_log')
    .select('diff')
    .where('document', '=', 'buyer_rates')
    .where('record_id', '=', id)
    .where('kind', '=', 2)
    .executeTakeFirstOrThrow();
  expect(diff).toContainEqual(expect.objectContaining({ field: 'points', old: 40, new: 400 }));
  // The Nairobi day has ended: cost breakdowns used the rate.
  await setClock(services, '2026-11-16T21:00:00Z');
  await expect(correct(500)).rejects.toMatchObject({ failure: 'wrongState' });
  await expect(runAsPerson(services, superadmin, (ctx) => rates.remove(ctx, { id }))).rejects.toMatchObject({ failure: 'wrongState' });
  await setClock(services, '2026-11-16T09:00:00Z');
  await runAsPerson(services, superadmin, (ctx) => rates.remove(ctx, { id }));
  // A rate created on an earlier day for today was used by cost breakdowns this morning.
  const early = await add({ kind: 'stamp_duty', starts_on: '2026-11-18', points: 300 });
  await setClock(services, '2026-11-18T09:00:00Z');
  expect((await rates.list(createTestCtx(services, superadmin), { page: 1, page_size: 50 })).results.find((r) => r.id === early.id)).toMatchObject({
    standing: 'now',
    open: false,
  });
  await services.database.db.deleteFrom('buyer_rate').where('id', '=', early.id).execute();
  await setClock(services, '2026-11-16T09:00:00Z');
});

test('stamp duty: depends on whether the location is a city, a town, rural or unknown', async () => {
  const at = async (kind: string, name: string, county: string) =>
    sql<{
      rates: LocalBuyerRate[];
    }>`select buyer_rates(app.today(), (select id from location where kind = ${kind} and name = ${name} and county = ${county})) as rates`
      .execute(services.database.db)
      .then(({ rows }) =>
        calculateListingCost(sale(rows[0]?.rates ?? []), '2026-11-16').estimates.map(({ kind: of, points, low_points, cents: n }) => [
          of,
          points,
          low_points,
          n,
        ]),
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
  // The rest of Kajiado East may or may not lie within the boundary; the whole sub-county is unknown too.
  expect(await duties('ward', 'Imaroro', '034')).toEqual(unsure);
  expect(await duties('sub_county', 'Kajiado East', '034')).toEqual(unsure);
  expect(await duties('sub_county', 'Kitui Rural', '015')).toEqual(country);
  expect(await duties('ward', 'Kanyangi', '015')).toEqual(country);
  expect(await duties('county', 'Kitui', '015')).toEqual(unsure);
  // The other costs do not depend on the location.
  expect((await at('ward', 'Kanyangi', '015')).map(([of]) => of)).toEqual(['stamp_duty_rural', 'legal', 'valuation']);
});

test('stamp duty: every location of the rule exists, and no town is in a rural sub-county', async () => {
  const { rows } = await sql<{ body: string }>`select prosrc as body from pg_proc where proname = 'duty_place'`.execute(services.database.db);
  const codes = [...(rows[0]?.body ?? '').matchAll(/\b\d{3,4}\b/g)].map(([code]) => code);
  expect(codes.length).toBeGreaterThan(200);
  const { rows: places } = await sql<{ code: string; kind: string; said: string }>`
    select code, kind, duty_place(id) as said from location where code = any (${codes}::text[]) and kind in ('sub_county', 'ward')`.execute(
    services.database.db,
  );
  expect(codes.filter((code) => !places.some((place) => place.code === code))).toEqual([]);
  expect(places.filter(({ kind, said }) => kind === 'ward' && said !== 'town')).toEqual([]);
  const { rows: odd } = await sql<{ name: string }>`select s.name from location w join location s on s.id = w.parent_id
    where w.kind = 'ward' and duty_place(w.id) = 'town' and duty_place(s.id) = 'rural'`.execute(services.database.db);
  expect(odd).toEqual([]);
});

test('buyer rates: database and API contract give the same rates for every day', async () => {
  const day = fc.integer({ min: 0, max: 3000 }).map((n) => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10));
  const rate = fc.record({
    kind: fc.constantFrom(...buyerRateKinds),
    starts_on: day,
    points: fc.nat(2000),
    least_cents: fc.nat(1_000_000).map(toCents),
  });
  const several = fc.uniqueArray(rate, { maxLength: 12, selector: (r) => `${r.kind} ${r.starts_on}` });
  await fc.assert(
    fc.asyncProperty(several, fc.array(day, { minLength: 1, maxLength: 5 }), async (some, days) => {
      await services.database.db.deleteFrom('buyer_rate').execute();
      if (some.length > 0) await services.database.db.insertInto('buyer_rate').values(some).execute();
      for (const one of days) {
        const { rows } = await sql<{ said: BuyerCostRate[] }>`select buyer_rates(${one}::date) as said`.execute(services.database.db);
        expect(rows[0]?.said).toEqual(getBuyerRatesInForce(some, one));
      }
    }),
    { numRuns: 40 },
  );
});
