import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import {
  ashaUser,
  countQueuedNotifications,
  createActiveTenancy,
  createTestTenancy,
  createTestUnit,
  endTenancy,
  giveNotice,
  newTenantInput,
  readTenancy,
  readUnitStatus,
  runAs,
  setTestDay,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import { createPerson, type TestPerson } from '#test/people.ts';
import * as jobs from '../clock.ts';
import * as tenancy from '../service.ts';
import { carryOutDueTransfers } from './transfer.ts';

setUpTenancyTests();

const day = addDays(startDay, 20);
const move = (id: number, unit_id: number, more: object = {}) =>
  runAs(testPlace.owner, (ctx) => tenancy.transfer(ctx, { id, unit_id, on: day, reason: 'a larger one', after: 'vacant', ...more }));
const stays = async (id: number) =>
  (
    await sql<{ unit_id: number; during: string }>`select unit_id, during::text from stay where tenancy_id = ${id} order by lower(during)`.execute(
      testServices.database.db,
    )
  ).rows;

describe('unit transfer of tenants with an account', () => {
  test('needs their notice period, and they can decline it until its day', async () => {
    const { id, unitId } = await createActiveTenancy({ noticeDays: 30 });
    const to = await createTestUnit();
    for (const on of [startDay, addDays(startDay, 29)])
      await expect(move(id, to, { on })).rejects.toMatchObject({ extra: { fields: { on: expect.stringContaining('31 March 2027') } } });
    await move(id, to, { on: addDays(startDay, 30) });
    expect((await readTenancy(id, ashaUser)).acts).toContain('withdraw_transfer');
    const stranger = await createPerson(testServices, 'tenant');
    const decline = (by: TestPerson) => runAs(by, (ctx) => tenancy.withdrawTransfer(ctx, { id, reason: 'I stay here' }));
    await expect(decline(stranger)).rejects.toMatchObject({ failure: 'notFound' });
    expect(await decline(ashaUser)).toMatchObject({ transfer: null, unit: { id: unitId } });
    expect(await readUnitStatus(to)).toBe('vacant');
  });

  test('is refused while an objection to the move-out is open', async () => {
    const { id } = await createActiveTenancy({ noticeDays: 0 });
    await giveNotice(id, addDays(startDay, 5));
    await runAs(ashaUser, (ctx) => tenancy.objectToNotice(ctx, { id, reason: 'I gave no notice' }));
    await expect(move(id, await createTestUnit(), { on: startDay })).rejects.toMatchObject({ failure: 'conflict' });
    expect((await readTenancy(id)).acts).not.toContain('transfer');
  });
});

describe('planned unit transfer', () => {
  test('reserves the new unit and is carried out once on the planned day, also when the job runs late', async () => {
    const { id, unitId } = await createActiveTenancy({ noticeDays: 20, startsOn: addDays(startDay, -100), endsOn: addDays(startDay, 300) });
    const to = await createTestUnit();
    const planned = await move(id, to, { rent_cents: 2_700_000 });
    expect(planned).toMatchObject({
      unit: { id: unitId },
      transfer: { unit: { id: to }, on: day, rent_cents: 2_700_000 },
      units: [{ unit: { id: unitId } }],
    });
    expect(planned.acts).toContain('withdraw_transfer');
    expect(planned.acts).not.toContain('leave');
    expect(await stays(id)).toEqual([
      { unit_id: unitId, during: `[${addDays(startDay, -100)},${day})` },
      { unit_id: to, during: `[${day},)` },
    ]);
    expect([await readUnitStatus(unitId), await readUnitStatus(to)]).toEqual(['occupied', 'ordered']);
    expect(await countQueuedNotifications('tenancy.transfer_planned', id)).toBe(1);
    expect((await readTenancy(id, ashaUser)).transfer).toMatchObject({ on: day });
    await carryOutDueTransfers(testServices.database.db);
    expect((await readTenancy(id)).unit.id).toBe(unitId);
    // The jobs did not run for a week, and then run on two nodes at once.
    await setTestDay(addDays(day, 7));
    await Promise.all([carryOutDueTransfers(testServices.database.db), carryOutDueTransfers(testServices.database.db)]);
    await carryOutDueTransfers(testServices.database.db);
    const full = await readTenancy(id);
    expect(full).toMatchObject({ unit: { id: to }, transfer: null, rent_cents: 2_700_000 });
    expect(full.terms.at(-1)).toMatchObject({ from: day, why: 'transfer' });
    expect([await readUnitStatus(unitId), await readUnitStatus(to)]).toEqual(['vacant', 'occupied']);
    expect(await countQueuedNotifications('tenancy.transferred', id)).toBe(2);
  });

  test('is refused for a past day, for a unit that is not yet available, and after a notice', async () => {
    const { id } = await createActiveTenancy({ noticeDays: 20 });
    const to = await createTestUnit();
    await expect(move(id, to, { on: addDays(startDay, -1) })).rejects.toMatchObject({ extra: { fields: { on: expect.any(String) } } });
    const other = await createActiveTenancy({ people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }] });
    await expect(move(id, other.unitId)).rejects.toMatchObject({ extra: { fields: { unit_id: expect.any(String) } } });
    await giveNotice(other.id, addDays(startDay, 40));
    await expect(move(id, other.unitId)).rejects.toMatchObject({ extra: { fields: { on: expect.stringContaining('11 April 2027') } } });
    await giveNotice(id, addDays(startDay, 35));
    await expect(move(id, to)).rejects.toMatchObject({ extra: { fields: { on: expect.any(String) } } });
  });

  test('prevents a notice and a second transfer, and can be cancelled until another tenancy reserves the old unit', async () => {
    const { id, unitId } = await createActiveTenancy({ noticeDays: 20 });
    const to = await createTestUnit();
    await move(id, to);
    await expect(giveNotice(id, addDays(startDay, 60))).rejects.toMatchObject({ failure: 'conflict' });
    await expect(move(id, await createTestUnit())).rejects.toMatchObject({ failure: 'conflict' });
    const back = () => runAs(testPlace.owner, (ctx) => tenancy.withdrawTransfer(ctx, { id, reason: '' }));
    expect(await back()).toMatchObject({ transfer: null });
    expect([await readUnitStatus(unitId), await readUnitStatus(to)]).toEqual(['occupied', 'vacant']);
    expect((await stays(id))[0]?.during).toBe(`[${startDay},)`);
    await expect(back()).rejects.toMatchObject({ failure: 'conflict' });
    await move(id, to);
    await createTestTenancy({ unitId, startsOn: day, people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }] });
    await expect(back()).rejects.toMatchObject({ failure: 'conflict' });
  });

  test('is postponed daily while the new unit is still occupied', async () => {
    const first = await createActiveTenancy({ people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }] });
    await giveNotice(first.id, addDays(startDay, 31));
    const { id, unitId } = await createActiveTenancy({ noticeDays: 20 });
    const on = addDays(startDay, 32);
    await move(id, first.unitId, { on });
    await setTestDay(on);
    for (const _ of [1, 2]) {
      await jobs.extendOverstays(testServices.database.db);
      await carryOutDueTransfers(testServices.database.db);
    }
    expect(await readTenancy(id)).toMatchObject({ unit: { id: unitId }, transfer: { on: addDays(on, 1) } });
    expect(await stays(id)).toEqual([
      { unit_id: unitId, during: `[${startDay},${addDays(on, 1)})` },
      { unit_id: first.unitId, during: `[${addDays(on, 1)},)` },
    ]);
    await endTenancy(first.id);
    expect(await readUnitStatus(first.unitId)).toBe('ordered');
    await setTestDay(addDays(on, 1));
    await carryOutDueTransfers(testServices.database.db);
    expect((await readTenancy(id)).unit.id).toBe(first.unitId);
  });

  test('applies the new rent from the transfer day without an end date, if the term ended before that day', async () => {
    const { id, unitId } = await createActiveTenancy({
      noticeDays: 20,
      startsOn: addDays(startDay, -100),
      endsOn: addDays(startDay, 3),
      holdover: 'stop',
    });
    const to = await createTestUnit();
    await move(id, to, { rent_cents: 2_700_000 });
    await setTestDay(day);
    await jobs.finishEndedTerms(testServices.database.db);
    await carryOutDueTransfers(testServices.database.db);
    const full = await readTenancy(id);
    expect(full).toMatchObject({ unit: { id: to }, transfer: null, rent_cents: 2_700_000 });
    expect(full.terms.slice(-2)).toMatchObject([
      { from: addDays(startDay, 4), last: addDays(day, -1), rent_cents: 3_000_000, why: 'roll' },
      { from: day, last: null, why: 'transfer' },
    ]);
    expect([await readUnitStatus(unitId), await readUnitStatus(to)]).toEqual(['vacant', 'occupied']);
  });

  test('is cancelled if the tenancy ends before the transfer day', async () => {
    const { id } = await createActiveTenancy({ noticeDays: 20, startsOn: addDays(startDay, -100), endsOn: addDays(startDay, 3), holdover: 'stop' });
    const to = await createTestUnit();
    await move(id, to);
    await setTestDay(addDays(startDay, 5));
    await jobs.finishEndedTerms(testServices.database.db);
    await endTenancy(id, { kind: 'expired' });
    expect(await readUnitStatus(to)).toBe('vacant');
  });

  const other = () => ({ people: [{ ...newTenantInput(), role: 'lead' as const, shareBp: 10_000 }] });
  test('several transfers in a chain on one day move all tenancies, regardless of the order of planning', async () => {
    const [first, second] = [await createActiveTenancy({ noticeDays: 20 }), await createActiveTenancy(other())];
    const to = await createTestUnit();
    await move(second.id, to);
    await move(first.id, second.unitId);
    await setTestDay(day);
    await carryOutDueTransfers(testServices.database.db);
    expect([(await readTenancy(first.id)).unit.id, (await readTenancy(second.id)).unit.id]).toEqual([second.unitId, to]);
    expect(await Promise.all([first.unitId, second.unitId, to].map(readUnitStatus))).toEqual(['vacant', 'occupied', 'occupied']);
    expect(await countQueuedNotifications('tenancy.delayed', first.id)).toBe(0);
  });

  test('all transfers in a chain are postponed by a day while the last unit is occupied', async () => {
    const [first, second, last] = [
      await createActiveTenancy({ noticeDays: 20 }),
      await createActiveTenancy(other()),
      await createActiveTenancy(other()),
    ];
    await giveNotice(last.id, addDays(startDay, 31));
    const on = addDays(startDay, 32);
    await move(second.id, last.unitId, { on });
    await move(first.id, second.unitId, { on });
    await setTestDay(on);
    await jobs.extendOverstays(testServices.database.db);
    await carryOutDueTransfers(testServices.database.db);
    expect([await readTenancy(first.id), await readTenancy(second.id)]).toMatchObject([
      { unit: { id: first.unitId }, transfer: { on: addDays(on, 1) } },
      { unit: { id: second.unitId }, transfer: { on: addDays(on, 1) } },
    ]);
    expect(await countQueuedNotifications('tenancy.delayed', first.id)).toBe(1);
    await endTenancy(last.id);
    await setTestDay(addDays(on, 1));
    await carryOutDueTransfers(testServices.database.db);
    expect([(await readTenancy(first.id)).unit.id, (await readTenancy(second.id)).unit.id]).toEqual([second.unitId, last.unitId]);
  });
});
