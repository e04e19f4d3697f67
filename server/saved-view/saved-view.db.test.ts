import { beforeAll, expect, test } from 'vitest';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import * as views from './service.ts';

let services: TestServices;
let mine: TestPerson;
let other: TestPerson;
const save = (who: TestPerson, name: string, query: string, list = 'unit.list') =>
  runAsPerson(services, who, (ctx) => views.saveView(ctx, { list, name, query }));
const named = async (who: TestPerson, list = 'unit.list') =>
  (await views.listSavedViews(createTestCtx(services, who), { list })).views.map((view) => [view.name, view.query]);

beforeAll(async () => {
  services = await createTestServices();
  [mine, other] = [await createPerson(services, 'owner'), await createPerson(services, 'owner')];
});

test('saved view: belongs to one person and one list, and is replaced when another view is saved under the same name', async () => {
  const { id } = await save(mine, 'Vacant', 'status=0');
  await save(mine, 'Vacant', 'status=0&sort=-rent_cents');
  await save(mine, 'Others', 'kind=terms', 'policy.list');
  await save(other, 'Vacant', 'status=1');
  expect(await named(mine)).toEqual([['Vacant', 'status=0&sort=-rent_cents']]);
  expect(await named(mine, 'policy.list')).toEqual([['Others', 'kind=terms']]);
  await expect(runAsPerson(services, other, (ctx) => views.renameSavedView(ctx, { id, name: 'Stolen' }))).rejects.toMatchObject({
    failure: 'notFound',
  });
  await expect(runAsPerson(services, other, (ctx) => views.removeSavedView(ctx, { id }))).rejects.toMatchObject({ failure: 'notFound' });
});

test('saved view: can be renamed to an unused name and deleted', async () => {
  const { id } = await save(mine, 'Dear', 'rent_from=9000000');
  await expect(runAsPerson(services, mine, (ctx) => views.renameSavedView(ctx, { id, name: 'Vacant' }))).rejects.toMatchObject({
    extra: { fields: { name: expect.any(String) } },
  });
  await runAsPerson(services, mine, (ctx) => views.renameSavedView(ctx, { id, name: 'Costly' }));
  expect((await named(mine)).map(([name]) => name)).toEqual(['Costly', 'Vacant']);
  await runAsPerson(services, mine, (ctx) => views.removeSavedView(ctx, { id }));
  expect((await named(mine)).map(([name]) => name)).toEqual(['Vacant']);
});

test('saved views: a person can save at most fifty per list', async () => {
  for (let n = 0; n < 50; n++) await save(other, `View ${n}`, '', 'audit.logs');
  await expect(save(other, 'One more', '', 'audit.logs')).rejects.toMatchObject({ failure: 'conflict' });
  await save(other, 'View 1', 'changed=1', 'audit.logs');
});
