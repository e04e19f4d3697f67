import { beforeAll, describe, expect, test } from 'vitest';
import type { UnitStatus } from '#contract/catalogue/kinds.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createExampleUnit, createPropertyInCounty, findTaxonId } from '#test/examples/examples-unit.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import * as unit from './service.ts';

let services: TestServices;
let owner: TestPerson;
let stranger: TestPerson;
let agent: TestPerson;
let property: { id: number };
let bedsitter: number;

const tomorrow = () => addDays(clock.today(), 1);
const whyOf = (move: string) => ({ reason: 'Owner moves in', expected_on: move === 'start_maintenance' ? tomorrow() : null });
const traits = () => ({
  block: '',
  floor: null,
  unit_type_id: bedsitter,
  bedrooms: null,
  bathrooms: 1,
  area_m2: null,
  rent_cents: toCents(1_650_000),
  deposit_cents: null,
  service_charge_cents: toCents(0),
  water_source: null,
  power_type: null,
  furnished: 'unfurnished' as const,
  amenities: [] as number[],
  meters: [],
  keys_count: 0,
  available_from: null,
  notes: '',
});
const as = <T>(who: TestPerson, work: (ctx: Parameters<typeof unit.move>[0]) => Promise<T>) => runAsPerson(services, who, work);
const made = async (status: UnitStatus) => {
  const { id } = await createExampleUnit(services, property.id);
  await services.database.db.updateTable('unit').set({ status }).where('id', '=', id).execute();
  return id;
};
const rowOf = (id: number) => services.database.db.selectFrom('unit').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

beforeAll(async () => {
  services = await createTestServices();
  [owner, stranger, agent] = [await createPerson(services, 'owner'), await createPerson(services, 'owner'), await createPerson(services, 'agent')];
  property = await createPropertyInCounty(services, owner.me.companyId);
  bedsitter = await findTaxonId(services, 'unit_type', 'bedsitter');
});

describe('unit access', () => {
  test('an owner of another company gets 404 for every read and change', async () => {
    const { id } = await createExampleUnit(services, property.id);
    const tries = [
      () => unit.details(createTestCtx(services, stranger), { id }),
      () => unit.timeline(createTestCtx(services, stranger), { id, page: 1, page_size: 10 }),
      () => as(stranger, (ctx) => unit.update(ctx, { id, notes: 'mine' })),
      () => as(stranger, (ctx) => unit.move(ctx, { id, move: 'hold', ...whyOf('hold') })),
      () =>
        as(stranger, (ctx) =>
          unit.bulk(ctx, { unit_ids: [id], rent: { how: 'set', cents: toCents(1) }, add_amenities: [], remove_amenities: [], ...whyOf('') }),
        ),
      () => as(stranger, (ctx) => unit.remove(ctx, { id })),
      () => as(stranger, (ctx) => unit.create(ctx, { property_id: property.id, name: 'Z', ...traits() })),
    ];
    for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ failure: 'notFound' });
    expect((await unit.list(createTestCtx(services, stranger), { page: 1, page_size: 10, sort: 'name' })).count).toBe(0);
    expect((await unit.statusCounts(createTestCtx(services, stranger), {})).all).toBe(0);
    expect((await unit.details(createTestCtx(services, owner), { id })).may_edit).toBe(true);
  });

  test('a sub admin reads the units of the region and has no actions', async () => {
    const { id } = await createExampleUnit(services, property.id);
    const subadmin = await createPerson(services, 'subadmin');
    await services.database.db.updateTable('person').set({ region: '047' }).where('id', '=', subadmin.id).execute();
    expect(await unit.details({ ...createTestCtx(services, subadmin), me: { ...subadmin.me, region: '047' } }, { id })).toMatchObject({
      may_edit: false,
      may_delete: false,
      moves: [],
    });
  });

  test('an agent can read the units of the mandate, and edit those units only with the permission units.edit', async () => {
    const { id } = await createExampleUnit(services, property.id);
    const companies = { owner_company_id: owner.me.companyId ?? 0, agent_company_id: agent.me.companyId ?? 0 };
    const { id: mandate } = await services.database.db
      .insertInto('mandate')
      .values({ ...companies, grants: ['property.read', 'units.read'] })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await unit.details(createTestCtx(services, agent), { id })).toMatchObject({ may_edit: false, may_delete: false, moves: [] });
    const rises = () => as(agent, (ctx) => unit.update(ctx, { id, rent_cents: toCents(5_000_000) }));
    await expect(rises()).rejects.toMatchObject({ failure: 'forbidden', extra: { missing: 'units.edit' } });
    await expect(as(agent, (ctx) => unit.move(ctx, { id, move: 'hold', ...whyOf('hold') }))).rejects.toMatchObject({ failure: 'forbidden' });
    await expect(as(agent, (ctx) => unit.create(ctx, { property_id: property.id, name: 'Z', ...traits() }))).rejects.toMatchObject({
      failure: 'forbidden',
    });
    await services.database.db
      .updateTable('mandate')
      .set({ grants: ['property.read', 'units.read', 'units.edit'] })
      .where('id', '=', mandate)
      .execute();
    expect((await rises()).rent_cents).toBe(5_000_000);
    await services.database.db.updateTable('mandate').set({ ended_at: new Date() }).where('id', '=', mandate).execute();
    await expect(rises()).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('an id combined with the code of another unit returns 404', async () => {
    const [one, two] = [await createExampleUnit(services, property.id), await createExampleUnit(services, property.id)];
    await expect(unit.details(createTestCtx(services, owner), { id: one.id, code: two.code })).rejects.toMatchObject({ failure: 'notFound' });
    expect((await unit.details(createTestCtx(services, owner), { id: one.id, code: one.code })).paybill_account).toBe(one.code);
  });
});

