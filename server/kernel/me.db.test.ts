import { beforeAll, expect, test } from 'vitest';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { asNow, somebody } from '#test/world.ts';
import { addProperty } from '#test/worlds/market.ts';
import { everyMeNow, meAndMost, meNow } from './me.ts';

let house: House;
beforeAll(async () => {
  house = await freshHouse();
});

test('staff carry the teams that limit them, with their properties; whoever is in none has no limit', async () => {
  const { db } = house.database;
  const staff = await somebody(house, 'staff', ['property.read']);
  const company_id = staff.me.companyId ?? 0;
  expect(staff.me.limits).toBeNull();
  const team = await db.insertInto('team').values({ company_id, name: 'North', limited: true }).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('team_member').values({ team_id: team.id, person_id: staff.id }).execute();
  expect((await asNow(house, staff)).me.limits).toEqual({ teamIds: [team.id], propertyIds: [] });
  const property_id = await addProperty(house, company_id);
  await db.insertInto('team_property').values({ team_id: team.id, property_id }).execute();
  expect((await asNow(house, staff)).me.limits).toEqual({ teamIds: [team.id], propertyIds: [property_id] });
  await db.updateTable('team').set({ limited: false }).execute();
  expect((await asNow(house, staff)).me.limits).toBeNull();
});

test('staff stand as their employer does, and a company that is closed down as a suspended one', async () => {
  const { db } = house.database;
  const staff = await somebody(house, 'staff');
  const set = (verified_status: 'pending' | 'rejected' | 'verified') =>
    db.updateTable('person').set({ verified_status }).where('company_id', '=', staff.me.companyId).where('user_type', '=', 4).execute();
  expect(staff.me.verifiedStatus).toBe('verified');
  await set('pending');
  expect((await asNow(house, staff)).me.verifiedStatus).toBe('pending');
  await set('rejected');
  expect((await asNow(house, staff)).me.verifiedStatus).toBe('rejected');
  await set('verified');
  await db.updateTable('company').set({ is_active: false }).where('id', '=', staff.me.companyId).execute();
  expect((await asNow(house, staff)).me).toMatchObject({ verifiedStatus: 'suspended', companyActive: false });
  await db.updateTable('person').set({ is_active: false }).where('company_id', '=', staff.me.companyId).where('user_type', '=', 4).execute();
  expect((await asNow(house, staff)).me.verifiedStatus).toBe('suspended');
});

test('region and county are those the platform gave', async () => {
  const { db } = house.database;
  const dealer = await somebody(house, 'dealer');
  await db.updateTable('company').set({ region: '047' }).where('id', '=', dealer.me.companyId).execute();
  await db.updateTable('person').set({ region: '001' }).where('id', '=', dealer.id).execute();
  expect((await asNow(house, dealer)).me).toMatchObject({ county: '047', region: '001', verifiedStatus: 'verified' });
  expect((await somebody(house, 'tenant')).me).toMatchObject({ county: null, verifiedStatus: null, companyActive: false });
});

test('whoever is disabled or gone makes no request, and is nobody', async () => {
  const { db } = house.database;
  const [off, gone, here] = [await somebody(house, 'admin'), await somebody(house, 'tenant'), await somebody(house, 'owner')];
  await db.updateTable('person').set({ is_active: false }).where('id', '=', off.id).execute();
  await db.updateTable('person').set({ closed_at: new Date() }).where('id', '=', gone.id).execute();
  expect([await meNow(db, off.id), await meNow(db, gone.id)]).toEqual([null, null]);
  expect((await everyMeNow(db, [off.id, gone.id, here.id])).map((me) => me.userId)).toEqual([here.id]);
  // The rules about accounts judge the disabled too.
  expect((await meAndMost(db, off.id))?.most.has('admins.read')).toBe(true);
});
