import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import * as tenancy from '#server/tenancy/service.ts';
import {
  agreeOnShortNotice,
  ashaUser,
  createActivePropertyTenancy,
  createActiveTenancy,
  createTestUnit,
  endTenancy,
  endTenancyToday,
  giveNotice,
  runAs,
  setTestDay,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createTestCtx } from '#test/people.ts';
import { inspectionService } from './service.ts';

setUpTenancyTests();

type Kind = 'move_in' | 'move_out' | 'routine' | 'complaint' | 'pre_listing';
const service = () => inspectionService(testServices);
const nine = (day: string) => `${day}T06:00:00.000Z`;
const ten = (day: string) => `${day}T07:00:00.000Z`;
const plan = async (home: { id: number; unitId: number }, kind: Kind, day = addDays(startDay, 5)) => {
  const given = { kind, unit_id: home.unitId, tenancy_id: home.id, scheduled_at: nine(day), inspector_id: null, template_id: null };
  return (await runAs(testPlace.owner, (ctx) => service().create(ctx, { ...given, consented: true, reason: '' }))).id;
};
const look = (id: number) => service().details(createTestCtx(testServices, testPlace.owner), { id });
const allOf = (tenancyId: number) =>
  testServices.database.db
    .selectFrom('inspection')
    .select(['kind', 'unit_id', 'status', 'scheduled_at', 'baseline_id'])
    .where('tenancy_id', '=', tenancyId)
    .orderBy('id')
    .execute();
/** Sets the inspection to submitted without filling it in. */
const handIn = (id: number) =>
  testServices.database.db
    .updateTable('inspection')
    .set({ status: 'submitted', submitted_at: new Date(nine(startDay)) })
    .where('id', '=', id)
    .execute();
const home = () => createActiveTenancy({ startsOn: addDays(startDay, -100), endsOn: addDays(startDay, 200) });

describe('inspection: end of a tenancy', () => {
  test("cancels the tenant's inspections and notifies the tenant, but keeps the move-out and pre-listing inspections", async () => {
    const gone = await home();
    const [routine, complaint, out, before] = [
      await plan(gone, 'routine'),
      await plan(gone, 'complaint'),
      await plan(gone, 'move_out'),
      await plan(gone, 'pre_listing'),
    ];
    await endTenancyToday(gone.id);
    for (const id of [routine, complaint]) expect(await look(id)).toMatchObject({ status: 'canceled', reason: 'the tenancy ended' });
    expect(await look(out)).toMatchObject({ status: 'scheduled', tenancy: { id: gone.id } });
    expect(await look(before)).toMatchObject({ status: 'scheduled', tenancy: null });
    expect(await listSentNotifications(testServices, 'inspection.canceled')).toContainEqual(
      expect.objectContaining({ to: { personId: ashaUser.id } }),
    );
  });
  test('cancels a second move-out inspection if another move-out inspection was submitted', async () => {
    const gone = await home();
    const [first, second] = [await plan(gone, 'move_out'), await plan(gone, 'move_out', addDays(startDay, 9))];
    await handIn(first);
    await endTenancyToday(gone.id);
    expect([(await look(first)).status, (await look(second)).status]).toEqual(['submitted', 'canceled']);
  });
});

