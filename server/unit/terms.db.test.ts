import { beforeAll, describe, expect, test } from 'vitest';
import { convertShillingsToCents } from '#contract/money/cents.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createExampleUnit, createPropertyInCounty, findTaxonId } from '#test/examples/examples-unit.ts';
import { listJobPayloads } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import * as unit from './service.ts';

let services: TestServices;
let owner: TestPerson;
let stranger: TestPerson;
const k = convertShillingsToCents;
const as = <T>(who: TestPerson, work: (ctx: Parameters<typeof unit.setTerms>[0]) => Promise<T>) => runAsPerson(services, who, work);
const says = (property_id: number, unit_type_id: number | null, terms: object, everybody = false) =>
  as(owner, (ctx) => unit.setTerms(ctx, { property_id, unit_type_id, everybody, ...terms }));
const read = (id: number) => unit.details(createTestCtx(services, owner), { id });
const newProperty = async () => (await createPropertyInCounty(services, owner.me.companyId)).id;

beforeAll(async () => {
  services = await createTestServices();
  [owner, stranger] = [await createPerson(services, 'owner'), await createPerson(services, 'owner')];
});

describe('inherited rent terms', () => {
  test('come from the nearest level of unit, type and property, and the response names the level', async () => {
    const property = await newProperty();
    const type = await findTaxonId(services, 'unit_type', 'two_bedroom');
    const [a, b] = [
      await createExampleUnit(services, property, { rent_cents: null }),
      await createExampleUnit(services, property, { rent_cents: k(31_000) }),
    ];
    expect(await read(a.id)).toMatchObject({ rent_cents: null, service_charge_cents: 0, sources: { rent: null, service_charge: null } });
    expect(await says(property, null, { rent_cents: k(20_000), service_charge_cents: k(1_500) })).toEqual({ changed: 2 });
    expect(await read(a.id)).toMatchObject({
      rent_cents: k(20_000),
      service_charge_cents: k(1_500),
      sources: { rent: 'property', service_charge: 'property' },
    });
    await says(property, type, { rent_cents: k(25_000), water_source: ['borehole'], power_type: 'prepaid' });
    expect(await read(a.id)).toMatchObject({
      rent_cents: k(25_000),
      water_source: ['borehole'],
      power_type: 'prepaid',
      sources: { rent: 'type', service_charge: 'property', water: 'type', power: 'type', deposit: null },
    });
    expect(await read(b.id)).toMatchObject({ rent_cents: k(31_000), service_charge_cents: k(1_500), sources: { rent: 'unit', water: 'type' } });
    // Cleared, the type inherits from the property again.
    await says(property, type, { rent_cents: null });
    expect(await read(a.id)).toMatchObject({ rent_cents: k(20_000), sources: { rent: 'property' } });
  });

  test("a unit's own term takes precedence until cleared, and an inherited term changes with the unit type", async () => {
    const property = await newProperty();
    const [two, one] = [await findTaxonId(services, 'unit_type', 'two_bedroom'), await findTaxonId(services, 'unit_type', 'one_bedroom')];
    await says(property, two, { rent_cents: k(25_000) });
    await says(property, one, { rent_cents: k(15_000) });
    const { id } = await createExampleUnit(services, property, { rent_cents: null });
    const put = (changes: object) => as(owner, (ctx) => unit.update(ctx, { id, ...changes }));
    expect(await put({ notes: 'painted', rent_cents: k(25_000) })).toMatchObject({ sources: { rent: 'type' } });
    expect(await put({ rent_cents: k(26_000) })).toMatchObject({ rent_cents: k(26_000), sources: { rent: 'unit' } });
    await says(property, two, { rent_cents: k(27_000) });
    expect((await read(id)).rent_cents).toBe(k(26_000));
    expect(await put({ rent_cents: null })).toMatchObject({ rent_cents: k(27_000), sources: { rent: 'type' } });
    expect(await put({ unit_type_id: one })).toMatchObject({ rent_cents: k(15_000), sources: { rent: 'type' } });
  });

  test('include the water source and electricity type from the utilities of the property', async () => {
    const property = await newProperty();
    const { id } = await createExampleUnit(services, property);
    const before = await read(id);
    const utilities = { water: { supply: ['borehole', 'county'] }, power: { supply: ['generator', 'prepaid'] } };
    await services.database.db
      .updateTable('property')
      .set({ utilities: JSON.stringify(utilities) })
      .where('id', '=', property)
      .execute();
    const after = await read(id);
    expect(after).toMatchObject({ water_source: ['borehole', 'county'], power_type: 'prepaid', sources: { water: 'property', power: 'property' } });
    expect(after.revision).toBeGreaterThan(before.revision);
    await expect(says(property, null, { power_type: 'solar' })).rejects.toMatchObject({ failure: 'invalid' });
  });
});

