import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import * as tenancy from '#server/tenancy/service.ts';
import { told } from '#test/jobs.ts';
import { ctxOf } from '#test/world.ts';
import {
  as,
  asha,
  at,
  end,
  fresh,
  goneToday,
  here,
  house,
  leave,
  livedIn,
  livedInWhole,
  noticed,
  start,
  tenancyTests,
} from '#test/worlds/tenancies.ts';
import { inspectionService } from './service.ts';

tenancyTests();

type Kind = 'move_in' | 'move_out' | 'routine' | 'complaint' | 'pre_listing';
const service = () => inspectionService(house);
const nine = (day: string) => `${day}T06:00:00.000Z`;
const ten = (day: string) => `${day}T07:00:00.000Z`;
const plan = async (home: { id: number; unitId: number }, kind: Kind, day = addDays(start, 5)) => {
  const given = { kind, unit_id: home.unitId, tenancy_id: home.id, scheduled_at: nine(day), inspector_id: null, template_id: null };
  return (await as(here.owner, (ctx) => service().create(ctx, { ...given, consented: true, reason: '' }))).id;
};
const look = (id: number) => service().details(ctxOf(house, here.owner), { id });
const allOf = (tenancyId: number) =>
  house.database.db
    .selectFrom('inspection')
    .select(['kind', 'unit_id', 'status', 'scheduled_at', 'baseline_id'])
    .where('tenancy_id', '=', tenancyId)
    .orderBy('id')
    .execute();
/** As if it had been filled in. */
const handIn = (id: number) =>
  house.database.db
    .updateTable('inspection')
    .set({ status: 'submitted', submitted_at: new Date(nine(start)) })
    .where('id', '=', id)
    .execute();
const home = () => livedIn({ startsOn: addDays(start, -100), endsOn: addDays(start, 200) });

describe('a tenancy that ended', () => {
  test('nobody visits who has gone: they are told, how they left is still looked at, and what is offered again belongs to nobody', async () => {
    const gone = await home();
    const [routine, complaint, out, before] = [
      await plan(gone, 'routine'),
      await plan(gone, 'complaint'),
      await plan(gone, 'move_out'),
      await plan(gone, 'pre_listing'),
    ];
    await goneToday(gone.id);
    for (const id of [routine, complaint]) expect(await look(id)).toMatchObject({ status: 'canceled', reason: 'the tenancy ended' });
    expect(await look(out)).toMatchObject({ status: 'scheduled', tenancy: { id: gone.id } });
    expect(await look(before)).toMatchObject({ status: 'scheduled', tenancy: null });
    expect(await told(house, 'inspection.canceled')).toContainEqual(expect.objectContaining({ to: { personId: asha.id } }));
  });
  test('a second look at how they left is called off once one was handed in', async () => {
    const gone = await home();
    const [first, second] = [await plan(gone, 'move_out'), await plan(gone, 'move_out', addDays(start, 9))];
    await handIn(first);
    await goneToday(gone.id);
    expect([(await look(first)).status, (await look(second)).status]).toEqual(['submitted', 'canceled']);
  });
});

