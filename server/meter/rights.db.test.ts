import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isAllowed } from '#contract/access/is-allowed.ts';
import { meterCalls } from '#contract/meter/calls.ts';
import { staffRoles } from '#server/db/demo/people/staff-roles.ts';
import { createTestUnit, runAs, setTestDay, setUpTenancyTests, testPlace, testServices } from '#test/fixtures/tenancies.ts';
import { createPerson, reloadTestPerson, type TestPerson } from '#test/people.ts';
import { meterService } from './service.ts';

setUpTenancyTests();

/** Creates a person of the landlord's company with a role of the demo. */
async function worker(role: string): Promise<TestPerson> {
  const grants = staffRoles.find((one) => one.name === role)?.grants ?? [];
  const one = await createPerson(testServices, 'staff', grants);
  const { db } = testServices.database;
  await db.updateTable('person').set({ company_id: testPlace.owner.me.companyId }).where('id', '=', one.id).execute();
  await db
    .updateTable('staff_role')
    .set({ company_id: testPlace.owner.me.companyId, name: role })
    .where('id', '=', sql<number>`(select staff_role_id from person where id = ${one.id})`)
    .execute();
  return reloadTestPerson(testServices, one);
}

test('meter permissions: a caretaker can record readings, but only people with the billing permission can accept readings and lock the month', async () => {
  await setTestDay('2027-04-02');
  const meters = meterService(testServices);
  const unit_id = await createTestUnit();
  const meter = await runAs(testPlace.owner, (ctx) =>
    meters.create(ctx, {
      property_id: testPlace.property,
      kind: 'water',
      unit_id,
      number: 'W-7',
      place: '',
      multiplier: 1,
      digits: 4,
      initial: 100_000,
      installed_on: '2027-02-28',
      sealed_on: null,
      prepaid: false,
    }),
  );
  const month = { property_id: testPlace.property, kind: 'water', month: '2027-03' } as const;
  const [caretaker, accountant] = [await worker('Caretaker'), await worker('Accountant')];
  const reading = { meter_id: meter.id, month: '2027-03', value: 110_000, on_day: '2027-03-31', handover: false, rolled: false, note: '' };
  expect(await runAs(caretaker, (ctx) => meters.addReading(ctx, reading))).toMatchObject({ status: 'submitted' });
  const grid = (by: TestPerson) => runAs(by, (ctx) => meters.listMonth(ctx, { ...month, page: 1, page_size: 10, tabs: undefined, z_filter: {} }));
  expect((await grid(caretaker)).cycle).toMatchObject({ may: { read: true, bill: false }, moves: [] });
  expect((await grid(accountant)).cycle).toMatchObject({ may: { read: false, bill: true }, moves: ['review'] });
  for (const call of [meterCalls.reviewReadings, meterCalls.estimateReading, meterCalls.changeCycleStatus])
    expect([isAllowed(call.needs, caretaker.me), isAllowed(call.needs, accountant.me)]).toEqual([false, true]);
  for (const call of [meterCalls.addReading, meterCalls.addReadingPhoto])
    expect([isAllowed(call.needs, caretaker.me), isAllowed(call.needs, accountant.me)]).toEqual([true, false]);
  expect(await runAs(accountant, (ctx) => meters.changeCycleStatus(ctx, { ...month, move: 'review', without: false }))).toMatchObject({
    status: 'review',
  });
});
