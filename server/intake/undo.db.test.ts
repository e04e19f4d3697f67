import { beforeAll, expect, test } from 'vitest';
import { intakeCalls } from '#contract/intake/calls.ts';
import { setClock } from '#test/clock.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { findWardIdOfCounty } from '#test/examples/examples-property.ts';
import { findTaxonId } from '#test/examples/examples-unit.ts';
import { createPerson, createTestCtx, reloadTestPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import * as property from '../property/service.ts';
import * as unit from '../unit/service.ts';
import * as intake from './service.ts';

let services: TestServices;
let owner: TestPerson;
let stranger: TestPerson;
let where: { location_id: number; property_type_id: number; category_id: number };
beforeAll(async () => {
  services = await createTestServices();
  [owner, stranger] = [await createPerson(services, 'owner'), await createPerson(services, 'owner')];
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
    ...more,
  });
const as = <T>(who: TestPerson, work: (ctx: Parameters<typeof intake.importIntakeSheet>[0]) => Promise<T>) => runAsPerson(services, who, work);
const bring = (more: object, who = owner) => as(who, (ctx) => intake.importIntakeSheet(ctx, given(more)));
const unitsOf = (id: number) =>
  services.database.db.selectFrom('unit').selectAll().where('property_id', '=', id).where('deleted_at', 'is', null).orderBy('id').execute();
const occupants = (id: number) => services.database.db.selectFrom('occupant').selectAll().where('property_id', '=', id).orderBy('id').execute();

test('move back in: restores the occupant and opening balance of a unit marked vacant by mistake, within seven days', async () => {
  const made = await bring({
    rows: [line(3, { name: 'A1', unit_type: '2BR', rent: '25,000', tenant: 'Jane Wanjiru', phone: '712345678', balance: '2,500' }, 'Click Court')],
    properties: [{ name: 'Click Court', ...where }],
  });
  const [jane] = await occupants(made.properties[0]?.id ?? 0);
  const [id, unit_id] = [jane?.id ?? 0, jane?.unit_id ?? 0];
  const said = () => intake.readOccupant(createTestCtx(services, owner), { unit_id });
  const empty = () => as(owner, (ctx) => unit.move(ctx, { id: unit_id, move: 'vacate_said', reason: '', expected_on: null }));
  const back = (who = owner) => as(who, (ctx) => intake.moveOccupantBackIn(ctx, { id }));
  await expect(back()).rejects.toMatchObject({ failure: 'wrongState' });
  await setClock(services, '2026-11-16T09:00:00Z');
  await empty();
  expect(await said()).toEqual({
    occupant: null,
    left: { id, name: 'Jane Wanjiru', at: '2026-11-16T09:00:00.000Z', until: '2026-11-23T09:00:00.000Z' },
  });
  await expect(back(stranger)).rejects.toMatchObject({ failure: 'notFound' });
  await setClock(services, '2026-11-23T08:59:00Z');
  expect(await back()).toEqual({ id, unit_id });
  expect(await said()).toMatchObject({ occupant: { id, name: 'Jane Wanjiru', balance_cents: 250_000 }, left: null });
  expect((await unitsOf(made.properties[0]?.id ?? 0))[0]).toMatchObject({ status: 'occupied', occupied_said: true });
  const log = await services.database.db
    .selectFrom('audit_log')
    .select('reason')
    .where('document', '=', 'units')
    .where('record_id', '=', unit_id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(log?.reason).toBe('who lived here moved back in');
  await empty();
  await setClock(services, '2026-11-30T09:00:00Z');
  expect(await said()).toEqual({ occupant: null, left: null });
  await expect(back()).rejects.toMatchObject({ failure: 'conflict' });
  // The undo is rejected as a whole, so the unit is still vacant.
  expect((await unitsOf(made.properties[0]?.id ?? 0))[0]).toMatchObject({ status: 'vacant' });
  await setClock(services, null);
});

test('undo import: properties that a reduced mandate no longer covers are not changed but listed by name; the rest is undone', async () => {
  const { db } = services.database;
  const [holder, worker] = [await createPerson(services, 'owner'), await createPerson(services, 'agent')];
  const company_id = holder.me.companyId ?? 0;
  const mandate = await db
    .insertInto('mandate')
    .values({
      owner_company_id: company_id,
      agent_company_id: worker.me.companyId ?? 0,
      grants: ['property.read', 'property.create', 'property.delete', 'units.read', 'units.create', 'units.edit', 'units.delete'],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made = await bring(
    {
      rows: [
        line(1, { name: 'L1', unit_type: '2BR' }, 'Left Court'),
        ...['K1', 'K2', 'K3'].map((name, at) => line(2 + at, { name, unit_type: '2BR' }, 'Kept in hand')),
      ],
      properties: ['Left Court', 'Kept in hand'].map((name) => ({ name, ...where })),
      company_id,
    },
    await reloadTestPerson(services, worker),
  );
  const at = (name: string) => made.properties.find((one) => one.name === name)?.id ?? 0;
  await db.updateTable('mandate').set({ all_properties: false }).where('id', '=', mandate.id).execute();
  await db
    .insertInto('mandate_property')
    .values({ mandate_id: mandate.id, property_id: at('Kept in hand') })
    .execute();
  const [first] = await unitsOf(at('Kept in hand'));
  await as(holder, (ctx) => unit.update(ctx, { id: first?.id ?? 0, notes: 'Painted' }));
  const now = await reloadTestPerson(services, worker);
  const undo = (keep_changed: boolean) => as(now, (ctx) => intake.undoIntake(ctx, { id: made.id, keep_changed }));
  // The error names the edited unit and the property out of scope, but no unit of that property.
  await expect(undo(false)).rejects.toMatchObject({
    failure: 'conflict',
    extra: {
      units: [
        { kind: 'unit', name: 'K1', why: 'It was edited.' },
        { kind: 'property', name: 'Left Court', why: 'keeps its 1 unit because you no longer manage it' },
      ],
    },
  });
  expect(await undo(true)).toEqual({ id: made.id, removed: 2, restored: 0, kept: 2, properties: 0 });
  expect([(await unitsOf(at('Left Court'))).length, (await unitsOf(at('Kept in hand'))).map((row) => row.name)]).toEqual([1, ['K1']]);
  // The rest can be undone once the mandate covers the property again.
  await db.updateTable('mandate').set({ all_properties: true }).where('id', '=', mandate.id).execute();
  const again = await reloadTestPerson(services, worker);
  expect(await as(again, (ctx) => intake.undoIntake(ctx, { id: made.id, keep_changed: false }))).toMatchObject({
    removed: 1,
    kept: 0,
    properties: 1,
  });
  await expect(as(again, (ctx) => intake.undoIntake(ctx, { id: made.id, keep_changed: false }))).rejects.toMatchObject({ failure: 'conflict' });
});

test('undo import: succeeds even if one of the imported properties was already deleted', async () => {
  const made = await bring({
    rows: [line(1, { name: 'G1', unit_type: '2BR' }, 'Gone Court'), line(2, { name: 'H1', unit_type: '2BR' }, 'Here Court')],
    properties: ['Gone Court', 'Here Court'].map((name) => ({ name, ...where })),
  });
  const at = (name: string) => made.properties.find((one) => one.name === name)?.id ?? 0;
  for (const { id } of await unitsOf(at('Gone Court'))) await as(owner, (ctx) => unit.remove(ctx, { id }));
  await as(owner, (ctx) => property.remove(ctx, { id: at('Gone Court') }));
  const undo = () => as(owner, (ctx) => intake.undoIntake(ctx, { id: made.id, keep_changed: false }));
  expect(await undo()).toEqual({ id: made.id, removed: 1, restored: 0, kept: 0, properties: 1 });
  await expect(undo()).rejects.toMatchObject({ failure: 'conflict' });
});

test('rent roll import: one of two concurrent imports of the same sheet is rejected, so each property is created once', async () => {
  const sheet = () => ({ rows: [line(1, { name: 'T1', unit_type: '2BR' }, 'Twin Court')], properties: [{ name: 'Twin Court', ...where }] });
  const both = await Promise.allSettled([bring(sheet()), bring(sheet())]);
  expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  const made = await services.database.db
    .selectFrom('property')
    .select('id')
    .where('name', '=', 'Twin Court')
    .where('deleted_at', 'is', null)
    .execute();
  expect(made).toHaveLength(1);
});

test('undo import: runs few database statements for many units and writes an audit entry for each unit', async () => {
  const many = Array.from({ length: 300 }, (_, at) => line(1 + at, { name: `M${at}`, unit_type: '2BR' }, 'Many Court'));
  const made = await bring({ rows: many, properties: [{ name: 'Many Court', ...where }] });
  const before = await services.database.db.selectFrom('audit_log').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(await as(owner, (ctx) => intake.undoIntake(ctx, { id: made.id, keep_changed: false }))).toMatchObject({
    removed: 300,
    kept: 0,
    properties: 1,
  });
  const log = await services.database.db
    .selectFrom('audit_log')
    .select('record_id')
    .where('id', '>', before.id)
    .where('document', '=', 'units')
    .where('record_id', 'is not', null)
    .execute();
  expect(new Set(log.map((row) => row.record_id)).size).toBe(300);
});
