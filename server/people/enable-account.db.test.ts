import { beforeAll, expect, test } from 'vitest';
import { buildRequestApproval, decideApprovalRequest } from '#server/approval/requests.ts';
import { findApprovalBlocker } from '#server/approval/service.ts';
import { createApprovalRequest, testActKind } from '#test/approval-requests.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { readPerson } from './person-record.ts';
import { changeActive } from './service.ts';

let services: TestServices;
let [first, second, other]: TestPerson[] = [];
const head = (one: TestPerson | undefined): TestPerson => {
  if (!one) throw new Error('not ready');
  return one;
};
beforeAll(async () => {
  services = await createTestServices();
  [first, second, other] = [
    await createPerson(services, 'superadmin'),
    await createPerson(services, 'superadmin'),
    await createPerson(services, 'superadmin'),
  ];
  await makeAccountsEstablished(services, head(first), head(second));
});
const as = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, head(who), work);
const enable = (user_id: number, reason: string | undefined = 'Back from leave', who = first) =>
  as(who, (ctx) => changeActive(ctx, { user_id, is_active: true, ...(reason ? { reason } : {}) }));
const decide = (who: TestPerson | undefined, id: number, approve = true) =>
  as(who, (ctx) => decideApprovalRequest(services)(ctx, { id, approve, reason: 'Asked by phone' }));
const rowOf = (id: number) =>
  services.database.db.selectFrom('person').select(['is_active', 'role_since']).where('id', '=', id).executeTakeFirstOrThrow();
async function createDisabled(role: 'superadmin' | 'admin' | 'subadmin' | 'owner'): Promise<TestPerson> {
  const person = await createPerson(services, role);
  await makeAccountsEstablished(services, person);
  await services.database.db.updateTable('person').set({ is_active: false }).where('id', '=', person.id).execute();
  return person;
}

test.each(['superadmin', 'admin'] as const)('account: enabling a disabled %s needs a second super admin, and the role is new again', async (role) => {
  const person = await createDisabled(role);
  const asked = await enable(person.id);
  expect(asked).toMatchObject({ is_active: false, enabling: { own: true }, acts: expect.not.arrayContaining(['enable']) });
  const id = asked.enabling?.id ?? 0;
  await expect(enable(person.id)).rejects.toMatchObject({ failure: 'conflict' });
  await expect(decide(first, id)).rejects.toMatchObject({ failure: 'forbidden' });
  expect((await rowOf(person.id)).is_active).toBe(false);
  await decide(second, id);
  const row = await rowOf(person.id);
  expect(row.is_active).toBe(true);
  expect(Date.now() - row.role_since.getTime()).toBeLessThan(600_000);
});

test('account: a person who was enabled again and the person who asked for it cannot approve requests of each other for 30 days', async () => {
  const person = await createDisabled('superadmin');
  const { enabling } = await enable(person.id);
  await decide(second, enabling?.id ?? 0);
  await makeAccountsEstablished(services, person);
  const bar = async (asker: TestPerson | undefined, who: TestPerson | undefined) => {
    const id = await createApprovalRequest(services.database.db, head(asker).id);
    return (await findApprovalBlocker(createTestCtx(services, head(who)), buildRequestApproval(testActKind), id))?.name ?? null;
  };
  expect(await bar(first, person)).toBe('invited');
  expect(await bar(person, first)).toBe('invited');
  expect(await bar(other, person)).toBeNull();
});

test('account: enabling one without permissions on money needs one person, and the reason is required where it needs two', async () => {
  for (const role of ['subadmin', 'owner'] as const) {
    const person = await createDisabled(role);
    expect(await as(first, (ctx) => readPerson(ctx, { id: person.id }))).toMatchObject({ enabling_needs_two: false });
    expect(await enable(person.id, undefined)).toMatchObject({ is_active: true, enabling: null });
  }
  const admin = await createDisabled('admin');
  expect(await as(first, (ctx) => readPerson(ctx, { id: admin.id }))).toMatchObject({ enabling_needs_two: true });
  await expect(as(first, (ctx) => changeActive(ctx, { user_id: admin.id, is_active: true }))).rejects.toMatchObject({
    extra: { fields: { reason: expect.any(String) } },
  });
});
