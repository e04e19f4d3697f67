import { beforeAll, expect, test } from 'vitest';
import { defaultGrants } from '#contract/access/grants.ts';
import { listMoneyPermissions } from '#contract/access/money-permissions.ts';
import { buildRequestApproval, decideApprovalRequest } from '#server/approval/requests.ts';
import { findApprovalBlocker } from '#server/approval/service.ts';
import { createApprovalRequest } from '#test/approval-requests.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, reloadTestPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import * as access from './service.ts';

let services: TestServices;
let [one, second]: TestPerson[] = [];
let n = 0;
beforeAll(async () => {
  services = await createTestServices();
  one = await createPerson(services, 'superadmin');
});
const head = (person: TestPerson | undefined): TestPerson => {
  if (!person) throw new Error('no super admin yet');
  return person;
};
const as = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, head(who), work);
const decide = (who: TestPerson | undefined, id: number, approve = true) =>
  as(who, (ctx) => decideApprovalRequest(services)(ctx, { id, approve, reason: 'Asked by phone' }));
const createPlatformRole = (grants: readonly string[]) =>
  services.database.db
    .insertInto('staff_role')
    .values({ audience: 'platform', name: `Desk ${++n}`, grants: [...grants] })
    .returning(['id', 'revision'])
    .executeTakeFirstOrThrow();
async function createAdminWith(grants: readonly string[]) {
  const [person, role] = [await createPerson(services, 'admin'), await createPlatformRole(grants)];
  await services.database.db.updateTable('person').set({ staff_role_id: role.id }).where('id', '=', person.id).execute();
  return { person: await reloadTestPerson(services, person), role };
}
const grantsOf = async (who: TestPerson) => (await reloadTestPerson(services, who)).me.grants;

test('money permissions: an admin has some by default, and a sub admin has none', () => {
  expect(listMoneyPermissions(defaultGrants.admin)).toContain('payments.edit');
  expect(listMoneyPermissions(defaultGrants.subadmin)).toEqual([]);
});

test('finance role: the only super admin gives it alone, because a second person does not exist', async () => {
  const [{ person }, role] = [await createAdminWith(['dashboard.read']), await createPlatformRole(['payments.edit'])];
  expect((await as(one, (ctx) => access.assign(ctx, { id: person.id, role_id: role.id }))).request).toBeNull();
  expect(await grantsOf(person)).toContain('payments.edit');
  second = await createPerson(services, 'superadmin');
  await makeAccountsEstablished(services, head(one), second);
});

test('finance role: a second super admin approves it before the person has the permissions', async () => {
  const [{ person }, role] = [await createAdminWith(['dashboard.read']), await createPlatformRole(['payments.edit', 'tours.read'])];
  const { request, role_id } = await as(one, (ctx) => access.assign(ctx, { id: person.id, role_id: role.id }));
  expect(role_id).not.toBe(role.id);
  expect(await grantsOf(person)).not.toContain('payments.edit');
  await expect(decide(one, request?.id ?? 0)).rejects.toMatchObject({ failure: 'forbidden' });
  await decide(second, request?.id ?? 0);
  expect(await grantsOf(person)).toContain('payments.edit');
});

test('finance role: taking a role away from an admin needs a second person too, because all permissions include money', async () => {
  const { person } = await createAdminWith(['dashboard.read']);
  const { request } = await as(one, (ctx) => access.assign(ctx, { id: person.id, role_id: null }));
  expect(request).not.toBeNull();
  expect(await grantsOf(person)).not.toContain('payments.edit');
  expect((await decide(second, request?.id ?? 0)).sentence).toContain('all permissions');
  expect(await grantsOf(person)).toContain('payments.edit');
});

test('finance role: a role that adds no permission on money is given at once', async () => {
  const [{ person }, role] = [await createAdminWith(['payments.edit']), await createPlatformRole(['tours.read', 'payments.edit'])];
  expect((await as(one, (ctx) => access.assign(ctx, { id: person.id, role_id: role.id }))).request).toBeNull();
  expect(await grantsOf(person)).toContain('tours.read');
});

test('finance role: a role that was changed after the request is not given', async () => {
  const [{ person }, role] = [await createAdminWith(['dashboard.read']), await createPlatformRole(['payments.edit'])];
  const { request } = await as(one, (ctx) => access.assign(ctx, { id: person.id, role_id: role.id }));
  await as(one, (ctx) => access.roleUpdate(ctx, { id: role.id, grants: ['payments.edit', 'wallet.read'] }));
  await expect(decide(second, request?.id ?? 0)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await grantsOf(person)).not.toContain('payments.edit');
});

test('role permissions: a second super admin approves permissions on money for a role that people have', async () => {
  const { person, role } = await createAdminWith(['tours.read']);
  const change = (grants: ('tours.read' | 'tours.edit' | 'payments.edit')[]) => as(one, (ctx) => access.roleUpdate(ctx, { id: role.id, grants }));
  expect(await change(['tours.read', 'tours.edit'])).toMatchObject({ request: null, grants: expect.arrayContaining(['tours.edit']) });
  const { request, grants } = await change(['tours.read', 'payments.edit']);
  expect(request).toMatchObject({ own: true });
  expect(grants).not.toContain('payments.edit');
  expect(await grantsOf(person)).not.toContain('payments.edit');
  await expect(change(['tours.read', 'payments.edit'])).rejects.toMatchObject({ failure: 'conflict' });
  expect((await decide(second, request?.id ?? 0)).sentence).toContain('Payments: edit');
  expect(await grantsOf(person)).toContain('payments.edit');
  // A role that no person has can be changed by one person: assigning it needs the second one.
  const empty = await createPlatformRole(['tours.read']);
  expect(await as(one, (ctx) => access.roleUpdate(ctx, { id: empty.id, grants: ['payments.edit'] }))).toMatchObject({ request: null });
});

