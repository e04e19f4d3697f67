import { beforeAll, expect, test } from 'vitest';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson, createTestCtx, runAsPerson } from '#test/people.ts';
import * as people from './service.ts';

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});

test('people list: shows the last change of account or company, and refuses a decision on a record that has changed since it was loaded', async () => {
  const [admin, owner] = [await createPerson(services, 'admin'), await createPerson(services, 'owner')];
  const { db } = services.database;
  const reading = people.peopleReadHandlers('owner');
  const listed = async () => {
    const { results } = await reading.list(createTestCtx(services, admin), { page: 1, page_size: 100, sort: '-created_at' });
    return results.find(({ id }) => id === owner.id)?.updated_at ?? '';
  };
  const seen = await listed();
  expect(seen).toBe((await reading.details(createTestCtx(services, admin), { id: owner.id })).updated_at);
  await db
    .updateTable('company')
    .set({ reg_no: 'PVT-99', updated_at: new Date(Date.parse(seen) + 60_000) })
    .where('id', '=', owner.me.companyId ?? 0)
    .execute();
  const judge = (updated_at: string) =>
    runAsPerson(services, admin, (ctx) => people.changeStatus(ctx, { user_id: owner.id, state: 2, reason: 'Papers are old', updated_at }));
  await expect(judge(seen)).rejects.toMatchObject({ failure: 'conflict' });
  const now = await listed();
  expect(Date.parse(now)).toBe(Date.parse(seen) + 60_000);
  expect((await judge(now)).verified_status).toBe('suspended');
});
