import { beforeAll, describe, expect, test } from 'vitest';
import type { UnitStatus } from '#contract/catalogue/kinds.ts';
import { dashboardRoles } from '#contract/kernel/roles.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { listUnitMoves, resolveUnitMove, unfreezeTargets, unitMachine, unitMoves } from '#contract/unit/machine.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createExampleUnit, createPropertyInCounty, findTaxonId } from '#test/examples/examples-unit.ts';
import { listJobPayloads } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import * as unit from './service.ts';

let services: TestServices;
let owner: TestPerson;
let admin: TestPerson;
let property: { id: number };
let bedsitter: number;
let lift: number;
let balcony: number;

const tomorrow = () => addDays(clock.today(), 1);
const whyOf = (move: string) => ({ reason: 'Owner moves in', expected_on: move === 'start_maintenance' ? tomorrow() : null });
const as = <T>(who: TestPerson, work: (ctx: Parameters<typeof unit.move>[0]) => Promise<T>) => runAsPerson(services, who, work);
const made = async (status: UnitStatus) => {
  const { id } = await createExampleUnit(services, property.id);
  await services.database.db.updateTable('unit').set({ status }).where('id', '=', id).execute();
  return id;
};
const rowOf = (id: number) => services.database.db.selectFrom('unit').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

beforeAll(async () => {
  services = await createTestServices();
  [owner, admin] = [await createPerson(services, 'owner'), await createPerson(services, 'admin')];
  property = await createPropertyInCounty(services, owner.me.companyId);
  bedsitter = await findTaxonId(services, 'unit_type', 'bedsitter');
  lift = await findTaxonId(services, 'amenity', 'lift');
  balcony = await findTaxonId(services, 'amenity', 'balcony');
});