describe('rent change for all units of a type', () => {
  test('is saved on the type and applies to every unit, including units with their own rent', async () => {
    const property = await newProperty();
    const units = [];
    for (let n = 0; n < 5; n++) units.push(await createExampleUnit(services, property, { rent_cents: k(20_000 + n) }));
    const first = units[0]?.id ?? 0;
    expect((await read(first)).alike).toBe(4);
    await as(owner, (ctx) => unit.update(ctx, { id: first, rent_cents: k(28_000), notes: 'mine alone', others: true }));
    const after = await Promise.all(units.map(({ id }) => read(id)));
    expect(after.map((one) => [one.rent_cents, one.sources.rent])).toEqual(units.map(() => [k(28_000), 'type']));
    expect(after.map((one) => one.notes)).toEqual(['mine alone', '', '', '', '']);
    expect((await listJobPayloads(services, 'property.terms')).some((one) => one.propertyId === property)).toBe(true);
  });
  test('does not affect the other units when saved for one unit only', async () => {
    const property = await newProperty();
    const [a, b] = [await createExampleUnit(services, property), await createExampleUnit(services, property)];
    await as(owner, (ctx) => unit.update(ctx, { id: a.id, rent_cents: k(9_000), others: false }));
    expect((await read(b.id)).rent_cents).toBe(k(25_000));
  });
  test('applies to all units of the property or type, and on request also to units that set their own rent', async () => {
    const property = await newProperty();
    const [a, b] = [
      await createExampleUnit(services, property, { rent_cents: null }),
      await createExampleUnit(services, property, { rent_cents: k(40_000) }),
    ];
    await says(property, null, { rent_cents: k(30_000) });
    expect([(await read(a.id)).rent_cents, (await read(b.id)).rent_cents]).toEqual([k(30_000), k(40_000)]);
    const { levels } = await unit.terms(createTestCtx(services, owner), { property_id: property });
    expect(levels.map((level) => [level.unit_type?.name ?? null, level.units, level.own.rent])).toEqual([
      [null, 2, 1],
      ['2 bedroom', 2, 1],
    ]);
    // The level shows the range of the values its units set themselves.
    expect(levels.map((level) => level.ranges.rent)).toEqual([
      { from: k(40_000), to: k(40_000) },
      { from: k(40_000), to: k(40_000) },
    ]);
    expect(levels[0]?.ranges.deposit).toBeNull();
    await says(property, null, { rent_cents: k(32_000) }, true);
    expect((await listJobPayloads(services, 'property.terms')).filter((one) => one.propertyId === property).at(-1)).toMatchObject({
      also: { terms: ['rent'], unitTypeId: null },
    });
    expect([(await read(a.id)).rent_cents, (await read(b.id)).rent_cents]).toEqual([k(32_000), k(32_000)]);
  });
  test('is refused for another company’s property', async () => {
    const property = await newProperty();
    await expect(unit.terms(createTestCtx(services, stranger), { property_id: property })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(
      as(stranger, (ctx) => unit.setTerms(ctx, { property_id: property, unit_type_id: null, everybody: true, rent_cents: k(1) })),
    ).rejects.toMatchObject({ failure: 'notFound' });
  });
});