describe('creating and editing units', () => {
  test("a unit inherits its type's bedrooms unless changed, and its name is unique in the property regardless of block, case and spaces", async () => {
    const two = await findTaxonId(services, 'unit_type', 'two_bedroom');
    const create = (name: string, block: string, more = {}) =>
      as(owner, (ctx) => unit.create(ctx, { property_id: property.id, name, ...traits(), block, unit_type_id: two, ...more }));
    expect((await create('K1', 'K')).bedrooms).toBe(2);
    expect((await create('K2', 'K', { bedrooms: 3 })).bedrooms).toBe(3);
    for (const [name, block] of [
      ['k1', 'k'],
      ['K 1', 'L'],
    ] as const)
      await expect(create(name, block)).rejects.toMatchObject({
        failure: 'conflict',
        extra: { fields: { name: expect.stringContaining('already has a unit') } },
      });
    const { id: second } = await create('K3', 'L');
    await expect(as(owner, (ctx) => unit.update(ctx, { id: second, name: 'k 2' }))).rejects.toMatchObject({ failure: 'conflict' });
    expect((await as(owner, (ctx) => unit.update(ctx, { id: second, name: 'k 3' }))).name).toBe('k 3');
    const both = await Promise.allSettled([create('Race', 'K'), create('race', 'K')]);
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('a request to create several units creates either all units or none', async () => {
    const many = (pattern: string) => as(owner, (ctx) => unit.createMany(ctx, { property_id: property.id, pattern, ...traits(), block: 'P' }));
    expect(await many('{A..B}{1..3}')).toMatchObject({ made: 6, names: ['A1', 'A2', 'A3', 'B1', 'B2', 'B3'] });
    await expect(many('B{3..5}')).rejects.toMatchObject({ extra: { fields: { pattern: expect.stringContaining('B3') } } });
    await expect(many('C{1..300}')).rejects.toMatchObject({ extra: { fields: { pattern: expect.any(String) } } });
    const found = await unit.list(createTestCtx(services, owner), {
      page: 1,
      page_size: 10,
      sort: 'name',
      z_filter: { block: 'P', property: property.id },
    });
    expect(found.results.map((row) => row.name)).toEqual(['A1', 'A2', 'A3', 'B1', 'B2', 'B3']);
  });

  test('a conflicting edit is refused and returns the current unit', async () => {
    const { id } = await createExampleUnit(services, property.id);
    await as(owner, (ctx) => unit.update(ctx, { id, notes: 'First wins', revision: 1 }));
    await expect(as(owner, (ctx) => unit.update(ctx, { id, notes: 'Second loses', revision: 1 }))).rejects.toMatchObject({
      failure: 'conflict',
      extra: { current: { notes: 'First wins', revision: 2 } },
    });
    expect((await rowOf(id)).notes).toBe('First wins');
  });

  test('only a vacant unit without an open listing can be deleted', async () => {
    const [gone, lived] = [await made('vacant'), await made('occupied')];
    await expect(as(owner, (ctx) => unit.remove(ctx, { id: lived }))).rejects.toMatchObject({ failure: 'conflict' });
    const { id: listing } = await services.database.db
      .insertInto('listing')
      .values({ property_id: property.id, unit_id: gone, listing_type: 0, title: 'Offered', price_cents: toCents(100) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await expect(as(owner, (ctx) => unit.remove(ctx, { id: gone }))).rejects.toMatchObject({ failure: 'conflict' });
    await services.database.db.updateTable('listing').set({ status: 'closed' }).where('id', '=', listing).execute();
    await as(owner, (ctx) => unit.remove(ctx, { id: gone }));
    await expect(unit.details(createTestCtx(services, owner), { id: gone })).rejects.toMatchObject({ failure: 'notFound' });
  });
});

test('unit list: applies filters, sorts names naturally and units without a rent last, and applies the same filters to the counts', async () => {
  const place = await createPropertyInCounty(services, owner.me.companyId);
  for (const [name, rent_cents] of [
    ['A10', toCents(900_00)],
    ['A2', toCents(500_00)],
    ['A1', null],
    ['Shop', toCents(700_00)],
  ] as const)
    await createExampleUnit(services, place.id, { name, rent_cents });
  const found = async (z_filter: object, sort: 'name' | '-name' | 'rent_cents' | '-rent_cents' = 'name') =>
    (await unit.list(createTestCtx(services, owner), { page: 1, page_size: 10, sort, z_filter: { property: place.id, ...z_filter } })).results.map(
      (row) => row.name,
    );
  expect(await found({})).toEqual(['A1', 'A2', 'A10', 'Shop']);
  expect(await found({}, '-name')).toEqual(['Shop', 'A10', 'A2', 'A1']);
  expect(await found({}, '-rent_cents')).toEqual(['A10', 'Shop', 'A2', 'A1']);
  expect(await found({ rent_from: 600_00, rent_to: 800_00 })).toEqual(['Shop']);
  expect(await found({ name: 'a1' })).toEqual(['A1', 'A10']);
  expect(await found({ bedrooms: 0, status: 0 })).toHaveLength(4);
  expect(await found({ status: 2 })).toEqual([]);
  expect(await unit.statusCounts(createTestCtx(services, owner), { z_filter: { property: place.id, status: 2 } })).toEqual({
    by_status: { 0: 4 },
    all: 4,
    empty_rent_cents: 2_100_00,
  });
  const { csv } = await unit.exportCsv(createTestCtx(services, owner), { sort: 'name', z_filter: { property: place.id } });
  expect(csv.split('\r\n')).toHaveLength(5);
  expect(csv).toContain(',900,');
});

test('building view: returns a thousand units in natural order, and 404 for a property of another company', async () => {
  const { id } = await createPropertyInCounty(services, owner.me.companyId);
  const type = await findTaxonId(services, 'unit_type', 'two_bedroom');
  await services.database.db
    .insertInto('unit')
    .values(
      Array.from({ length: 1000 }, (_, at) => ({
        property_id: id,
        slug: `door-${at}`,
        name: `A${1 + at}`,
        block: 'A',
        floor: Math.floor(at / 20),
        unit_type_id: type,
        rent_cents: toCents(2_500_000),
      })),
    )
    .execute();
  const { count, results } = await unit.listForBuildingView(createTestCtx(services, owner), { property: id });
  expect([count, results.length, results[1]?.name, results[9]?.name]).toEqual([1000, 1000, 'A2', 'A10']);
  expect(Object.keys(results[0] ?? {}).sort()).toEqual(['block', 'code', 'floor', 'id', 'name', 'rent_cents', 'status']);
  expect(JSON.stringify(results).length).toBeLessThan(120_000);
  await expect(unit.listForBuildingView(createTestCtx(services, stranger), { property: id })).rejects.toMatchObject({ failure: 'notFound' });
});
