import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { readListingReadiness } from '#server/listing/readiness.ts';
import { onUnitLetFromChange, onUnitStatusChange } from '#server/listing/scheduled-jobs.ts';
import * as unit from '#server/unit/service.ts';
import { addListing } from '#test/fixtures/market.ts';
import {
  createActiveTenancy,
  createTestTenancy,
  createTestUnit,
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
  timelyNoticeInput,
} from '#test/fixtures/tenancies.ts';
import { createTestCtx } from '#test/people.ts';
import * as jobs from '../clock.ts';
import * as tenancy from '../service.ts';

setUpTenancyTests();
const db = () => testServices.database.db;
const letFrom = async (id: number) => (await db().selectFrom('unit').select('let_from').where('id', '=', id).executeTakeFirstOrThrow()).let_from;
const shown = async (id: number) => (await sql`select 1 from public_listing where id = ${id}`.execute(db())).rows.length === 1;
const listing = async (id: number) => db().selectFrom('listing').select(['status', 'paused_by']).where('id', '=', id).executeTakeFirstOrThrow();
const vacant = async (id: number) => (await readListingReadiness(db(), id)).items.find((one) => one.key === 'vacant')?.ok;
const last = addDays(startDay, 40);
const next = () => ({ people: [{ ...newTenantInput(), role: 'lead' as const, shareBp: 10_000 }] });

describe('availability of a unit under notice', () => {
  test('starts the day after the move-out, and a live listing shows that date', async () => {
    const { id, unitId } = await createActiveTenancy();
    const offer = await addListing(testServices, { property: testPlace.property, unit: unitId }, { status: 'draft', available_from: startDay });
    expect([await letFrom(unitId), await vacant(offer)]).toEqual([null, false]);
    await giveNotice(id, last);
    expect([await letFrom(unitId), await vacant(offer), await readUnitStatus(unitId)]).toEqual([addDays(last, 1), true, 'occupied']);
    await db().updateTable('listing').set({ status: 'live' }).where('id', '=', offer).execute();
    expect(await shown(offer)).toBe(true);
    const card = await db().selectFrom('listing_card').select('available_from').where('id', '=', offer).executeTakeFirstOrThrow();
    expect(card.available_from).toBe(addDays(last, 1));
    // A late event about the move-in does not close the listing.
    await onUnitStatusChange(db(), unitId);
    expect(await listing(offer)).toMatchObject({ status: 'live' });
  });

  test('ends when the notice is withdrawn, which pauses the listing, and resumes with a new notice', async () => {
    const { id, unitId } = await createActiveTenancy();
    await giveNotice(id, last);
    const offer = await addListing(testServices, { property: testPlace.property, unit: unitId });
    await runAs(testPlace.owner, (ctx) => tenancy.cancelNotice(ctx, { id, reason: 'they stay after all' }));
    expect([await letFrom(unitId), await shown(offer)]).toEqual([null, false]);
    for (const _ of [1, 2]) await onUnitLetFromChange(db(), unitId);
    expect(await listing(offer)).toEqual({ status: 'paused', paused_by: 'unit' });
    await giveNotice(id, addDays(last, 5));
    for (const _ of [1, 2]) await onUnitLetFromChange(db(), unitId);
    expect(await listing(offer)).toEqual({ status: 'live', paused_by: null });
  });

  test('ends with the next reservation, which pauses the listing until the next move-in closes the listing', async () => {
    const { id, unitId } = await createActiveTenancy();
    await giveNotice(id, last);
    const offer = await addListing(testServices, { property: testPlace.property, unit: unitId });
    await expect(createTestTenancy({ unitId, startsOn: last, ...next() })).rejects.toMatchObject({
      extra: { fields: { starts_on: expect.any(String) } },
    });
    const after = await createTestTenancy({ unitId, startsOn: addDays(last, 1), ...next() });
    expect([await letFrom(unitId), await readUnitStatus(unitId), await shown(offer)]).toEqual([null, 'occupied', false]);
    await onUnitLetFromChange(db(), unitId);
    expect(await listing(offer)).toEqual({ status: 'paused', paused_by: 'unit' });
    await setTestDay(last);
    await endTenancy(id);
    await onUnitStatusChange(db(), unitId);
    expect([await readUnitStatus(unitId), (await listing(offer)).status]).toEqual(['ordered', 'paused']);
    await setTestDay(addDays(last, 1));
    for (const what of ['agreement', 'payment', 'inspection'] as const)
      await runAs(testPlace.owner, (ctx) => tenancy.waiveGuard(ctx, { id: after.id, what, reason: 'on paper' }));
    await jobs.startDueTenancies(db());
    await onUnitStatusChange(db(), unitId);
    expect([await readUnitStatus(unitId), (await listing(offer)).status]).toEqual(['occupied', 'closed']);
  });

  test('is postponed while the occupants stay after their move-out day, and the unit is vacant after they leave', async () => {
    const { id, unitId } = await createActiveTenancy();
    await giveNotice(id, last);
    await setTestDay(addDays(last, 3));
    await jobs.extendOverstays(db());
    expect(await letFrom(unitId)).toBe(addDays(last, 4));
    await endTenancy(id);
    expect([await letFrom(unitId), await readUnitStatus(unitId)]).toEqual([null, 'vacant']);
  });
});

