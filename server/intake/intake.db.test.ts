import { beforeAll, describe, expect, test } from 'vitest';
import { intakeCalls } from '#contract/intake/calls.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { findWardIdOfCounty } from '#test/examples/examples-property.ts';
import { createExampleUnit, createPropertyInCounty, findTaxonId } from '#test/examples/examples-unit.ts';
import { createPerson, createTestCtx, reloadTestPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import * as property from '../property/service.ts';
import * as unit from '../unit/service.ts';
import { eraseOccupantPersonalData, intakePersonalData } from './personal-data.ts';
import * as intake from './service.ts';

let services: TestServices;
let owner: TestPerson;
let stranger: TestPerson;
let agent: TestPerson;
let where: { location_id: number; property_type_id: number; category_id: number };

const line = (n: number, cells: Record<string, string>, building = 'Sunrise Apartments') => ({ line: n, sheet: 'Sheet1', property: building, cells });
const rows = [
  line(3, {
    name: 'A1',
    unit_type: '2BR',
    rent: 'KES 25,000/=',
    tenant: 'Jane Wanjiru',
    phone: '712345678',
    since: '45352',
    balance: '2,500',
    deposit_held: '25,000',
  }),
  line(4, { name: 'A2', unit_type: '2BR', rent: '25000', tenant: 'VACANT' }),
  line(5, { name: 'A3', unit_type: '2BR', rent: '25000', tenant: 'Peter Otieno', phone: '0722 000 111', balance: '(1,000)' }),
  line(6, { name: 'a 1', unit_type: '2BR', rent: '1' }),
  line(7, { name: 'A4', unit_type: 'castle', rent: 'many', tenant: 'Ann', phone: '12', since: '1/1/2090', occupied: 'vacant' }),
  line(8, { name: 'A5', unit_type: '2BR', balance: '500' }),
  line(9, { name: '1', unit_type: 'bedsitter', rent: '9k', occupied: 'occupied' }, 'Ngong View'),
];
let key = 0;
const given = (more: object = {}) =>
  intakeCalls.importSheet.body.parse({
    rows,
    properties: ['Sunrise Apartments', 'ngong view'].map((name) => ({ name, ...where })),
    client_key: `00000000-0000-4000-8000-${String(++key).padStart(12, '0')}`,
    file_name: 'rent roll.xlsx',
    as_of: '2026-01-31',
    ...more,
  });
const as = <T>(who: TestPerson, work: (ctx: Parameters<typeof intake.importIntakeSheet>[0]) => Promise<T>) => runAsPerson(services, who, work);
const bring = (more: object = {}, who = owner) => as(who, (ctx) => intake.importIntakeSheet(ctx, given(more)));
const unitsOf = (id: number) =>
  services.database.db.selectFrom('unit').selectAll().where('property_id', '=', id).where('deleted_at', 'is', null).orderBy('id').execute();
const occupants = (id: number) => services.database.db.selectFrom('occupant').selectAll().where('property_id', '=', id).orderBy('id').execute();

beforeAll(async () => {
  services = await createTestServices();
  [owner, stranger, agent] = [await createPerson(services, 'owner'), await createPerson(services, 'owner'), await createPerson(services, 'agent')];
  where = {
    location_id: await findWardIdOfCounty(services),
    property_type_id: await findTaxonId(services, 'property_type', 'apartment'),
    category_id: await findTaxonId(services, 'property_category', 'residential'),
  };
});

describe('rent roll import', () => {
  test('the preview shows the result of each row with errors by field, and writes nothing', async () => {
    const { client_key: _, file_name: __, ...sheet } = given();
    const { rows: read, good, bad, buildings } = await as(owner, (ctx) => intake.checkIntake(ctx, sheet));
    expect([good, bad]).toEqual([4, 3]);
    expect(read.map((row) => [row.line, row.problems.map((one) => one.field)])).toEqual([
      [3, []],
      [4, []],
      [5, []],
      [6, ['name']],
      [7, ['unit_type', 'rent', 'occupied', 'phone', 'since']],
      [8, ['balance']],
      [9, []],
    ]);
    expect(read[0]).toMatchObject({ tenant: 'Jane Wanjiru', phone: '+254712345678', since: '2024-03-01', balance_cents: 250_000, occupied: true });
    expect(read[2]).toMatchObject({ balance_cents: -100_000 });
    expect(buildings).toMatchObject([
      { name: 'Sunrise Apartments', known: null, units: 3, occupied: 2 },
      { name: 'Ngong View', known: null, units: 1, occupied: 1 },
    ]);
    expect(await services.database.db.selectFrom('intake').select('id').execute()).toEqual([]);
  });

  test("a property name almost equal to an existing property's name is treated as new, and the existing property is suggested", async () => {
    await createPropertyInCounty(services, owner.me.companyId, '047', 'Karen Gardens');
    const { client_key: _, file_name: __, ...sheet } = given();
    const [first] = sheet.rows;
    const rows = first ? [{ ...first, cells: { ...first.cells, property: 'Karen Gradens' } }] : [];
    const { buildings } = await as(owner, (ctx) => intake.checkIntake(ctx, { ...sheet, rows }));
    expect(buildings).toMatchObject([{ name: 'Karen Gradens', known: null, meant: 'Karen Gardens' }]);
  });

  test('creates properties, units, occupants and balances once, even if repeated; undoing the import removes all of them', async () => {
    const sheet = given();
    const made = await as(owner, (ctx) => intake.importIntakeSheet(ctx, sheet));
    expect(made).toMatchObject({
      units: 4,
      occupants: 2,
      balances: 2,
      refused: 3,
      properties: [
        { made: true, units: 3 },
        { made: true, units: 1 },
      ],
    });
    const [sunrise, ngong] = made.properties.map((one) => one.id) as [number, number];
    expect((await unitsOf(sunrise)).map((row) => [row.name, row.status, row.rent_cents])).toEqual([
      ['A1', 'occupied', 2_500_000],
      ['A2', 'vacant', 2_500_000],
      ['A3', 'occupied', 2_500_000],
    ]);
    expect((await unitsOf(sunrise))[0]?.status_since.toISOString()).toBe('2024-02-29T21:00:00.000Z');
    expect((await unitsOf(ngong)).map((row) => [row.name, row.status])).toEqual([['1', 'occupied']]);
    const [jane] = await occupants(sunrise);
    expect(jane).toMatchObject({
      name: 'Jane Wanjiru',
      phone: '+254712345678',
      since: '2024-03-01',
      rent_cents: 2_500_000,
      deposit_held_cents: 2_500_000,
    });
    const { occupant } = await intake.readOccupant(createTestCtx(services, owner), { unit_id: jane?.unit_id ?? 0 });
    expect(occupant).toMatchObject({ name: 'Jane Wanjiru', balance_cents: 250_000, as_of: '2026-01-31' });
    expect(await as(owner, (ctx) => intake.importIntakeSheet(ctx, sheet))).toEqual(made);
    // The same file under another idempotency key creates nothing, because the unit names are taken.
    await expect(bring()).rejects.toMatchObject({ extra: { fields: { rows: expect.any(String) } } });

    expect(await as(owner, (ctx) => intake.undoIntake(ctx, { id: made.id, keep_changed: false }))).toEqual({
      id: made.id,
      removed: 4,
      restored: 0,
      kept: 0,
      properties: 2,
    });
    expect([await occupants(sunrise), await unitsOf(sunrise)]).toEqual([[], []]);
    expect(await services.database.db.selectFrom('opening_balance').select('id').execute()).toEqual([]);
    await expect(property.details(createTestCtx(services, owner), { id: sunrise })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(as(owner, (ctx) => intake.undoIntake(ctx, { id: made.id, keep_changed: false }))).rejects.toMatchObject({ failure: 'conflict' });
    expect((await intake.listIntakes(createTestCtx(services, owner), { page: 1, page_size: 10 })).results).toMatchObject([
      { id: made.id, undone_at: expect.any(String) },
    ]);
  });

  test('adds units to an existing property, and imports nothing if a property in the sheet has no location', async () => {
    const { id } = await createPropertyInCounty(services, owner.me.companyId, '047', 'Baraka  Court');
    await createExampleUnit(services, id, { name: 'A2' });
    const made = await bring({ rows: rows.slice(0, 3).map((row) => ({ ...row, property: 'baraka court' })), properties: [] });
    expect(made).toMatchObject({ units: 2, refused: 1, properties: [{ id, made: false, units: 2 }] });
    const before = await services.database.db.selectFrom('intake').select('id').execute();
    const mixed = [...rows.slice(6), line(1, { name: 'Z1', unit_type: '2BR' }, 'Baraka Court')];
    await expect(bring({ rows: mixed, properties: [] })).rejects.toMatchObject({
      extra: { fields: { properties: expect.stringContaining('Ngong View') } },
    });
    expect(await services.database.db.selectFrom('intake').select('id').execute()).toEqual(before);
    expect((await unitsOf(id)).map((row) => row.name)).toEqual(['A2', 'A1', 'A3']);
    // Undoing the import keeps the property and its earlier units.
    expect(await as(owner, (ctx) => intake.undoIntake(ctx, { id: made.id, keep_changed: false }))).toMatchObject({ removed: 2, properties: 0 });
    expect((await unitsOf(id)).map((row) => row.name)).toEqual(['A2']);
  });

  test('an imported unit edited later blocks undoing the import, unless the user chooses to keep the unit and its property', async () => {
    const made = await bring({
      rows: rows.slice(0, 2).map((row) => ({ ...row, property: 'Kept Court' })),
      properties: [{ name: 'Kept Court', ...where }],
    });
    const [first] = await unitsOf(made.properties[0]?.id ?? 0);
    await as(owner, (ctx) => unit.update(ctx, { id: first?.id ?? 0, notes: 'Painted' }));
    const undo = (keep_changed: boolean) => as(owner, (ctx) => intake.undoIntake(ctx, { id: made.id, keep_changed }));
    await expect(undo(false)).rejects.toMatchObject({ failure: 'conflict', extra: { units: [{ name: 'A1' }] } });
    expect(await undo(true)).toMatchObject({ removed: 1, kept: 1, properties: 0 });
    expect(await occupants(made.properties[0]?.id ?? 0)).toMatchObject([{ name: 'Jane Wanjiru' }]);
  });
});

describe('rent roll import: access', () => {
  test('another company sees neither imports nor occupants; an agent needs a mandate with the permissions to create units', async () => {
    const made = await bring({
      rows: rows.slice(0, 1).map((row) => ({ ...row, property: 'Mine Court' })),
      properties: [{ name: 'Mine Court', ...where }],
    });
    const [jane] = await occupants(made.properties[0]?.id ?? 0);
    const unit_id = jane?.unit_id ?? 0;
    await expect(as(stranger, (ctx) => intake.undoIntake(ctx, { id: made.id, keep_changed: false }))).rejects.toMatchObject({ failure: 'notFound' });
    await expect(intake.readOccupant(createTestCtx(services, stranger), { unit_id })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(as(stranger, (ctx) => intake.eraseOccupant(ctx, { id: jane?.id ?? 0 }))).rejects.toMatchObject({ failure: 'notFound' });
    expect((await intake.listIntakes(createTestCtx(services, stranger), { page: 1, page_size: 10 })).count).toBe(0);
    const company = owner.me.companyId ?? 0;
    const other = {
      rows: rows.slice(0, 1).map((row) => ({ ...row, property: 'Agent Court' })),
      properties: [{ name: 'Agent Court', ...where }],
      company_id: company,
    };
    await expect(bring(other, agent)).rejects.toMatchObject({ extra: { fields: { company_id: expect.any(String) } } });
    const grants = ['property.read', 'property.create', 'units.read'];
    await services.database.db
      .insertInto('mandate')
      .values({ owner_company_id: company, agent_company_id: agent.me.companyId ?? 0, grants })
      .execute();
    const working = await reloadTestPerson(services, agent);
    await expect(bring(other, working)).rejects.toMatchObject({ failure: 'forbidden' });
    await services.database.db
      .updateTable('mandate')
      .set({ grants: [...grants, 'units.create'] })
      .execute();
    expect(await bring(other, working)).toMatchObject({ units: 1, occupants: 1 });
  });

  test('reading an occupant requires a mandate with permission to see tenants, and erasing an occupant requires further permissions', async () => {
    const made = await bring({
      rows: rows.slice(0, 1).map((row) => ({ ...row, property: 'Sold Court' })),
      properties: [{ name: 'Sold Court', ...where }],
    });
    const [jane] = await occupants(made.properties[0]?.id ?? 0);
    const seller = await createPerson(services, 'agent');
    const may = async (grants: string[]) => {
      await services.database.db
        .insertInto('mandate')
        .values({ owner_company_id: owner.me.companyId ?? 0, agent_company_id: seller.me.companyId ?? 0, grants })
        .onConflict((oc) => oc.doNothing())
        .execute();
      await services.database.db
        .updateTable('mandate')
        .set({ grants })
        .where('agent_company_id', '=', seller.me.companyId ?? 0)
        .execute();
      return reloadTestPerson(services, seller);
    };
    const sale = ['property.read', 'units.read', 'units.edit'];
    const look = async (who: TestPerson) =>
      (await intake.readOccupant(createTestCtx(services, who), { unit_id: jane?.unit_id ?? 0 })).occupant?.name ?? null;
    const erase = (who: TestPerson) => as(who, (ctx) => intake.eraseOccupant(ctx, { id: jane?.id ?? 0 }));
    const selling = await may(sale);
    expect(await look(selling)).toBeNull();
    await expect(erase(selling)).rejects.toMatchObject({ failure: 'notFound' });
    const letting = await may([...sale, 'tenants.read']);
    expect(await look(letting)).toBe('Jane Wanjiru');
    await expect(erase(letting)).rejects.toMatchObject({ failure: 'forbidden' });
    // A dealer of the county sees properties for verification, but not their occupants.
    const dealer = await createPerson(services, 'dealer');
    const { region } = await services.database.db
      .selectFrom('property')
      .select('region')
      .where('id', '=', made.properties[0]?.id ?? 0)
      .executeTakeFirstOrThrow();
    await services.database.db
      .updateTable('company')
      .set({ region })
      .where('id', '=', dealer.me.companyId ?? 0)
      .execute();
    const looking = await reloadTestPerson(services, dealer);
    expect(await look(looking)).toBeNull();
    await expect(erase(looking)).rejects.toMatchObject({ failure: 'notFound' });
    await erase(await may([...sale, 'tenants.read', 'tenants.edit']));
    expect(await look(await reloadTestPerson(services, owner))).toBeNull();
  });

  test('occupant data is erased when the unit becomes vacant, when a person erases the data, and when the account with that phone number closes', async () => {
    const made = await bring({
      rows: rows.slice(0, 3).map((row) => ({ ...row, property: 'Private Court' })),
      properties: [{ name: 'Private Court', ...where }],
    });
    const id = made.properties[0]?.id ?? 0;
    const [jane, peter] = await occupants(id);
    await as(owner, (ctx) => unit.move(ctx, { id: peter?.unit_id ?? 0, move: 'vacate_said', reason: '', expected_on: null }));
    expect((await intake.readOccupant(createTestCtx(services, owner), { unit_id: peter?.unit_id ?? 0 })).occupant).toBeNull();
    const { db } = services.database;
    await db.updateTable('person').set({ phone: '+254712345678', name: 'Jane wanjiru' }).where('id', '=', stranger.id).execute();
    expect(await intakePersonalData.said_to_live_in?.(db as never, stranger.id)).toEqual([]);
    await db.updateTable('person').set({ phone_proved_at: new Date() }).where('id', '=', stranger.id).execute();
    expect(await intakePersonalData.said_to_live_in?.(db as never, stranger.id)).toContainEqual(expect.objectContaining({ name: 'Jane Wanjiru' }));
    await eraseOccupantPersonalData(db as never, stranger.id);
    expect((await occupants(id))[0]).toMatchObject({ name: 'Closed account', phone: null });
    await as(owner, (ctx) => intake.eraseOccupant(ctx, { id: jane?.id ?? 0 }));
    expect((await occupants(id)).map((row) => row.name)).toEqual(['Peter Otieno']);
    expect((await unitsOf(id))[0]?.status).toBe('occupied');
  });
});
