import { beforeAll, expect, test } from 'vitest';
import { freshHouse, type House } from '#test/db.ts';
import { ctxOf, inTransaction, somebody } from '#test/world.ts';
import * as people from './service.ts';

let house: House;
beforeAll(async () => {
  house = await freshHouse();
});

test('a list says when each was changed last, company included, and whoever has changed since is not judged by it', async () => {
  const [admin, owner] = [await somebody(house, 'admin'), await somebody(house, 'owner')];
  const { db } = house.database;
  const reading = people.reading('owner');
  const listed = async () => {
    const { results } = await reading.list(ctxOf(house, admin), { page: 1, page_size: 100, sort: '-created_at' });
    return results.find(({ id }) => id === owner.id)?.updated_at ?? '';
  };
  const seen = await listed();
  expect(seen).toBe((await reading.details(ctxOf(house, admin), { id: owner.id })).updated_at);
  await db
    .updateTable('company')
    .set({ reg_no: 'PVT-99', updated_at: new Date(Date.parse(seen) + 60_000) })
    .where('id', '=', owner.me.companyId ?? 0)
    .execute();
  const judge = (updated_at: string) =>
    inTransaction(house, admin, (ctx) => people.changeStatus(ctx, { user_id: owner.id, state: 2, reason: 'Papers are old', updated_at }));
  await expect(judge(seen)).rejects.toMatchObject({ failure: 'conflict' });
  const now = await listed();
  expect(Date.parse(now)).toBe(Date.parse(seen) + 60_000);
  expect((await judge(now)).verified_status).toBe('suspended');
});
