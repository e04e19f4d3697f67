import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { onUnitLetFromChange } from '#server/listing/scheduled-jobs.ts';
import * as unit from '#server/unit/service.ts';
import { addListing, addPictures, addProperty, addUnit } from '#test/fixtures/market.ts';
import {
  createActivePropertyTenancy,
  createTestTenancy,
  emptyOpeningBalance,
  endTenancy,
  giveNotice,
  newTenantInput,
  readUnitStatus,
  runAs,
  setTestDay,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createTestCtx } from '#test/people.ts';
import * as jobs from './clock.ts';
import * as tenancy from './service.ts';

setUpTenancyTests();

const listed = async (property: number) =>
  (await unit.list(createTestCtx(testServices, testPlace.owner), { page: 1, page_size: 10, sort: 'name', z_filter: { property } })).results;

describe('tenancy of a whole property', () => {
  test('appears on every unit in the list and on the unit page, but not on a unit added later', async () => {
    const { id, property, units } = await createActivePropertyTenancy();

    const later = await addUnit(testServices, property);
    const rows = await listed(property);
    for (const one of units) expect(rows.find((row) => row.id === one)?.lives).toMatchObject({ tenancy: { id } });
    expect(rows.find((row) => row.id === later)?.lives).toBeNull();
    for (const unit_id of units)
      expect((await tenancy.listUnitStays(createTestCtx(testServices, testPlace.owner), { unit_id })).results).toMatchObject([
        { tenancy: { id, status: 2 } },
      ]);
  });

  test('a notice makes all units available from the same day, and the move-out makes all units vacant', async () => {
    const { id, units } = await createActivePropertyTenancy(2);
    const last = addDays(startDay, 40);
    await giveNotice(id, last);
    const from = () => testServices.database.db.selectFrom('unit').select('let_from').where('id', 'in', units).execute();
    expect(await from()).toEqual([{ let_from: addDays(last, 1) }, { let_from: addDays(last, 1) }]);
    await setTestDay(last);
    await endTenancy(id);
    expect(await Promise.all(units.map(readUnitStatus))).toEqual(['vacant', 'vacant']);
  });

  test('is found in the tenancy list by each of its units', async () => {
    const { id, units } = await createActivePropertyTenancy(2);
    for (const unit_id of units)
      expect(
        (
          await tenancy.list(createTestCtx(testServices, testPlace.owner), {
            page: 1,
            page_size: 10,
            sort: '-created_at',
            tabs: false,
            z_filter: { unit_id },
          })
        ).results,
      ).toMatchObject([{ id }]);
  });

  test('a delay notification to the next tenant names the unit', async () => {
    const { id, units } = await createActivePropertyTenancy(2);
    await giveNotice(id, addDays(startDay, 30));
    const second = units[1] ?? 0;
    const next = await createTestTenancy({
      unitId: second,
      startsOn: addDays(startDay, 31),
      people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }],
    });
    await setTestDay(addDays(startDay, 31));
    await jobs.extendOverstays(testServices.database.db);
    const { name } = await testServices.database.db.selectFrom('unit').select('name').where('id', '=', second).executeTakeFirstOrThrow();
    const [letter] = (await listSentNotifications(testServices, 'tenancy.delayed')).filter(({ key }) =>
      key.startsWith(`tenancy.delayed:${next.id}:`),
    );
    expect(letter?.params.home).toMatch(new RegExp(`^${name}, `));
  });

  test('a listing of the whole property is paused while one unit is unavailable, and resumes when that unit is available', async () => {
    const property = await addProperty(testServices, testPlace.owner.me.companyId ?? 0);
    await addPictures(testServices, property);
    const [first, second] = [await addUnit(testServices, property), await addUnit(testServices, property)];
    const { id } = await createTestTenancy({ unitId: first, opening: emptyOpeningBalance() });
    await giveNotice(id, addDays(startDay, 40));
    const offer = await addListing(testServices, { property, unit: null });
    const listing = () =>
      testServices.database.db.selectFrom('listing').select(['status', 'paused_by']).where('id', '=', offer).executeTakeFirstOrThrow();
    await onUnitLetFromChange(testServices.database.db, first);
    expect(await listing()).toMatchObject({ status: 'live' });
    await runAs(testPlace.owner, (ctx) => tenancy.cancelNotice(ctx, { id, reason: 'they stay after all' }));
    await onUnitLetFromChange(testServices.database.db, first);
    expect(await listing()).toEqual({ status: 'paused', paused_by: 'unit' });
    await giveNotice(id, addDays(startDay, 50));
    await onUnitLetFromChange(testServices.database.db, first);
    expect([await listing(), await readUnitStatus(second)]).toEqual([{ status: 'live', paused_by: null }, 'vacant']);
  });
});
