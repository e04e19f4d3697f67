import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { addDays } from '#contract/time/days.ts';
import { createOwnerWithUnit } from '#test/fixtures/market.ts';
import {
  agreeOnShortNotice,
  ashaInput,
  ashaUser,
  countQueuedNotifications,
  createActiveTenancy,
  createTestUnit,
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
import * as tenancy from './service.ts';

type People = Parameters<typeof tenancy.changePeople>[1]['people'];

setUpTenancyTests();

describe('changes of an active tenancy', () => {
  test('a co-tenant can leave only if the shares total 100 % and one lead tenant remains', async () => {
    const { id } = await createActiveTenancy({
      people: [
        { ...ashaInput(), role: 'lead', shareBp: 5_000 },
        { ...newTenantInput(), role: 'co_tenant', shareBp: 5_000 },
      ],
    });
    const [lead, second] = (await readTenancy(id)).people;
    await setTestDay(addDays(startDay, 5));
    const change = (people: People, from = addDays(startDay, 5)) =>
      runAs(testPlace.owner, (ctx) => tenancy.changePeople(ctx, { id, from, people, reason: '' }));
    const keeps = (share_bp: number) => ({ tenant_id: lead?.tenant_id, role: 'lead' as const, share_bp });
    await expect(change([keeps(5_000)])).rejects.toMatchObject({ extra: { fields: { people: expect.stringContaining('50') } } });
    await expect(change([{ tenant_id: second?.tenant_id, role: 'co_tenant', share_bp: 10_000 }])).rejects.toMatchObject({
      extra: { fields: { people: expect.any(String) } },
    });
    for (const from of [addDays(startDay, -1), addDays(startDay, 6), '9999-12-31'])
      await expect(change([keeps(10_000)], from)).rejects.toMatchObject({ extra: { fields: { from: expect.any(String) } } });
    await expect(change([keeps(10_000), { tenant_id: second?.tenant_id, role: 'occupant', share_bp: 100 }])).rejects.toMatchObject({
      extra: { fields: { people: expect.any(String) } },
    });
    const heard = await countQueuedNotifications('tenancy.people', id);
    const asked = await change([keeps(10_000), { name: 'Mosi', phone: '0712 000 333', role: 'occupant', share_bp: 0 }]);
    await runAs(ashaUser, (ctx) => tenancy.acceptPeopleChange(ctx, { id, version: asked.people_ask?.version ?? 0 }));
    const after = await readTenancy(id);
    expect(after.people.map((one) => [one.name, one.role, one.share_bp, one.until])).toEqual([
      ['Asha', 'lead', 10_000, null],
      ['Mosi', 'occupant', 0, null],
      [second?.name, 'co_tenant', 5_000, addDays(startDay, 4)],
    ]);
    // The remaining and the leaving tenant are notified, and the manager who had asked.
    expect(await countQueuedNotifications('tenancy.people', id)).toBe(heard + 3);
    const status = await testServices.database.db
      .selectFrom('tenant')
      .select('status')
      .where('id', '=', second?.tenant_id ?? 0)
      .executeTakeFirstOrThrow();
    expect(status.status).not.toBe('current');
    // The lead tenant is replaced. People with an account must agree themselves; people without one stay as they were.
    expect(await change([{ tenant_id: second?.tenant_id, role: 'lead', share_bp: 10_000 }])).toMatchObject({ people_ask: { waits: ['Asha'] } });
    const back = await change([keeps(5_000), { tenant_id: second?.tenant_id, role: 'co_tenant', share_bp: 5_000 }]);
    expect(back.people_ask).toBeNull();
    expect(back.people.find((one) => one.tenant_id === second?.tenant_id)).toMatchObject({ share_bp: 5_000, until: null });
  });

  test('a unit transfer changes both occupancies in one step, and the old unit becomes vacant', async () => {
    const { id, unitId } = await createActiveTenancy({ noticeDays: 0, startsOn: addDays(startDay, -100), endsOn: addDays(startDay, 200) });
    const other = await createActiveTenancy({ people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }] });
    const to = await createTestUnit();
    const transfer = (unit_id: number) =>
      runAs(testPlace.owner, (ctx) =>
        tenancy.transfer(ctx, { id, unit_id, reason: 'a bigger one', after: 'vacant', rent_cents: toCents(2_800_000) }),
      );
    await expect(transfer(other.unitId)).rejects.toMatchObject({ extra: { fields: { unit_id: expect.any(String) } } });
    await expect(transfer(unitId)).rejects.toMatchObject({ extra: { fields: { unit_id: expect.any(String) } } });
    const foreign = await createOwnerWithUnit(testServices);
    await expect(transfer(foreign.unit)).rejects.toMatchObject({ failure: 'notFound' });
    const full = await transfer(to);
    expect(full).toMatchObject({
      unit: { id: to },
      status: 2,
      rent_cents: 2_800_000,
      units: [
        { unit: { id: unitId }, last: addDays(startDay, -1) },
        { unit: { id: to }, last: null },
      ],
    });
    expect([await readUnitStatus(unitId), await readUnitStatus(to)]).toEqual(['vacant', 'occupied']);
  });
});

describe('unit transfer', () => {
  test('includes today in the occupancy of the old unit if made after the planned move-out day', async () => {
    const { id } = await createActiveTenancy({ noticeDays: 0, startsOn: addDays(startDay, -100), endsOn: addDays(startDay, 200) });
    await agreeOnShortNotice(id, addDays(startDay, 3), 'both agreed');
    await setTestDay(addDays(startDay, 9));
    const to = await createTestUnit();
    const full = await runAs(testPlace.owner, (ctx) => tenancy.transfer(ctx, { id, unit_id: to, reason: 'works in the old one', after: 'works' }));
    expect(full).toMatchObject({ unit: { id: to }, leaving_on: addDays(startDay, 3) });
    const { rows } = await sql<{ during: string }>`select during::text from stay where tenancy_id = ${id} and released_at is null`.execute(
      testServices.database.db,
    );
    expect(rows).toEqual([{ during: `[${addDays(startDay, 9)},${addDays(startDay, 10)})` }]);
  });
});
