import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import {
  ashaInput,
  ashaUser,
  createActiveTenancy,
  endTenancyToday,
  newTenantInput,
  readTenancy,
  runAs,
  setTestDay,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import { createPerson, reloadTestPerson } from '#test/people.ts';
import * as tenancy from './service.ts';

setUpTenancyTests();

/** Creates a staff member of the landlord's company with these permissions. */
async function helper(grants: readonly string[]) {
  const one = await createPerson(testServices, 'staff', grants);
  await testServices.database.db.updateTable('person').set({ company_id: testPlace.owner.me.companyId }).where('id', '=', one.id).execute();
  await testServices.database.db
    .updateTable('staff_role')
    .set({ company_id: testPlace.owner.me.companyId, name: grants.join() })
    .where('id', '=', sql<number>`(select staff_role_id from person where id = ${one.id})`)
    .execute();
  return reloadTestPerson(testServices, one);
}

test('tenancy access: staff without the permission to read tenancies get 404', async () => {
  const { id } = await createActiveTenancy();
  expect(await readTenancy(id, await helper(['tenancies.read']))).toMatchObject({ id });
  await expect(readTenancy(id, await helper(['booking.read']))).rejects.toThrow('Item Not Found');
});

test('tenancy access: for two years, a former tenant can read records up to their move-out, but no records of the next tenant', async () => {
  const { id } = await createActiveTenancy({
    startsOn: addDays(startDay, -100),
    endsOn: addDays(startDay, 900),
    people: [
      { ...newTenantInput(), role: 'lead', shareBp: 5_000 },
      { ...ashaInput(), role: 'co_tenant', shareBp: 5_000 },
    ],
  });
  const [lead] = (await readTenancy(id)).people;
  const people: Parameters<typeof tenancy.changePeople>[1]['people'] = [
    { tenant_id: lead?.tenant_id, role: 'lead', share_bp: 5_000 },
    { name: 'Zuri', phone: '0712 000 444', role: 'co_tenant', share_bp: 5_000 },
  ];
  const asked = await runAs(testPlace.owner, (ctx) => tenancy.changePeople(ctx, { id, from: startDay, people, reason: 'Asha moves on' }));
  await runAs(ashaUser, (ctx) => tenancy.acceptPeopleChange(ctx, { id, version: asked.people_ask?.version ?? 0 }));
  const seen = await readTenancy(id, ashaUser);
  expect(seen.people.map((one) => one.name)).toEqual([lead?.name, 'Asha']);
  expect(seen).toMatchObject({ schedule: [], acts: [], renewal: null });
  expect(seen.history.every((one) => one.at < startDay)).toBe(true);
  await setTestDay(addDays(startDay, 600));
  await readTenancy(id, ashaUser);
  await setTestDay(addDays(startDay, 800));
  await expect(readTenancy(id, ashaUser)).rejects.toThrow('Item Not Found');
});

test('tenancy access: ends for guarantors with the tenancy, and for payers two years after the tenancy', async () => {
  const guarantor = await createPerson(testServices, 'tenant');
  const surety = { somebody: { personId: guarantor.id, name: 'Baba', phone: '+254712777003', email: null }, role: 'guarantor' as const, shareBp: 0 };
  const { id } = await createActiveTenancy({ people: [{ ...ashaInput(), role: 'lead', shareBp: 10_000 }, surety] });
  expect(await readTenancy(id, guarantor)).toMatchObject({ acts: [] });
  await endTenancyToday(id);
  await expect(readTenancy(id, guarantor)).rejects.toThrow('Item Not Found');
  expect(await readTenancy(id, ashaUser)).toMatchObject({ status: 4 });
  await setTestDay(addDays(startDay, 800));
  await expect(readTenancy(id, ashaUser)).rejects.toThrow('Item Not Found');
});
