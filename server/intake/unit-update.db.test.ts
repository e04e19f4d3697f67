import { beforeAll, expect, test } from 'vitest';
import { intakeCalls } from '#contract/intake/calls.ts';
import { toCents } from '#contract/money/cents.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { findWardIdOfCounty } from '#test/examples/examples-property.ts';
import { findTaxonId } from '#test/examples/examples-unit.ts';
import { createPerson, createTestCtx, reloadTestPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import * as unit from '../unit/service.ts';
import { eraseOccupantPersonalData } from './personal-data.ts';
import * as intake from './service.ts';

let services: TestServices;
let owner: TestPerson;
let where: { location_id: number; property_type_id: number; category_id: number };
beforeAll(async () => {
  services = await createTestServices();
  owner = await createPerson(services, 'owner');
  where = {
    location_id: await findWardIdOfCounty(services),
    property_type_id: await findTaxonId(services, 'property_type', 'apartment'),
    category_id: await findTaxonId(services, 'property_category', 'residential'),
  };
});

const line = (n: number, cells: Record<string, string>, property: string) => ({ line: n, sheet: 'Sheet1', property, cells });
let key = 0;
const given = (more: object) =>
  intakeCalls.importSheet.body.parse({
    client_key: `00000000-0000-4000-8000-${String(++key).padStart(12, '0')}`,
    file_name: 'rent roll.xlsx',
    as_of: '2026-10-31',
    ...more,
  });
const as = <T>(who: TestPerson, work: (ctx: Parameters<typeof intake.importIntakeSheet>[0]) => Promise<T>) => runAsPerson(services, who, work);
const bring = (more: object, who = owner) => as(who, (ctx) => intake.importIntakeSheet(ctx, given(more)));
const check = (more: object, who = owner) => {
  const { client_key: _, file_name: __, ...sheet } = given(more);
  return as(who, (ctx) => intake.checkIntake(ctx, sheet));
};
const undo = (id: number, keep_changed = false, who = owner) => as(who, (ctx) => intake.undoIntake(ctx, { id, keep_changed }));
const unitsOf = (id: number) =>
  services.database.db.selectFrom('unit').selectAll().where('property_id', '=', id).where('deleted_at', 'is', null).orderBy('id').execute();
const lives = async (unit_id: number) => (await intake.readOccupant(createTestCtx(services, owner), { unit_id })).occupant;

const cells = {
  A1: { name: 'A1', unit_type: '2BR', rent: '25,000', notes: 'Corner', tenant: 'Jane Wanjiru', phone: '0712345678', balance: '2,500' },
  A2: { name: 'A2', unit_type: '2BR', rent: '20,000', tenant: 'VACANT' },
  A3: { name: 'A3', unit_type: '2BR', rent: '20,000', tenant: 'Peter Otieno', phone: '0722000111', deposit_held: '20,000' },
};
/** Creates a property with three units, two of them occupied. */
async function block(name: string) {
  const made = await bring({ rows: Object.values(cells).map((one, at) => line(2 + at, one, name)), properties: [{ name, ...where }] });
  const id = made.properties[0]?.id ?? 0;
  const [a1, a2, a3] = (await unitsOf(id)).map((row) => row.id) as [number, number, number];
  return { id, a1, a2, a3 };
}
/** The sheet of the next month: a new rent, one occupant moved in, one moved out, and one new unit. */
const next = (name: string) => [
  line(2, { name: 'a1', rent: '27,000', balance: '0', phone: '' }, name),
  line(3, { name: 'A2', tenant: 'Ann Akinyi', phone: '0733000222', since: '2026-10-01', balance: '1,000' }, name),
  line(4, { name: 'A3', tenant: 'vacant', rent: '20000' }, name),
  line(5, { name: 'A4', unit_type: '2BR', rent: '18,000' }, name),
];
const state = async (id: number) => ({
  units: (await unitsOf(id)).map(({ name, status, rent_cents, notes, inherits }) => ({ name, status, rent_cents, notes, inherits })),
  people: await services.database.db
    .selectFrom('occupant')
    .leftJoin('opening_balance', 'opening_balance.occupant_id', 'occupant.id')
    .select(['occupant.unit_id', 'name', 'phone', 'since', 'deposit_held_cents', 'cents', 'as_of'])
    .where('occupant.property_id', '=', id)
    .where('ended_at', 'is', null)
    .orderBy('occupant.unit_id')
    .execute(),
});

test('rent roll update: leaves existing units unchanged by default, and the preview shows the counts', async () => {
  const { id } = await block('Leave Court');
  const before = await state(id);
  const looked = await check({ rows: next('Leave Court') });
  expect(looked).toMatchObject({ good: 1, bad: 0, fates: { new: 1, update: 0, same: 0, there: 3, wrong: 0 } });
  expect(looked.rows.map((row) => [row.becomes, row.changes])).toEqual([...Array(3).fill(['there', []]), ['new', []]]);
  const made = await bring({ rows: next('Leave Court') });
  expect(made).toMatchObject({ units: 1, updated: 0, refused: 3 });
  const after = await state(id);
  expect(after.people).toEqual(before.people);
  expect(after.units.slice(0, 3)).toEqual(before.units);
});

test('rent roll update: shows old and new values and changes only fields with filled cells; undoing the update restores everything', async () => {
  const { id, a1, a2, a3 } = await block('Update Court');
  const before = await state(id);
  const rows = next('Update Court');
  const looked = await check({ rows, existing: 'update' });
  expect(looked).toMatchObject({ good: 4, bad: 0, fates: { new: 1, update: 3, same: 0, there: 0, wrong: 0 } });
  expect(looked.rows.map((row) => row.changes)).toEqual([
    [
      { field: 'rent', from: 2_500_000, to: 2_700_000 },
      { field: 'balance', from: 250_000, to: null },
    ],
    [
      { field: 'occupied', from: false, to: true },
      { field: 'tenant', from: null, to: 'Ann Akinyi' },
      { field: 'phone', from: null, to: '+254733000222' },
      { field: 'since', from: null, to: '2026-10-01' },
      { field: 'balance', from: null, to: 100_000 },
    ],
    [{ field: 'occupied', from: true, to: false }],
    [],
  ]);
  expect(await state(id)).toEqual(before);
  const made = await bring({ rows, existing: 'update' });
  expect(made).toMatchObject({ units: 1, updated: 3, refused: 0, properties: [{ id, made: false }] });
  expect((await state(id)).units).toMatchObject([
    { name: 'A1', rent_cents: 2_700_000, notes: 'Corner', status: 'occupied' },
    { name: 'A2', status: 'occupied', rent_cents: 2_000_000 },
    { name: 'A3', status: 'vacant' },
    { name: 'A4', rent_cents: 1_800_000 },
  ]);
  expect(await lives(a1)).toMatchObject({ name: 'Jane Wanjiru', phone: '+254712345678', balance_cents: null });
  expect(await lives(a2)).toMatchObject({ name: 'Ann Akinyi', since: '2026-10-01', balance_cents: 100_000, as_of: '2026-10-31' });
  expect(await lives(a3)).toBeNull();
  // Importing the same rows again changes nothing.
  expect((await check({ rows, existing: 'update' })).fates).toEqual({ new: 0, update: 0, same: 4, there: 0, wrong: 0 });
  expect(await undo(made.id)).toEqual({ id: made.id, removed: 1, restored: 3, kept: 0, properties: 0 });
  expect(await state(id)).toEqual(before);
  await expect(undo(made.id)).rejects.toMatchObject({ failure: 'conflict' });
});

test('undo update: restores the other units if its new units were already removed by undoing an import of the property', async () => {
  const { id } = await block('Apart Court');
  const before = await state(id);
  const made = await bring({ rows: next('Apart Court'), existing: 'update' });
  const files = () => unit.listImports(createTestCtx(services, owner), { property_id: id, page: 1, page_size: 10 });
  const [file] = (await files()).results;
  await as(owner, (ctx) => unit.undoImport(ctx, { id: file?.id ?? 0, keep_changed: false }));
  expect(await undo(made.id)).toMatchObject({ removed: 0, restored: 3, kept: 0 });
  expect(await state(id)).toEqual(before);
  const { count } = await files();
  await bring({ rows: next('Apart Court').slice(0, 1), existing: 'update' });
  expect((await files()).count).toBe(count);
});

test('rent roll update: a new occupant replaces the previous occupant without taking over the balance; undoing the update restores the previous occupant', async () => {
  const { id, a1 } = await block('Other Court');
  const before = await state(id);
  const made = await bring({ rows: [line(2, { name: 'A1', tenant: 'Mary Njeri' }, 'Other Court')], existing: 'update' });
  expect(made).toMatchObject({ units: 0, updated: 1, occupants: 1 });
  expect(await lives(a1)).toMatchObject({ name: 'Mary Njeri', phone: null, balance_cents: null });
  await undo(made.id);
  expect(await state(id)).toEqual(before);
});

test('undo update: a unit edited since the import is not changed but listed by name; the other units are restored', async () => {
  const { id, a1 } = await block('Since Court');
  const rows = next('Since Court').slice(0, 2);
  const made = await bring({ rows, existing: 'update' });
  await as(owner, (ctx) => unit.update(ctx, { id: a1, notes: 'Painted' }));
  await expect(undo(made.id)).rejects.toMatchObject({ failure: 'conflict', extra: { units: [{ id: a1, name: 'A1' }] } });
  expect((await unitsOf(id)).map((row) => row.status)).toEqual(['occupied', 'occupied', 'occupied']);
  expect(await undo(made.id, true)).toMatchObject({ removed: 0, restored: 1, kept: 1 });
  expect((await unitsOf(id)).map((row) => [row.status, row.rent_cents])).toEqual([
    ['occupied', 2_700_000],
    ['vacant', 2_000_000],
    ['occupied', 2_000_000],
  ]);
});

test('undo update: a rent that was inherited before the import is inherited again', async () => {
  const { id, a2 } = await block('Inherit Court');
  const [row] = await services.database.db.selectFrom('unit').select('unit_type_id').where('id', '=', a2).execute();
  const terms = { property_id: id, unit_type_id: row?.unit_type_id ?? 0, everybody: false, rent_cents: toCents(1_900_000) };
  await as(owner, (ctx) => unit.setTerms(ctx, terms));
  await as(owner, (ctx) => unit.update(ctx, { id: a2, rent_cents: null }));
  const before = await state(id);
  expect(before.units[1]?.inherits).toContain('rent');
  const made = await bring({ rows: [line(2, { name: 'A2', rent: '30,000' }, 'Inherit Court')], existing: 'update' });
  expect((await state(id)).units[1]).toMatchObject({ rent_cents: 3_000_000 });
  await undo(made.id);
  expect(await state(id)).toEqual(before);
});

test('rent roll update: reports forbidden unit states, duplicate rows and balances without an occupant, and writes none of these rows', async () => {
  const { id, a2 } = await block('State Court');
  await as(owner, (ctx) => unit.move(ctx, { id: a2, move: 'hold', reason: 'For a cousin', expected_on: null }));
  const rows = [
    line(2, { name: 'A2', tenant: 'Ann' }, 'State Court'),
    line(3, { name: 'A3', rent: '1' }, 'State Court'),
    line(4, { name: 'a 3', rent: '2' }, 'State Court'),
    line(5, { name: 'A1', tenant: 'vacant', balance: '500' }, 'State Court'),
  ];
  const looked = await check({ rows, existing: 'update' });
  expect(looked.rows.map((row) => [row.becomes, row.problems.map((one) => one.field)])).toEqual([
    ['wrong', ['tenant']],
    ['update', []],
    ['wrong', ['name']],
    ['wrong', ['balance']],
  ]);
  expect((await unitsOf(id))[1]?.status).toBe('onhold');
});

test('rent roll update: requires permission to edit units, and permission to edit tenants for changes of occupants', async () => {
  const { a1 } = await block('Mandate Court');
  const worker = await createPerson(services, 'agent');
  const may = async (grants: string[]) => {
    const at = { owner_company_id: owner.me.companyId ?? 0, agent_company_id: worker.me.companyId ?? 0 };
    await services.database.db.deleteFrom('mandate').where('agent_company_id', '=', at.agent_company_id).execute();
    await services.database.db
      .insertInto('mandate')
      .values({ ...at, grants })
      .execute();
    return reloadTestPerson(services, worker);
  };
  const sheet = (more: Record<string, string>) => ({
    rows: [line(2, { name: 'A1', ...more }, 'Mandate Court')],
    existing: 'update',
    company_id: owner.me.companyId,
  });
  const adds = ['property.read', 'property.create', 'units.read', 'units.create'];
  const adding = await may(adds);
  await expect(check(sheet({ rent: '1,000' }), adding)).rejects.toMatchObject({ failure: 'forbidden' });
  const editing = await may([...adds, 'units.edit']);
  expect(await check(sheet({ rent: '1,000' }), editing)).toMatchObject({ good: 1 });
  const blind = await check(sheet({ tenant: 'Mary', balance: '5' }), editing);
  expect(blind.rows).toMatchObject([{ becomes: 'wrong', changes: [], problems: [{ field: 'tenant' }] }]);
  expect(JSON.stringify(blind)).not.toContain('Jane');
  const letting = await may([...adds, 'units.edit', 'tenants.read', 'tenants.edit']);
  expect((await check(sheet({ tenant: 'Mary' }), letting)).rows[0]?.changes).toEqual([{ field: 'tenant', from: 'Jane Wanjiru', to: 'Mary' }]);
  expect(await lives(a1)).toMatchObject({ name: 'Jane Wanjiru' });
});

test('undo update: does not restore the phone number of a closed account', async () => {
  const { a1 } = await block('Forget Court');
  const made = await bring({ rows: [line(2, { name: 'A1', phone: '0799000333' }, 'Forget Court')], existing: 'update' });
  expect(await lives(a1)).toMatchObject({ phone: '+254799000333' });
  const { db } = services.database;
  const jane = await createPerson(services, 'tenant');
  await db
    .updateTable('person')
    .set({ phone: '+254799000333', name: 'Jane Wanjiru', phone_proved_at: new Date() })
    .where('id', '=', jane.id)
    .execute();
  await eraseOccupantPersonalData(db as never, jane.id);
  await undo(made.id);
  expect(await lives(a1)).toMatchObject({ name: 'Closed account', phone: null });
});

test('rent roll update: runs few database statements for hundreds of units and writes an audit entry for each unit', async () => {
  const name = 'Many Court';
  const many = (rent: string) => Array.from({ length: 300 }, (_, at) => line(1 + at, { name: `M${at}`, unit_type: '2BR', rent }, name));
  await bring({ rows: many('10,000'), properties: [{ name, ...where }] });
  const last = await services.database.db.selectFrom('audit_log').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const made = await bring({ rows: many('11,000'), existing: 'update' });
  expect(made).toMatchObject({ units: 0, updated: 300 });
  expect(await undo(made.id)).toMatchObject({ restored: 300, kept: 0 });
  const log = await services.database.db
    .selectFrom('audit_log')
    .select('record_id')
    .where('id', '>', last.id)
    .where('document', '=', 'units')
    .where('record_id', 'is not', null)
    .execute();
  expect([log.length, new Set(log.map((row) => row.record_id)).size]).toEqual([600, 300]);
});