describe('inspection: unit transfer', () => {
  const move = async (id: number, unit_id: number) => {
    await testServices.database.db.updateTable('tenancy').set({ notice_days: 0 }).where('id', '=', id).execute();
    return runAs(testPlace.owner, (ctx) => tenancy.transfer(ctx, { id, unit_id, reason: 'a bigger one', after: 'vacant' }));
  };

  test('plans a move-out inspection of the old unit and a move-in inspection of the new unit for the next morning', async () => {
    const from = await home();
    const came = await plan(from, 'move_in');
    await handIn(came);
    const visit = await plan(from, 'routine');
    const to = await createTestUnit();
    await move(from.id, to);
    expect(await look(visit)).toMatchObject({ status: 'canceled', reason: 'the tenancy moved to another unit' });
    const at = new Date(ten(addDays(startDay, 1)));
    expect((await allOf(from.id)).slice(2)).toEqual([
      { kind: 'move_out', unit_id: from.unitId, status: 'scheduled', scheduled_at: at, baseline_id: came },
      { kind: 'move_in', unit_id: to, status: 'scheduled', scheduled_at: at, baseline_id: null },
    ]);
  });
  test('reschedules a planned move-out inspection to an earlier date and plans no second inspection', async () => {
    const from = await home();
    const out = await plan(from, 'move_out', addDays(startDay, 30));
    await move(from.id, await createTestUnit());
    expect(await look(out)).toMatchObject({ status: 'scheduled', scheduled_at: ten(addDays(startDay, 1)) });
    expect((await allOf(from.id)).map(({ kind }) => kind)).toEqual(['move_out', 'move_in']);
  });
  test('a move-out inspection of the first unit does not count for the second unit', async () => {
    const from = await home();
    await handIn(await plan(from, 'move_out'));
    const to = await createTestUnit();
    await move(from.id, to);
    expect((await allOf(from.id)).map(({ kind, unit_id }) => [kind, unit_id])).toEqual([
      ['move_out', from.unitId],
      ['move_in', to],
    ]);
    await setTestDay(addDays(startDay, 2));
    await agreeOnShortNotice(from.id, addDays(startDay, 2), 'both agreed');
    await expect(endTenancy(from.id, { no_inspection: '' })).rejects.toMatchObject({ extra: { fields: { no_inspection: expect.any(String) } } });
  });
});

test('move-out inspection: is rescheduled when the move-out date changes, and is cancelled when the notice is withdrawn', async () => {
  const leaver = await home();
  await giveNotice(leaver.id, addDays(startDay, 40));
  const out = await plan(leaver, 'move_out', addDays(startDay, 40));
  await giveNotice(leaver.id, addDays(startDay, 50));
  expect(await look(out)).toMatchObject({ status: 'scheduled', scheduled_at: ten(addDays(startDay, 50)) });
  await runAs(testPlace.owner, (ctx) => tenancy.cancelNotice(ctx, { id: leaver.id, reason: 'they found nothing' }));
  expect(await look(out)).toMatchObject({ status: 'canceled', reason: 'the tenant stays' });
});

describe('inspection: tenancy of a whole property', () => {
  const whole = async () => {
    const one = await createActivePropertyTenancy(3, { startsOn: addDays(startDay, -100), endsOn: addDays(startDay, 200) });
    return { ...one, second: { id: one.id, unitId: one.units[1] ?? 0 } };
  };
  test('an inspection of any unit of the property belongs to the tenancy; a unit of another property is rejected', async () => {
    const { id, second } = await whole();
    const named = await look(await plan(second, 'move_out'));
    expect(named).toMatchObject({ tenancy: { id }, unit: { id: second.unitId } });
    const given = {
      kind: 'routine' as const,
      unit_id: second.unitId,
      tenancy_id: null,
      scheduled_at: nine(addDays(startDay, 5)),
      inspector_id: null,
    };
    const unnamed = await runAs(testPlace.owner, (ctx) => service().create(ctx, { ...given, template_id: null, consented: true, reason: '' }));
    expect(unnamed).toMatchObject({ tenancy: { id } });
    await expect(plan({ id, unitId: await createTestUnit() }, 'move_out')).rejects.toMatchObject({
      extra: { fields: { tenancy_id: expect.any(String) } },
    });
  });
  test('inspections of the units are rescheduled with the move-out date and cancelled with the tenancy', async () => {
    const { id, second } = await whole();
    await giveNotice(id, addDays(startDay, 40));
    const [out, routine] = [await plan(second, 'move_out', addDays(startDay, 40)), await plan(second, 'routine')];
    await giveNotice(id, addDays(startDay, 50));
    expect(await look(out)).toMatchObject({ status: 'scheduled', scheduled_at: ten(addDays(startDay, 50)) });
    await runAs(testPlace.owner, (ctx) => tenancy.cancelNotice(ctx, { id, reason: 'they found nothing' }));
    expect(await look(out)).toMatchObject({ status: 'canceled', reason: 'the tenant stays' });
    await endTenancyToday(id);
    expect(await look(routine)).toMatchObject({ status: 'canceled', reason: 'the tenancy ended' });
  });
});