describe('current and former occupants of a unit', () => {
  test('the unit list names the current tenancy and tenant, and the unit page lists all tenancies of the unit', async () => {
    const { id, unitId } = await createActiveTenancy({ startsOn: addDays(startDay, -200), endsOn: addDays(startDay, 100), ...next() });
    const listed = await unit.list(createTestCtx(testServices, testPlace.owner), {
      page: 1,
      page_size: 10,
      sort: 'name',
      z_filter: { property: testPlace.property },
    });
    expect(listed.results.find((one) => one.id === unitId)?.lives).toMatchObject({ tenancy: { id }, name: expect.stringContaining('Tenant') });
    await giveNotice(id, startDay, timelyNoticeInput(startDay));
    await endTenancy(id);
    await createActiveTenancy(next());
    await createTestTenancy({ unitId, startsOn: addDays(startDay, 10), ...next() });
    const stays = await tenancy.listUnitStays(createTestCtx(testServices, testPlace.owner), { unit_id: unitId });
    expect(stays.results.map((one) => [one.from, one.last, one.released, one.tenancy?.status])).toEqual([
      [addDays(startDay, 10), null, false, 1],
      [addDays(startDay, -200), startDay, true, 4],
    ]);
    expect(stays.may_make).toBe(false);
    expect((await tenancy.listUnitStays(createTestCtx(testServices, testPlace.owner), { unit_id: await createTestUnit() })).may_make).toBe(true);
  });

  test('mismatch counts include units occupied without a tenancy, and tenancies past their start, end of term or move-out day', async () => {
    const counted = async () =>
      (await unit.mismatches(createTestCtx(testServices, testPlace.owner), { z_filter: { property: testPlace.property } })).counts as Record<
        string,
        number
      >;
    await createTestUnit({ status: 'occupied', occupied_said: true });
    await createTestTenancy({ unitId: await createTestUnit(), ...next() });
    await createActiveTenancy({ endsOn: addDays(startDay, 10), holdover: 'stop', ...next() });
    const { id } = await createActiveTenancy({ opening: emptyOpeningBalance(), ...next() });
    await giveNotice(id, addDays(startDay, 30));
    expect(await counted()).toMatchObject({ no_tenancy: 1, start_passed: 0, term_over: 0, not_gone: 0 });
    await setTestDay(addDays(startDay, 31));
    await jobs.finishEndedTerms(db());
    expect(await counted()).toMatchObject({ no_tenancy: 1, start_passed: 1, term_over: 1, not_gone: 1 });
  });
});