describe('unit status changes', () => {
  const states = Object.keys(unitMachine.states) as UnitStatus[];
  test.each([...dashboardRoles, 'staff' as const])(
    'the role "%s" can make exactly the status changes that the state machine permits from each state',
    async (role) => {
      const who = role === 'owner' ? owner : await createPerson(services, role, ['units.read', 'units.edit', 'property.read']);
      // People with a company get a property of that company, sub admins one of their region.
      const place = await createPropertyInCounty(services, who.me.companyId);
      await services.database.db.updateTable('person').set({ region: '047' }).where('id', '=', who.id).execute();
      for (const from of states) {
        for (const move of unitMoves) {
          const { id } = await createExampleUnit(services, place.id);
          const stands = { status: from, status_before: from === 'stall' ? 'onhold' : null, works_since: null, occupied_said: false };
          await services.database.db.updateTable('unit').set(stands).where('id', '=', id).execute();
          const attempt = as(who, (ctx) => unit.move(ctx, { id, move, ...whyOf(move) }));
          const { by, to } = unitMachine.moves[resolveUnitMove(stands, move)];
          if (!by.includes(role)) await expect(attempt, `${move} from ${from}`).rejects.toMatchObject({ failure: 'forbidden' });
          else if (!listUnitMoves(stands, role).includes(move))
            await expect(attempt, `${move} from ${from}`).rejects.toMatchObject({ failure: 'wrongState', extra: { from } });
          else expect((await attempt).status, `${move} from ${from}`).toBe(unitMachine.states[to]);
        }
      }
    },
  );

  test('a change saves its date, reason and expected end, publishes an event, and writes one row in each log', async () => {
    const id = await made('vacant');
    await services.database.db
      .updateTable('unit')
      .set({ status_since: new Date(0) })
      .where('id', '=', id)
      .execute();
    const after = await as(owner, (ctx) => unit.move(ctx, { id, move: 'start_maintenance', reason: 'New tiles', expected_on: tomorrow() }));
    expect(after).toMatchObject({
      status: 3,
      status_reason: 'New tiles',
      expected_on: tomorrow(),
      days_in_status: 0,
      revision: 2,
      moves: ['end_maintenance'],
    });
    const { db } = services.database;
    expect(await listJobPayloads(services, 'unit.moved')).toContainEqual({ unitId: id, from: 'vacant', to: 'maintenance' });
    const logs = await db.selectFrom('audit_log').select(['reason', 'diff']).where('document', '=', 'units').where('record_id', '=', id).execute();
    expect(logs).toHaveLength(1);
    expect(logs[0]).toMatchObject({ reason: 'New tiles', diff: expect.arrayContaining([{ field: 'status', old: 'vacant', new: 'maintenance' }]) });
    const { results } = await unit.timeline(createTestCtx(services, owner), { id, page: 1, page_size: 10 });
    expect(results).toMatchObject([{ event: 'move', from: 0, to: 3, reason: 'New tiles', actor: expect.stringMatching(/^owner/) }]);
    const back = await as(owner, (ctx) => unit.move(ctx, { id, move: 'end_maintenance', reason: '', expected_on: null }));
    expect(back).toMatchObject({ status: 0, status_reason: '', expected_on: null });
  });

  test('hold, maintenance and freeze need a reason, and maintenance also needs a future date', async () => {
    const id = await made('vacant');
    const go = (who: TestPerson, move: (typeof unitMoves)[number], reason: string, expected_on: string | null) =>
      as(who, (ctx) => unit.move(ctx, { id, move, reason, expected_on }));
    for (const [who, move] of [
      [owner, 'hold'],
      [owner, 'start_maintenance'],
      [admin, 'stall'],
    ] as const)
      await expect(go(who, move, '', move === 'start_maintenance' ? tomorrow() : null)).rejects.toMatchObject({
        failure: 'invalid',
        extra: { fields: { reason: expect.any(String) } },
      });
    await expect(go(owner, 'start_maintenance', 'Tiles', null)).rejects.toMatchObject({ extra: { fields: { expected_on: expect.any(String) } } });
    await expect(go(owner, 'start_maintenance', 'Tiles', '2020-01-01')).rejects.toMatchObject({
      extra: { fields: { expected_on: expect.any(String) } },
    });
    await expect(go(admin, 'stall', 'Dispute', tomorrow())).rejects.toMatchObject({ extra: { fields: { expected_on: expect.any(String) } } });
    expect((await rowOf(id)).status).toBe('vacant');
  });

  test.each(Object.keys(unfreezeTargets) as (keyof typeof unfreezeTargets)[])(
    'a frozen unit that was %s returns to that state when unfrozen, and an occupied unit cannot be frozen',
    async (was) => {
      const id = await made(was);
      await as(admin, (ctx) => unit.move(ctx, { id, move: 'stall', reason: 'Plan suspended', expected_on: null }));
      expect(await rowOf(id)).toMatchObject({ status: 'stall', status_before: was });
      await as(admin, (ctx) => unit.move(ctx, { id, move: 'unstall', reason: '', expected_on: null }));
      expect(await rowOf(id)).toMatchObject({ status: was, status_before: null });
      const lived = await made('occupied');
      await expect(
        as(admin, (ctx) => unit.move(ctx, { id: lived, move: 'stall', reason: 'Plan suspended', expected_on: null })),
      ).rejects.toMatchObject({ failure: 'wrongState' });
      await expect(as(admin, (ctx) => unit.moveUnitBySystem(ctx, lived, 'stall', 'Plan suspended'))).rejects.toMatchObject({ failure: 'wrongState' });
    },
  );

  test('the manager can report a unit without a tenancy as occupied and undo the report, and maintenance does not end occupancy', async () => {
    const id = await made('vacant');
    const go = (move: 'occupy_said' | 'vacate_said' | 'start_maintenance', reason = '', expected_on: string | null = null) =>
      as(owner, (ctx) => unit.move(ctx, { id, move, reason, expected_on }));
    expect(await go('occupy_said')).toMatchObject({ status: 2, moves: expect.arrayContaining(['vacate_said']) });
    await go('start_maintenance', 'New tiles', tomorrow());
    expect(await rowOf(id)).toMatchObject({ status: 'occupied', occupied_said: true });
    expect(await go('vacate_said')).toMatchObject({ status: 0, moves: expect.arrayContaining(['occupy_said']) });
    await as(owner, (ctx) => unit.moveUnitBySystem(ctx, id, 'order', 'Booking BKG-1'));
    await as(owner, (ctx) => unit.moveUnitBySystem(ctx, id, 'occupy', 'Tenancy TNY-1'));
    await expect(go('vacate_said')).rejects.toMatchObject({ failure: 'wrongState' });
    expect((await unit.details(createTestCtx(services, owner), { id })).moves).not.toContain('vacate_said');
  });

  test('bookings and tenancies reserve, occupy and vacate a unit, while people cannot make these changes manually', async () => {
    const id = await made('vacant');
    for (const [step, to] of [
      ['order', 'ordered'],
      ['occupy', 'occupied'],
      ['vacate', 'vacant'],
      ['order', 'ordered'],
      ['drop_order', 'vacant'],
    ] as const) {
      await as(owner, (ctx) => unit.moveUnitBySystem(ctx, id, step, 'Booking BKG-1'));
      expect((await rowOf(id)).status).toBe(to);
    }
    await expect(as(owner, (ctx) => unit.moveUnitBySystem(ctx, id, 'occupy', 'x'))).rejects.toMatchObject({ failure: 'wrongState' });
  });
});

