import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { allows } from '#contract/access/allows.ts';
import { meterCalls } from '#contract/meter/calls.ts';
import { staffRoles } from '#server/db/demo/people/staff-roles.ts';
import { asNow, type Somebody, somebody } from '#test/world.ts';
import { as, at, fresh, here, house, tenancyTests } from '#test/worlds/tenancies.ts';
import { meterService } from './service.ts';

tenancyTests();

/** Somebody of the landlord's company in a role as the demo has it. */
async function worker(role: string): Promise<Somebody> {
  const grants = staffRoles.find((one) => one.name === role)?.grants ?? [];
  const one = await somebody(house, 'staff', grants);
  const { db } = house.database;
  await db.updateTable('person').set({ company_id: here.owner.me.companyId }).where('id', '=', one.id).execute();
  await db
    .updateTable('staff_role')
    .set({ company_id: here.owner.me.companyId, name: role })
    .where('id', '=', sql<number>`(select staff_role_id from person where id = ${one.id})`)
    .execute();
  return asNow(house, one);
}

test('the caretaker reads the meters; who may bill accepts what was read and locks the month', async () => {
  await at('2027-04-02');
  const meters = meterService(house);
  const unit_id = await fresh();
  const meter = await as(here.owner, (ctx) =>
    meters.create(ctx, {
      ...{ property_id: here.property, kind: 'water', unit_id, number: 'W-7', place: '', multiplier: 1, digits: 4 },
      ...{ initial: 100_000, installed_on: '2027-02-28', sealed_on: null, prepaid: false },
    }),
  );
  const month = { property_id: here.property, kind: 'water', month: '2027-03' } as const;
  const [caretaker, accountant] = [await worker('Caretaker'), await worker('Accountant')];
  const reading = { meter_id: meter.id, month: '2027-03', value: 110_000, on_day: '2027-03-31', handover: false, rolled: false, note: '' };
  expect(await as(caretaker, (ctx) => meters.read(ctx, reading))).toMatchObject({ status: 'submitted' });
  const grid = (by: Somebody) => as(by, (ctx) => meters.grid(ctx, { ...month, page: 1, page_size: 10, tabs: undefined, z_filter: {} }));
  expect((await grid(caretaker)).cycle).toMatchObject({ may: { read: true, bill: false }, moves: [] });
  expect((await grid(accountant)).cycle).toMatchObject({ may: { read: false, bill: true }, moves: ['review'] });
  for (const call of [meterCalls.judge, meterCalls.estimate, meterCalls.turn])
    expect([allows(call.needs, caretaker.me), allows(call.needs, accountant.me)]).toEqual([false, true]);
  for (const call of [meterCalls.read, meterCalls.photo])
    expect([allows(call.needs, caretaker.me), allows(call.needs, accountant.me)]).toEqual([true, false]);
  expect(await as(accountant, (ctx) => meters.turn(ctx, { ...month, move: 'review', without: false }))).toMatchObject({ status: 'review' });
});
