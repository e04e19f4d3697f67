import { beforeAll, expect, test } from 'vitest';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import * as views from './service.ts';

let house: House;
let mine: Somebody;
let other: Somebody;
const save = (who: Somebody, name: string, query: string, list = 'unit.list') =>
  inTransaction(house, who, (ctx) => views.save(ctx, { list, name, query }));
const named = async (who: Somebody, list = 'unit.list') =>
  (await views.list(ctxOf(house, who), { list })).views.map((view) => [view.name, view.query]);

beforeAll(async () => {
  house = await freshHouse();
  [mine, other] = [await somebody(house, 'owner'), await somebody(house, 'owner')];
});

test('views are one’s own and of one list; the same name again replaces', async () => {
  const { id } = await save(mine, 'Vacant', 'status=0');
  await save(mine, 'Vacant', 'status=0&sort=-rent_cents');
  await save(mine, 'Others', 'kind=terms', 'policy.list');
  await save(other, 'Vacant', 'status=1');
  expect(await named(mine)).toEqual([['Vacant', 'status=0&sort=-rent_cents']]);
  expect(await named(mine, 'policy.list')).toEqual([['Others', 'kind=terms']]);
  await expect(inTransaction(house, other, (ctx) => views.rename(ctx, { id, name: 'Stolen' }))).rejects.toMatchObject({ failure: 'notFound' });
  await expect(inTransaction(house, other, (ctx) => views.remove(ctx, { id }))).rejects.toMatchObject({ failure: 'notFound' });
});

test('a view is renamed to a free name and forgotten', async () => {
  const { id } = await save(mine, 'Dear', 'rent_from=9000000');
  await expect(inTransaction(house, mine, (ctx) => views.rename(ctx, { id, name: 'Vacant' }))).rejects.toMatchObject({
    extra: { fields: { name: expect.any(String) } },
  });
  await inTransaction(house, mine, (ctx) => views.rename(ctx, { id, name: 'Costly' }));
  expect((await named(mine)).map(([name]) => name)).toEqual(['Costly', 'Vacant']);
  await inTransaction(house, mine, (ctx) => views.remove(ctx, { id }));
  expect((await named(mine)).map(([name]) => name)).toEqual(['Vacant']);
});

test('a list has at most fifty', async () => {
  for (let n = 0; n < 50; n++) await save(other, `View ${n}`, '', 'audit.logs');
  await expect(save(other, 'One more', '', 'audit.logs')).rejects.toMatchObject({ failure: 'conflict' });
  await save(other, 'View 1', 'changed=1', 'audit.logs');
});