describe('bulk change of units', () => {
  const bulk = (who: TestPerson, unit_ids: number[], more: Partial<Parameters<typeof unit.bulk>[1]>) =>
    as(who, (ctx) => unit.bulk(ctx, { unit_ids, add_amenities: [], remove_amenities: [], reason: '', expected_on: null, ...more }));
  const rents = async (ids: number[]) => (await Promise.all(ids.map(rowOf))).map((row) => row.rent_cents);
  const several = async () => [await made('vacant'), await made('vacant'), await made('vacant')];

  test('changes rent (by a percentage, in whole shillings), unit type, amenities and status in one step, with one audit entry per unit', async () => {
    const ids = await several();
    const [first = 0, second = 0] = ids;
    await services.database.db
      .updateTable('unit')
      .set({ rent_cents: toCents(1_233_300), amenities: [lift] })
      .where('id', '=', first)
      .execute();
    const count = async () => (await services.database.db.selectFrom('audit_log').select('id').where('document', '=', 'units').execute()).length;
    const before = await count();
    const { changed } = await bulk(owner, ids, {
      rent: { how: 'percent', basis_points: 550 },
      unit_type_id: bedsitter,
      add_amenities: [balcony],
      remove_amenities: [lift],
      move: 'hold',
      reason: 'To be sold',
    });
    expect([changed, await count()]).toEqual([3, before + 3]);
    expect(await rents([first, second])).toEqual([1_301_100, 2_637_500]);
    expect(await rowOf(first)).toMatchObject({
      unit_type_id: bedsitter,
      amenities: [balcony],
      status: 'onhold',
      status_reason: 'To be sold',
      revision: 3,
    });
    // A change beside a move also appears in the timeline, without repeating the status.
    const { results } = await unit.timeline(createTestCtx(services, owner), { id: first, page: 1, page_size: 10 });
    expect(results.map((row) => row.event).sort()).toEqual(['edit', 'move']);
    expect(results.find((row) => row.event === 'edit')?.changes.map((change) => change.field)).toEqual(['amenities', 'rent_cents', 'unit_type_id']);
  });

  test.each([
    [
      'one unit is occupied',
      async (id: number) => void (await services.database.db.updateTable('unit').set({ status: 'occupied' }).where('id', '=', id).execute()),
      'wrongState',
    ],
    [
      'one unit has no rent',
      async (id: number) => void (await services.database.db.updateTable('unit').set({ rent_cents: null }).where('id', '=', id).execute()),
      'conflict',
    ],
    [
      'one unit is deleted',
      async (id: number) => void (await services.database.db.updateTable('unit').set({ deleted_at: new Date() }).where('id', '=', id).execute()),
      'notFound',
    ],
    [
      'one unit belongs to another company',
      async (id: number) =>
        void (await services.database.db
          .updateTable('unit')
          .set({ property_id: (await createPropertyInCounty(services)).id })
          .where('id', '=', id)
          .execute()),
      'notFound',
    ],
  ])('changes no unit if one of the units cannot be changed: %s', async (_, spoil, failure) => {
    const ids = await several();
    await spoil(ids[2] ?? 0);
    const before = await rents(ids);
    await expect(bulk(owner, ids, { rent: { how: 'percent', basis_points: 1000 }, move: 'hold', reason: 'To be sold' })).rejects.toMatchObject({
      failure,
    });
    expect(await rents(ids)).toEqual(before);
    expect((await rowOf(ids[0] ?? 0)).status).toBe('vacant');
  });

  test('sets deposit, service charge and available date together and leaves other fields unchanged', async () => {
    const ids = await several();
    await bulk(owner, ids, { deposit_cents: toCents(5_000_000), service_charge_cents: toCents(150_000), available_from: '2027-01-01' });
    await bulk(owner, ids, { available_from: null });
    for (const id of ids)
      expect(await rowOf(id)).toMatchObject({ deposit_cents: 5_000_000, service_charge_cents: 150_000, available_from: null, rent_cents: 2_500_000 });
  });

  test('rejects an unknown type, an unknown amenity and an empty change, naming the field', async () => {
    const ids = await several();
    await expect(bulk(owner, ids, {})).rejects.toMatchObject({ extra: { fields: { unit_ids: expect.any(String) } } });
    await expect(bulk(owner, ids, { unit_type_id: lift })).rejects.toMatchObject({ extra: { fields: { unit_type_id: expect.any(String) } } });
    await expect(bulk(owner, ids, { add_amenities: [bedsitter] })).rejects.toMatchObject({
      extra: { fields: { add_amenities: expect.any(String) } },
    });
  });
});
