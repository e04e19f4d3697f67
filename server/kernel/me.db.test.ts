import { beforeAll, expect, test } from 'vitest';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { addProperty } from '#test/fixtures/market.ts';
import { createPerson, reloadTestPerson } from '#test/people.ts';
import { readMe, readMeAndGrantCeiling, readPeopleAsCallers } from './me.ts';

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});

test('session: staff are limited to the properties of their limited teams; staff without a limited team have no limit', async () => {
  const { db } = services.database;
  const staff = await createPerson(services, 'staff', ['property.read']);
  const company_id = staff.me.companyId ?? 0;
  expect(staff.me.limits).toBeNull();
  const team = await db.insertInto('team').values({ company_id, name: 'North', limited: true }).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('team_member').values({ team_id: team.id, person_id: staff.id }).execute();
  expect((await reloadTestPerson(services, staff)).me.limits).toEqual({ teamIds: [team.id], propertyIds: [] });
  const property_id = await addProperty(services, company_id);
  await db.insertInto('team_property').values({ team_id: team.id, property_id }).execute();
  expect((await reloadTestPerson(services, staff)).me.limits).toEqual({ teamIds: [team.id], propertyIds: [property_id] });
  await db.updateTable('team').set({ limited: false }).execute();
  expect((await reloadTestPerson(services, staff)).me.limits).toBeNull();
});

test('session: staff have the approval status of their company, and a closed company counts as suspended', async () => {
  const { db } = services.database;
  const staff = await createPerson(services, 'staff');
  const set = (verified_status: 'pending' | 'rejected' | 'verified') =>
    db.updateTable('person').set({ verified_status }).where('company_id', '=', staff.me.companyId).where('user_type', '=', 4).execute();
  expect(staff.me.verifiedStatus).toBe('verified');
  await set('pending');
  expect((await reloadTestPerson(services, staff)).me.verifiedStatus).toBe('pending');
  await set('rejected');
  expect((await reloadTestPerson(services, staff)).me.verifiedStatus).toBe('rejected');
  await set('verified');
  await db.updateTable('company').set({ is_active: false }).where('id', '=', staff.me.companyId).execute();
  expect((await reloadTestPerson(services, staff)).me).toMatchObject({ verifiedStatus: 'suspended', companyActive: false });
  await db.updateTable('person').set({ is_active: false }).where('company_id', '=', staff.me.companyId).where('user_type', '=', 4).execute();
  expect((await reloadTestPerson(services, staff)).me.verifiedStatus).toBe('suspended');
});

test('own account: shows the region and county that Makao assigned', async () => {
  const { db } = services.database;
  const dealer = await createPerson(services, 'dealer');
  await db.updateTable('company').set({ region: '047' }).where('id', '=', dealer.me.companyId).execute();
  await db.updateTable('person').set({ region: '001' }).where('id', '=', dealer.id).execute();
  expect((await reloadTestPerson(services, dealer)).me).toMatchObject({ county: '047', region: '001', verifiedStatus: 'verified' });
  expect((await createPerson(services, 'tenant')).me).toMatchObject({ county: null, verifiedStatus: null, companyActive: false });
});

test('session: a disabled or deleted person is treated as anonymous', async () => {
  const { db } = services.database;
  const [off, gone, here] = [await createPerson(services, 'admin'), await createPerson(services, 'tenant'), await createPerson(services, 'owner')];
  await db.updateTable('person').set({ is_active: false }).where('id', '=', off.id).execute();
  await db.updateTable('person').set({ closed_at: new Date() }).where('id', '=', gone.id).execute();
  expect([await readMe(db, off.id), await readMe(db, gone.id)]).toEqual([null, null]);
  expect((await readPeopleAsCallers(db, [off.id, gone.id, here.id])).map((me) => me.userId)).toEqual([here.id]);
  // The account rules also apply to disabled accounts.
  expect((await readMeAndGrantCeiling(db, off.id))?.most.has('admins.read')).toBe(true);
});