test('role permissions: a change of the role after the request makes the approval fail', async () => {
  const { person, role } = await createAdminWith(['tours.read']);
  const { request } = await as(one, (ctx) => access.roleUpdate(ctx, { id: role.id, grants: ['payments.edit'] }));
  await as(one, (ctx) => access.roleUpdate(ctx, { id: role.id, name: `Desk ${++n}` }));
  await expect(decide(second, request?.id ?? 0)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await grantsOf(person)).not.toContain('payments.edit');
});

test('role permissions: a person who gets the role after the request makes the approval fail, until it is requested for all holders', async () => {
  const { person, role } = await createAdminWith(['tours.read']);
  const { request } = await as(one, (ctx) => access.roleUpdate(ctx, { id: role.id, grants: ['payments.edit'] }));
  const { person: late } = await createAdminWith(['dashboard.read']);
  // The role has no permissions on money yet, so one person may give it.
  expect((await as(one, (ctx) => access.assign(ctx, { id: late.id, role_id: role.id }))).request).toBeNull();
  await expect(decide(second, request?.id ?? 0)).rejects.toMatchObject({ failure: 'conflict' });
  for (const who of [person, late]) expect(await grantsOf(who)).not.toContain('payments.edit');
  // The person who asked withdraws the request, and the new one counts both holders.
  await decide(one, request?.id ?? 0, false);
  const again = await as(one, (ctx) => access.roleUpdate(ctx, { id: role.id, grants: ['payments.edit'] }));
  await decide(second, again.request?.id ?? 0);
  for (const who of [person, late]) expect(await grantsOf(who)).toContain('payments.edit');
});

test('role permissions: a person who gets the role while the request is approved makes the approval fail', async () => {
  const { role } = await createAdminWith(['tours.read']);
  const { request } = await as(one, (ctx) => access.roleUpdate(ctx, { id: role.id, grants: ['payments.edit'] }));
  const { person: late } = await createAdminWith(['dashboard.read']);
  // The approval begins before the assignment is committed, and waits for it.
  const assigned = Promise.withResolvers<void>();
  const assigning = as(one, async (ctx) => {
    await access.assign(ctx, { id: late.id, role_id: role.id });
    assigned.resolve();
    await new Promise((done) => setTimeout(done, 500));
  });
  await assigned.promise;
  await expect(decide(second, request?.id ?? 0)).rejects.toMatchObject({ failure: 'conflict' });
  await assigning;
  expect(await grantsOf(late)).not.toContain('payments.edit');
});

test('role permissions: a person whom another replaces among the holders does not pass for the one in the request', async () => {
  const { person, role } = await createAdminWith(['tours.read']);
  const { request } = await as(one, (ctx) => access.roleUpdate(ctx, { id: role.id, grants: ['payments.edit'] }));
  const { person: late, role: harmless } = await createAdminWith(['dashboard.read']);
  await as(one, (ctx) => access.assign(ctx, { id: person.id, role_id: harmless.id }));
  await as(one, (ctx) => access.assign(ctx, { id: late.id, role_id: role.id }));
  await expect(decide(second, request?.id ?? 0)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await grantsOf(late)).not.toContain('payments.edit');
});

test('role permissions: permissions on money start the waiting period of the holders again, and bar them and the requester from each other', async () => {
  const { person, role } = await createAdminWith(['tours.read', 'payments.edit']);
  const outside = await createPerson(services, 'superadmin');
  await makeAccountsEstablished(services, person, outside);
  const since = async () =>
    (await services.database.db.selectFrom('person').select('role_since').where('id', '=', person.id).executeTakeFirstOrThrow()).role_since.getTime();
  await as(one, (ctx) => access.roleUpdate(ctx, { id: role.id, grants: ['payments.edit', 'tours.edit'] }));
  expect(await since()).toBeLessThan(Date.now() - 86_400_000);
  const { request } = await as(one, (ctx) => access.roleUpdate(ctx, { id: role.id, grants: ['payments.edit', 'commission_settings.edit'] }));
  await decide(second, request?.id ?? 0);
  expect(await since()).toBeGreaterThan(Date.now() - 600_000);
  // Also where the holder gets another role with the same permissions later.
  await services.database.db
    .updateTable('person')
    .set({ staff_role_id: (await createPlatformRole(['payments.edit', 'commission_settings.edit'])).id })
    .where('id', '=', person.id)
    .execute();
  await makeAccountsEstablished(services, person);
  const bar = async (asker: TestPerson | undefined) => {
    const id = await createApprovalRequest(services.database.db, head(asker).id, 'receiptReversal');
    const now = await reloadTestPerson(services, person);
    return (await findApprovalBlocker(createTestCtx(services, now), buildRequestApproval('receiptReversal'), id))?.name ?? null;
  };
  expect(await bar(one)).toBe('invited');
  expect(await bar(outside)).toBeNull();
});
