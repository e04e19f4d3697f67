import { beforeAll, expect, test } from 'vitest';
import { freshHouse, type House } from '#test/db.ts';
import { addListing, place } from '#test/market.ts';
import { ctxOf, inTransaction, somebody } from '#test/world.ts';
import { changeActive, consequences } from './service.ts';

let house: House;
beforeAll(async () => {
  house = await freshHouse();
});

test('what follows is counted before, and is what happens: the listings leave the portal with the last who leads', async () => {
  const admin = await somebody(house, 'admin');
  const at = await place(house);
  const { owner } = at;
  const { db } = house.database;
  const company_id = owner.me.companyId ?? 0;
  await addListing(house, at);
  const mine = db.selectFrom('property').select('id').where('company_id', '=', company_id);
  const shown = () => db.selectFrom('public_listing').select('id').where('property_id', 'in', mine).execute();
  const said = () => consequences(ctxOf(house, admin), { user_id: owner.id });
  const before = (await shown()).length;
  expect(before).toBeGreaterThan(0);
  expect(await said()).toEqual({ live_listings: before, staff: 0, mandates: 0 });
  const second = { name: 'Second', email: 'second@makao.test', user_type: 4, company_id, verified_status: 'verified' as const, onboarding: false };
  const { id } = await db.insertInto('person').values(second).returning('id').executeTakeFirstOrThrow();
  expect((await said()).live_listings).toBe(0);
  await db.deleteFrom('person').where('id', '=', id).execute();
  const off = (reason?: string) =>
    inTransaction(house, admin, (ctx) => changeActive(ctx, { user_id: owner.id, is_active: false, ...(reason ? { reason } : {}) }));
  await expect(off()).rejects.toMatchObject({ failure: 'invalid' });
  await off('Asked by phone');
  expect(await shown()).toEqual([]);
});
