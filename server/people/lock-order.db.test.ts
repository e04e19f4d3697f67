import { afterAll, beforeAll, test } from 'vitest';
import { freshHouse, type House } from '#test/db.ts';
import { waitsWithout } from '#test/lock-order.ts';
import { inTransaction, type Somebody, somebody } from '#test/world.ts';
import { place } from '#test/worlds/market.ts';
import { changeRegion, changeStatus } from './acts.ts';
import { update } from './own.ts';

/** Company before person, person before property: cards follow who holds them. */
let house: House;
let owner: Somebody;
let admin: Somebody;
let property: number;
beforeAll(async () => {
  house = await freshHouse();
  owner = await somebody(house, 'owner');
  admin = await somebody(house, 'superadmin');
  ({ property } = await place(house, owner));
});
afterAll(() => house.database.close());

test.each([
  ['renames the company', () => inTransaction(house, owner, (ctx) => update(ctx, { company_name: 'Another' }))],
  ['is given a county', () => inTransaction(house, admin, (ctx) => changeRegion(ctx, { user_id: owner.id, region: '001' }))],
  ['is suspended', () => inTransaction(house, admin, (ctx) => changeStatus(ctx, { state: 3, user_id: owner.id, reason: 'papers' }))],
])('somebody who %s, while the company is held', async (_, work) => {
  await waitsWithout(
    house,
    ['company', owner.me.companyId ?? 0],
    [
      ['person', owner.id],
      ['property', property],
    ],
    work,
  );
});
