import { beforeAll, describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createExampleUnit, createPropertyInCounty, findTaxonId } from '#test/examples/examples-unit.ts';
import { createPublicListing } from '#test/fixtures/offers.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import * as unit from './service.ts';

let services: TestServices;
let owner: TestPerson;
let stranger: TestPerson;
let admin: TestPerson;
let property: { id: number };
let bedsitter: number;
beforeAll(async () => {
  services = await createTestServices();
  [owner, stranger, admin] = [await createPerson(services, 'owner'), await createPerson(services, 'owner'), await createPerson(services, 'admin')];
  property = await createPropertyInCounty(services, owner.me.companyId);
  bedsitter = await findTaxonId(services, 'unit_type', 'bedsitter');
});
const db = () => services.database.db;
const part = (name: string) => ({ name, unit_type_id: bedsitter, rent_cents: toCents(900_000), area_m2: 20 });
const split = (who: TestPerson, id: number, names: string[], revision?: number) =>
  runAsPerson(services, who, (ctx) => unit.split(ctx, { id, parts: names.map(part), revision }));
const merge = (who: TestPerson, id: number, unit_ids: number[], name: string) =>
  runAsPerson(services, who, (ctx) => unit.merge(ctx, { id, unit_ids, name, unit_type_id: bedsitter, rent_cents: toCents(5_000_000) }));
const traces = async (id: number) =>
  (
    await db().selectFrom('audit_log').select(['kind', 'reason']).where('document', '=', 'units').where('record_id', '=', id).orderBy('id').execute()
  ).map((row) => row.reason);

describe('unit split', () => {
  test('gives the first part the code and meters, creates the other parts as new units, and writes an audit row for each', async () => {
    const made = await createExampleUnit(services, property.id);
    await db()
      .updateTable('unit')
      .set({ meters: JSON.stringify([{ kind: 'water', number: '7' }]), block: 'B' })
      .where('id', '=', made.id)
      .execute();
    const answer = await split(owner, made.id, ['B1a', 'B1b', 'B1c']);
    expect(answer.unit).toMatchObject({ code: made.code, name: 'B1a', rent_cents: toCents(900_000), meters: [{ number: '7' }], bedrooms: 0 });
    expect(answer.made.map((one) => one.name)).toEqual(['B1b', 'B1c']);
    expect(await unit.details(createTestCtx(services, owner), { id: answer.made[0]?.id ?? 0 })).toMatchObject({ block: 'B', meters: [], status: 0 });
    expect(await traces(made.id)).toEqual(['split into B1a, B1b, B1c']);
  });
  test('is refused for an occupied or listed unit, a stale revision, another company’s unit or duplicate names, and writes nothing', async () => {
    const made = await createExampleUnit(services, property.id);
    await expect(split(stranger, made.id, ['S1', 'S2'])).rejects.toMatchObject({ failure: 'notFound' });
    await expect(split(owner, made.id, ['S1', 'S1'])).rejects.toMatchObject({ extra: { fields: { 'parts.1.name': expect.any(String) } } });
    await expect(split(owner, made.id, ['S1', 'S2'], 99)).rejects.toMatchObject({ failure: 'conflict', extra: { current: { name: made.name } } });
    await db().updateTable('unit').set({ status: 'occupied' }).where('id', '=', made.id).execute();
    await expect(split(owner, made.id, ['S1', 'S2'])).rejects.toMatchObject({ failure: 'conflict' });
    const offered = await createPublicListing(services);
    await expect(split(admin, offered.unitId, ['S1', 'S2'])).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining('LST') });
    expect(await db().selectFrom('unit').select('id').where('name', 'in', ['S1', 'S2']).execute()).toEqual([]);
  });
});

describe('unit merge', () => {
  test('adds up the areas, keys and meters, removes the other units with one audit row each, and makes their names available', async () => {
    const [a, b, c] = [
      await createExampleUnit(services, property.id),
      await createExampleUnit(services, property.id),
      await createExampleUnit(services, property.id),
    ];
    await db()
      .updateTable('unit')
      .set({ area_m2: 30, keys_count: 2, meters: JSON.stringify([{ kind: 'gas', number: '1' }]) })
      .where('id', 'in', [a.id, b.id, c.id])
      .execute();
    const { unit: one, gone } = await merge(owner, a.id, [b.id, c.id], b.name);
    expect(one).toMatchObject({ code: a.code, name: b.name, area_m2: 90, keys_count: 6, rent_cents: 5_000_000 });
    expect(one.meters).toHaveLength(3);
    expect(gone.sort()).toEqual([b.id, c.id].sort());
    await expect(unit.details(createTestCtx(services, owner), { id: b.id })).rejects.toMatchObject({ failure: 'notFound' });
    expect(await traces(c.id)).toEqual([`joined into ${a.code}`]);
  });
  test('is refused for units of different properties, for a unit with itself, and for an occupied unit', async () => {
    const other = await createPropertyInCounty(services, owner.me.companyId);
    const [a, b, far] = [
      await createExampleUnit(services, property.id),
      await createExampleUnit(services, property.id),
      await createExampleUnit(services, other.id),
    ];
    await expect(merge(owner, a.id, [far.id], 'J')).rejects.toMatchObject({ extra: { fields: { unit_ids: expect.any(String) } } });
    await expect(merge(owner, a.id, [a.id], 'J')).rejects.toMatchObject({ extra: { fields: { unit_ids: expect.any(String) } } });
    await db().updateTable('unit').set({ status: 'ordered' }).where('id', '=', b.id).execute();
    await expect(merge(owner, a.id, [b.id], 'J')).rejects.toMatchObject({ failure: 'conflict' });
  });
});

test('unit mismatches: the displayed counts equal the lengths of the filtered lists', async () => {
  const mine = await createPerson(services, 'owner');
  const { id } = await createPropertyInCounty(services, mine.me.companyId);
  const set = async (change: object) =>
    db()
      .updateTable('unit')
      .set(change)
      .where('id', '=', (await createExampleUnit(services, id)).id)
      .execute();
  await set({ status: 'maintenance', expected_on: '2020-01-01' });
  await set({ status: 'onhold', expected_on: '2020-01-01' });
  await set({ status: 'onhold', expected_on: '2099-01-01' });
  await set({ status: 'vacant', status_since: new Date('2020-01-01') });
  await set({ status: 'vacant' });
  const { counts } = await unit.mismatches(createTestCtx(services, mine), {});
  const none = { rent_differs: 0, offered_taken: 0, no_tenancy: 0, start_passed: 0, term_over: 0, not_gone: 0 };
  expect(counts).toEqual({ works_overdue: 1, hold_overdue: 1, vacant_unlisted: 1, ...none });
  const listed = await unit.list(createTestCtx(services, mine), { page: 1, page_size: 10, sort: 'name', z_filter: { mismatch: 'hold_overdue' } });
  expect(listed.results).toMatchObject([{ status: 4, expected_on: '2020-01-01' }]);
  const dear = await createPublicListing(services);
  await db()
    .updateTable('unit')
    .set({ rent_cents: toCents(1) })
    .where('id', '=', dear.unitId)
    .execute();
  const found = await unit.list(createTestCtx(services, admin), {
    page: 1,
    page_size: 10,
    sort: 'name',
    z_filter: { mismatch: 'rent_differs', property: dear.propertyId },
  });
  expect(found.results.map((row) => row.id)).toEqual([dear.unitId]);
});