describe('a tenancy that moved to another home', () => {
  const move = (id: number, unit_id: number) =>
    as(here.owner, (ctx) => tenancy.transfer(ctx, { id, unit_id, reason: 'a bigger one', after: 'vacant' }));

  test('how they left the one and how they find the other is looked at the next morning, against how they found the first', async () => {
    const from = await home();
    const came = await plan(from, 'move_in');
    await handIn(came);
    const visit = await plan(from, 'routine');
    const to = await fresh();
    await move(from.id, to);
    expect(await look(visit)).toMatchObject({ status: 'canceled', reason: 'the tenancy moved to another unit' });
    const at = new Date(ten(addDays(start, 1)));
    expect((await allOf(from.id)).slice(2)).toEqual([
      { kind: 'move_out', unit_id: from.unitId, status: 'scheduled', scheduled_at: at, baseline_id: came },
      { kind: 'move_in', unit_id: to, status: 'scheduled', scheduled_at: at, baseline_id: null },
    ]);
  });
  test('what was planned for a later leaving is brought forward, and none is planned beside it', async () => {
    const from = await home();
    const out = await plan(from, 'move_out', addDays(start, 30));
    await move(from.id, await fresh());
    expect(await look(out)).toMatchObject({ status: 'scheduled', scheduled_at: ten(addDays(start, 1)) });
    expect((await allOf(from.id)).map(({ kind }) => kind)).toEqual(['move_out', 'move_in']);
  });
  test('how they left the first home says nothing of the second: it is looked at too, or somebody says why not', async () => {
    const from = await home();
    await handIn(await plan(from, 'move_out'));
    const to = await fresh();
    await move(from.id, to);
    expect((await allOf(from.id)).map(({ kind, unit_id }) => [kind, unit_id])).toEqual([
      ['move_out', from.unitId],
      ['move_in', to],
    ]);
    await at(addDays(start, 2));
    await leave(from.id, addDays(start, 2), noticed(addDays(start, 2)));
    await expect(end(from.id, { no_inspection: '' })).rejects.toMatchObject({ extra: { fields: { no_inspection: expect.any(String) } } });
  });
});

test('the day somebody leaves moves on: the look at their home goes along, and is called off when they stay', async () => {
  const leaver = await home();
  await leave(leaver.id, addDays(start, 40));
  const out = await plan(leaver, 'move_out', addDays(start, 40));
  await leave(leaver.id, addDays(start, 50));
  expect(await look(out)).toMatchObject({ status: 'scheduled', scheduled_at: ten(addDays(start, 50)) });
  await as(here.owner, (ctx) => tenancy.stayOn(ctx, { id: leaver.id, reason: 'they found nothing' }));
  expect(await look(out)).toMatchObject({ status: 'canceled', reason: 'the tenant stays' });
});

describe('a whole property', () => {
  const whole = async () => {
    const one = await livedInWhole(3, { startsOn: addDays(start, -100), endsOn: addDays(start, 200) });
    return { ...one, second: { id: one.id, unitId: one.units[1] ?? 0 } };
  };
  test('each of its units is looked at for the tenancy that has them all, named or not; another property’s is not', async () => {
    const { id, second } = await whole();
    const named = await look(await plan(second, 'move_out'));
    expect(named).toMatchObject({ tenancy: { id }, unit: { id: second.unitId } });
    const given = { kind: 'routine' as const, unit_id: second.unitId, tenancy_id: null, scheduled_at: nine(addDays(start, 5)), inspector_id: null };
    const unnamed = await as(here.owner, (ctx) => service().create(ctx, { ...given, template_id: null, consented: true, reason: '' }));
    expect(unnamed).toMatchObject({ tenancy: { id } });
    await expect(plan({ id, unitId: await fresh() }, 'move_out')).rejects.toMatchObject({ extra: { fields: { tenancy_id: expect.any(String) } } });
  });
  test('what is planned in its other units follows the day they leave, and is called off with the tenancy', async () => {
    const { id, second } = await whole();
    await leave(id, addDays(start, 40));
    const [out, routine] = [await plan(second, 'move_out', addDays(start, 40)), await plan(second, 'routine')];
    await leave(id, addDays(start, 50));
    expect(await look(out)).toMatchObject({ status: 'scheduled', scheduled_at: ten(addDays(start, 50)) });
    await as(here.owner, (ctx) => tenancy.stayOn(ctx, { id, reason: 'they found nothing' }));
    expect(await look(out)).toMatchObject({ status: 'canceled', reason: 'the tenant stays' });
    await goneToday(id);
    expect(await look(routine)).toMatchObject({ status: 'canceled', reason: 'the tenancy ended' });
  });
});
