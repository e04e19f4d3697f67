import { beforeAll, describe, expect, test } from 'vitest';
import { intakeCalls } from '#contract/intake/calls.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { placeId } from '#test/examples/examples-property.ts';
import { propertyOf, taxonId, unitOf } from '#test/examples/examples-unit.ts';
import { asNow, ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import * as property from '../property/service.ts';
import * as unit from '../unit/service.ts';
import { forgetOccupant, intakeHoldings } from './personal-data.ts';
import * as intake from './service.ts';

let house: House;
let owner: Somebody;
let stranger: Somebody;
let agent: Somebody;
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
  intakeCalls.bring.body.parse({
    rows,
    properties: ['Sunrise Apartments', 'ngong view'].map((name) => ({ name, ...where })),
    client_key: `00000000-0000-4000-8000-${String(++key).padStart(12, '0')}`,
    file_name: 'rent roll.xlsx',
    as_of: '2026-01-31',
    ...more,
  });
const as = <T>(who: Somebody, work: (ctx: Parameters<typeof intake.bring>[0]) => Promise<T>) => inTransaction(house, who, work);
const bring = (more: object = {}, who = owner) => as(who, (ctx) => intake.bring(ctx, given(more)));
const unitsOf = (id: number) =>
  house.database.db.selectFrom('unit').selectAll().where('property_id', '=', id).where('deleted_at', 'is', null).orderBy('id').execute();
const occupants = (id: number) => house.database.db.selectFrom('occupant').selectAll().where('property_id', '=', id).orderBy('id').execute();

beforeAll(async () => {
  house = await freshHouse();
  [owner, stranger, agent] = [await somebody(house, 'owner'), await somebody(house, 'owner'), await somebody(house, 'agent')];
  where = {
    location_id: await placeId(house),
    property_type_id: await taxonId(house, 'property_type', 'apartment'),
    category_id: await taxonId(house, 'property_category', 'residential'),
  };
});

describe('a sheet', () => {
  test('is looked at first: what each line becomes, every error by field, and nothing is written', async () => {
    const { client_key: _, file_name: __, ...sheet } = given();
    const { rows: read, good, bad, buildings } = await as(owner, (ctx) => intake.check(ctx, sheet));
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
    expect(await house.database.db.selectFrom('intake').select('id').execute()).toEqual([]);
  });

  test('a building almost named like one that is there is still a new one, and says which may be meant', async () => {
    await propertyOf(house, owner.me.companyId, '047', 'Karen Gardens');
    const { client_key: _, file_name: __, ...sheet } = given();
    const [first] = sheet.rows;
    const rows = first ? [{ ...first, cells: { ...first.cells, property: 'Karen Gradens' } }] : [];
    const { buildings } = await as(owner, (ctx) => intake.check(ctx, { ...sheet, rows }));
    expect(buildings).toMatchObject([{ name: 'Karen Gradens', known: null, meant: 'Karen Gardens' }]);
  });

  test('brings properties, units, who lives there and what they owe; sent again it is brought once; taken back nothing is left', async () => {
    const sheet = given();
    const made = await as(owner, (ctx) => intake.bring(ctx, sheet));
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
    const { occupant } = await intake.occupant(ctxOf(house, owner), { unit_id: jane?.unit_id ?? 0 });
    expect(occupant).toMatchObject({ name: 'Jane Wanjiru', balance_cents: 250_000, as_of: '2026-01-31' });
    expect(await as(owner, (ctx) => intake.bring(ctx, sheet))).toEqual(made);
    // The same file under another key brings nothing: the names are taken.
    await expect(bring()).rejects.toMatchObject({ extra: { fields: { rows: expect.any(String) } } });

    expect(await as(owner, (ctx) => intake.undo(ctx, { id: made.id, keep_changed: false }))).toEqual({
      id: made.id,
      removed: 4,
      restored: 0,
      kept: 0,
      properties: 2,
    });
    expect([await occupants(sunrise), await unitsOf(sunrise)]).toEqual([[], []]);
    expect(await house.database.db.selectFrom('opening_balance').select('id').execute()).toEqual([]);
    await expect(property.one(ctxOf(house, owner), { id: sunrise })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(as(owner, (ctx) => intake.undo(ctx, { id: made.id, keep_changed: false }))).rejects.toMatchObject({ failure: 'conflict' });
    expect((await intake.list(ctxOf(house, owner), { page: 1, page_size: 10 })).results).toMatchObject([
      { id: made.id, undone_at: expect.any(String) },
    ]);
  });

  test('adds to a property that is there, refuses a building of which nobody said where it is, and writes all of it or nothing', async () => {
    const { id } = await propertyOf(house, owner.me.companyId, '047', 'Baraka  Court');
    await unitOf(house, id, { name: 'A2' });
    const made = await bring({ rows: rows.slice(0, 3).map((row) => ({ ...row, property: 'baraka court' })), properties: [] });
    expect(made).toMatchObject({ units: 2, refused: 1, properties: [{ id, made: false, units: 2 }] });
    const before = await house.database.db.selectFrom('intake').select('id').execute();
    const mixed = [...rows.slice(6), line(1, { name: 'Z1', unit_type: '2BR' }, 'Baraka Court')];
    await expect(bring({ rows: mixed, properties: [] })).rejects.toMatchObject({
      extra: { fields: { properties: expect.stringContaining('Ngong View') } },
    });
    expect(await house.database.db.selectFrom('intake').select('id').execute()).toEqual(before);
    expect((await unitsOf(id)).map((row) => row.name)).toEqual(['A2', 'A1', 'A3']);
    // Taking it back leaves the property and what was there before.
    expect(await as(owner, (ctx) => intake.undo(ctx, { id: made.id, keep_changed: false }))).toMatchObject({ removed: 2, properties: 0 });
    expect((await unitsOf(id)).map((row) => row.name)).toEqual(['A2']);
  });

  test('a unit somebody worked on since stops the way back by name, and can be kept with its property', async () => {
    const made = await bring({
      rows: rows.slice(0, 2).map((row) => ({ ...row, property: 'Kept Court' })),
      properties: [{ name: 'Kept Court', ...where }],
    });
    const [first] = await unitsOf(made.properties[0]?.id ?? 0);
    await as(owner, (ctx) => unit.update(ctx, { id: first?.id ?? 0, notes: 'Painted' }));
    const undo = (keep_changed: boolean) => as(owner, (ctx) => intake.undo(ctx, { id: made.id, keep_changed }));
    await expect(undo(false)).rejects.toMatchObject({ failure: 'conflict', extra: { units: [{ name: 'A1' }] } });
    expect(await undo(true)).toMatchObject({ removed: 1, kept: 1, properties: 0 });
    expect(await occupants(made.properties[0]?.id ?? 0)).toMatchObject([{ name: 'Jane Wanjiru' }]);
  });
});

describe('whose sheets and tenants', () => {
  test('a stranger sees neither sheet nor occupant; an agent needs the mandate’s word', async () => {
    const made = await bring({
      rows: rows.slice(0, 1).map((row) => ({ ...row, property: 'Mine Court' })),
      properties: [{ name: 'Mine Court', ...where }],
    });
    const [jane] = await occupants(made.properties[0]?.id ?? 0);
    const unit_id = jane?.unit_id ?? 0;
    await expect(as(stranger, (ctx) => intake.undo(ctx, { id: made.id, keep_changed: false }))).rejects.toMatchObject({ failure: 'notFound' });
    await expect(intake.occupant(ctxOf(house, stranger), { unit_id })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(as(stranger, (ctx) => intake.forget(ctx, { id: jane?.id ?? 0 }))).rejects.toMatchObject({ failure: 'notFound' });
    expect((await intake.list(ctxOf(house, stranger), { page: 1, page_size: 10 })).count).toBe(0);
    const company = owner.me.companyId ?? 0;
    const other = {
      rows: rows.slice(0, 1).map((row) => ({ ...row, property: 'Agent Court' })),
      properties: [{ name: 'Agent Court', ...where }],
      company_id: company,
    };
    await expect(bring(other, agent)).rejects.toMatchObject({ extra: { fields: { company_id: expect.any(String) } } });
    const grants = ['property.read', 'property.create', 'units.read'];
    await house.database.db
      .insertInto('mandate')
      .values({ owner_company_id: company, agent_company_id: agent.me.companyId ?? 0, grants })
      .execute();
    const working = await asNow(house, agent);
    await expect(bring(other, working)).rejects.toMatchObject({ failure: 'forbidden' });
    await house.database.db
      .updateTable('mandate')
      .set({ grants: [...grants, 'units.create'] })
      .execute();
    expect(await bring(other, working)).toMatchObject({ units: 1, occupants: 1 });
  });

  test('to change a unit is not to know who lives there: a mandate says tenants for that, and more for erasing them', async () => {
    const made = await bring({
      rows: rows.slice(0, 1).map((row) => ({ ...row, property: 'Sold Court' })),
      properties: [{ name: 'Sold Court', ...where }],
    });
    const [jane] = await occupants(made.properties[0]?.id ?? 0);
    const seller = await somebody(house, 'agent');
    const may = async (grants: string[]) => {
      await house.database.db
        .insertInto('mandate')
        .values({ owner_company_id: owner.me.companyId ?? 0, agent_company_id: seller.me.companyId ?? 0, grants })
        .onConflict((oc) => oc.doNothing())
        .execute();
      await house.database.db
        .updateTable('mandate')
        .set({ grants })
        .where('agent_company_id', '=', seller.me.companyId ?? 0)
        .execute();
      return asNow(house, seller);
    };
    const sale = ['property.read', 'units.read', 'units.edit'];
    const look = async (who: Somebody) => (await intake.occupant(ctxOf(house, who), { unit_id: jane?.unit_id ?? 0 })).occupant?.name ?? null;
    const erase = (who: Somebody) => as(who, (ctx) => intake.forget(ctx, { id: jane?.id ?? 0 }));
    const selling = await may(sale);
    expect(await look(selling)).toBeNull();
    await expect(erase(selling)).rejects.toMatchObject({ failure: 'notFound' });
    const letting = await may([...sale, 'tenants.read']);
    expect(await look(letting)).toBe('Jane Wanjiru');
    await expect(erase(letting)).rejects.toMatchObject({ failure: 'forbidden' });
    // A county's dealer sees its properties to verify them, and nobody who lives there.
    const dealer = await somebody(house, 'dealer');
    const { region } = await house.database.db
      .selectFrom('property')
      .select('region')
      .where('id', '=', made.properties[0]?.id ?? 0)
      .executeTakeFirstOrThrow();
    await house.database.db
      .updateTable('company')
      .set({ region })
      .where('id', '=', dealer.me.companyId ?? 0)
      .execute();
    const looking = await asNow(house, dealer);
    expect(await look(looking)).toBeNull();
    await expect(erase(looking)).rejects.toMatchObject({ failure: 'notFound' });
    await erase(await may([...sale, 'tenants.read', 'tenants.edit']));
    expect(await look(await asNow(house, owner))).toBeNull();
  });

  test('who lives there goes when nobody does any more, when it is erased, and with the account of that number', async () => {
    const made = await bring({
      rows: rows.slice(0, 3).map((row) => ({ ...row, property: 'Private Court' })),
      properties: [{ name: 'Private Court', ...where }],
    });
    const id = made.properties[0]?.id ?? 0;
    const [jane, peter] = await occupants(id);
    await as(owner, (ctx) => unit.move(ctx, { id: peter?.unit_id ?? 0, move: 'vacate_said', reason: '', expected_on: null }));
    expect((await intake.occupant(ctxOf(house, owner), { unit_id: peter?.unit_id ?? 0 })).occupant).toBeNull();
    const { db } = house.database;
    await db.updateTable('person').set({ phone: '+254712345678', name: 'Jane wanjiru' }).where('id', '=', stranger.id).execute();
    expect(await intakeHoldings.said_to_live_in?.(db as never, stranger.id)).toEqual([]);
    await db.updateTable('person').set({ phone_proved_at: new Date() }).where('id', '=', stranger.id).execute();
    expect(await intakeHoldings.said_to_live_in?.(db as never, stranger.id)).toContainEqual(expect.objectContaining({ name: 'Jane Wanjiru' }));
    await forgetOccupant(db as never, stranger.id);
    expect((await occupants(id))[0]).toMatchObject({ name: 'Closed account', phone: null });
    await as(owner, (ctx) => intake.forget(ctx, { id: jane?.id ?? 0 }));
    expect((await occupants(id)).map((row) => row.name)).toEqual(['Peter Otieno']);
    expect((await unitsOf(id))[0]?.status).toBe('occupied');
  });
});
