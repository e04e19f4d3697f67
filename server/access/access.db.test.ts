import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { allPermissions, defaultGrants } from '#contract/access/grants.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { addPerson } from '#server/identity/people.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, reloadTestPerson, runAsPerson, type TestPerson, testPassword } from '#test/people.ts';
import * as access from './service.ts';

let services: TestServices;
let n = 0;
beforeAll(async () => {
  services = await createTestServices();
});

const page = { page: 1, page_size: 100 } as const;
const again = (who: TestPerson) => reloadTestPerson(services, who);
async function hire(owner: TestPerson, grants: readonly string[]): Promise<TestPerson> {
  const { db } = services.database;
  const role = await db
    .insertInto('staff_role')
    .values({ company_id: owner.me.companyId, name: `Role ${++n}`, grants: [...grants] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const email = `hired${n}@makao.test`;
  const id = await addPerson(services.auth, db, {
    name: `Hired ${n}`,
    email,
    password: testPassword,
    userType: userTypes.staff,
    companyId: owner.me.companyId,
    staffRoleId: role.id,
  });
  return again({ id, email, me: owner.me });
}
const keeper = [
  'staff_roles_and_permissions.create',
  'staff_roles_and_permissions.read',
  'staff_roles_and_permissions.edit',
  'staff_roles_and_permissions.delete',
  'staff.read',
  'staff.edit',
  'staff.delete',
  'invoices.read',
];

describe('access control: a person cannot grant permissions they lack', () => {
  test('no sequence of role changes and assignments gives a permission that the granting person or the company owner lacks', async () => {
    const sample = [
      'invoices.read',
      'invoices.edit',
      'invoices.delete',
      'revenue.read',
      'staff.edit',
      'staff_roles_and_permissions.edit',
      'staff_roles_and_permissions.create',
      'tours.create',
      'admins.create',
    ];
    const grants = fc.subarray(sample);
    const step = fc.record({
      act: fc.constantFrom('create', 'edit', 'assign', 'staffRole', 'delete'),
      actor: fc.nat(3),
      target: fc.nat(3),
      role: fc.nat(7),
      grants,
    });
    await fc.assert(
      fc.asyncProperty(grants, grants, fc.array(step, { minLength: 6, maxLength: 14 }), async (first, second, steps) => {
        const owner = await createPerson(services, 'owner');
        const stranger = await createPerson(services, 'owner');
        const people = [owner, await hire(owner, [...keeper, ...first]), await hire(owner, second), stranger];
        for (const { act, actor, target, role, grants: wanted } of steps) {
          const now = await Promise.all(people.map(again));
          const who = now[actor] as TestPerson;
          const whom = now[target] as TestPerson;
          const all = await services.database.db
            .selectFrom('staff_role')
            .select('id')
            .where((eb) =>
              eb.or([
                eb(
                  'company_id',
                  'in',
                  [owner.me.companyId, stranger.me.companyId].filter((id) => id !== null),
                ),
                eb('system', '=', true),
              ]),
            )
            .orderBy('id')
            .execute();
          const roleId = all[role % all.length]?.id ?? 0;
          const work = runAsPerson(services, who, async (ctx): Promise<unknown> => {
            if (act === 'create') return access.roleCreate(ctx, { name: `Made ${++n}`, description: '', grants: wanted as never });
            if (act === 'edit') return access.roleUpdate(ctx, { id: roleId, grants: wanted as never });
            if (act === 'delete') return access.roleDelete(ctx, { id: roleId });
            return act === 'assign' ? access.assign(ctx, { id: whom.id, role_id: roleId }) : access.staffRole(ctx, { id: whom.id, role_id: roleId });
          });
          const done = await work.then(
            () => true,
            (problem: unknown) => {
              if (!(problem instanceof Refusal)) throw problem;
              return false;
            },
          );
          const after = await Promise.all(people.map(again));
          for (const [index, person] of after.entries()) {
            const before = now[index] as TestPerson;
            const gained = [...person.me.grants].filter((grant) => !before.me.grants.has(grant));
            if (!done) expect(gained).toEqual([]);
            for (const grant of gained) {
              expect(who.me.grants.has(grant), `${act} gave ${grant} that the giver lacked`).toBe(true);
              expect(defaultGrants.owner.has(grant), `${act} gave ${grant} that the account holder lacks`).toBe(true);
            }
            if (person.id === who.id) expect(gained).toEqual([]);
          }
          expect([...(after[3] as TestPerson).me.grants]).toEqual([...stranger.me.grants]);
        }
      }),
      { numRuns: 12, endOnFailure: true },
    );
  }, 120_000);

  test('rejects a role with permissions that its creator lacks, and names the missing permissions', async () => {
    const owner = await createPerson(services, 'owner');
    const staff = await hire(owner, keeper);
    const make = (who: TestPerson, grants: string[]) =>
      runAsPerson(services, who, (ctx) => access.roleCreate(ctx, { name: `Role ${++n}`, description: '', grants: grants as never }));
    await expect(make(staff, ['invoices.edit'])).rejects.toMatchObject({ failure: 'forbidden', extra: { missing: 'invoices.edit' } });
    await expect(make(owner, ['settlement_transactions.read'])).rejects.toMatchObject({ failure: 'forbidden' });
    expect((await make(staff, ['invoices.read'])).grants).toEqual(['invoices.read']);
  });

  test('staff cannot deactivate themselves or change a role or colleague with more permissions, and system roles cannot be changed', async () => {
    const owner = await createPerson(services, 'owner');
    const staff = await hire(owner, keeper);
    const stronger = await hire(owner, [...keeper, 'payments.edit']);
    const { staffRoleId } = (await access.readPersonAccess(services.database.db, stronger.id)) ?? { staffRoleId: 0 };
    const run = <T>(who: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who, work);
    await expect(run(staff, (ctx) => access.roleUpdate(ctx, { id: staffRoleId ?? 0, grants: [] }))).rejects.toMatchObject({ failure: 'forbidden' });
    await expect(run(staff, (ctx) => access.staffRemove(ctx, { id: stronger.id }))).rejects.toMatchObject({ failure: 'forbidden' });
    await expect(run(staff, (ctx) => access.staffActive(ctx, { id: staff.id, is_active: false, reason: 'On leave' }))).rejects.toMatchObject({
      failure: 'forbidden',
    });
    const { results } = await access.listRoles(createTestCtx(services, owner), { ...page, sort: 'name', z_filter: { system: true } });
    expect(results.map((r) => r.name)).toEqual(['Auditor', 'Manager', 'Viewer']);
    await expect(run(owner, (ctx) => access.roleUpdate(ctx, { id: results[0]?.id ?? 0, grants: [] }))).rejects.toMatchObject({
      failure: 'forbidden',
    });
  });
});

test("access control: removing a staff member of a suspended owner requires every permission of the staff member's role", async () => {
  const owner = await createPerson(services, 'owner');
  const strong = await hire(owner, [...keeper, 'payments.edit']);
  const admin = await createPerson(services, 'admin');
  const { db } = services.database;
  const values = { company_id: null, audience: 'platform' as const, name: `Narrow ${++n}`, grants: keeper };
  const role = await db.insertInto('staff_role').values(values).returning('id').executeTakeFirstOrThrow();
  await db.updateTable('person').set({ staff_role_id: role.id }).where('id', '=', admin.id).execute();
  await db.updateTable('person').set({ verified_status: 'suspended' }).where('id', '=', owner.id).execute();
  const [narrow, held] = [await again(admin), await again(strong)];
  expect([held.me.grants.has('payments.edit'), narrow.me.grants.has('staff.delete')]).toEqual([false, true]);
  const removed = runAsPerson(services, narrow, (ctx) => access.staffRemove(ctx, { id: strong.id }));
  await expect(removed).rejects.toMatchObject({ failure: 'forbidden', extra: { missing: 'payments.edit' } });
  expect((await access.staffDetails(createTestCtx(services, narrow), { id: strong.id })).may).toEqual({ edit: false, role: false, remove: false });
});

describe('access: roles', () => {
  test('a role with assigned staff cannot be deleted, and the error states the number of staff', async () => {
    const owner = await createPerson(services, 'owner');
    const staff = await hire(owner, ['dashboard.read']);
    const id = (await access.readPersonAccess(services.database.db, staff.id))?.staffRoleId ?? 0;
    await expect(runAsPerson(services, owner, (ctx) => access.roleDelete(ctx, { id }))).rejects.toMatchObject({
      failure: 'conflict',
      extra: { members: 1 },
    });
    await runAsPerson(services, owner, (ctx) => access.staffRemove(ctx, { id: staff.id }));
    await runAsPerson(services, owner, (ctx) => access.roleDelete(ctx, { id }));
    await expect(access.roleDetails(createTestCtx(services, owner), { id })).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('hides the roles, staff and teams of a company from other companies', async () => {
    const [owner, other] = [await createPerson(services, 'owner'), await createPerson(services, 'agent')];
    const staff = await hire(owner, ['dashboard.read']);
    const role = (await access.readPersonAccess(services.database.db, staff.id))?.staffRoleId ?? 0;
    const team = await runAsPerson(services, owner, (ctx) =>
      access.teamCreate(ctx, { name: 'Ours', lead_id: staff.id, member_ids: [], limited: false, property_ids: [] }),
    );
    expect(team).toMatchObject({ lead: { id: staff.id }, members: [{ id: staff.id }] });
    const ctx = createTestCtx(services, other);
    await expect(access.roleDetails(ctx, { id: role })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(access.staffDetails(ctx, { id: staff.id })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(access.teamDetails(ctx, { id: team.id })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(access.staffDetails(createTestCtx(services, owner), { id: staff.id, code: 'USR-WRONG' })).rejects.toMatchObject({
      failure: 'notFound',
    });
  });

  test("a sub admin can change teams and staff only of companies in the sub admin's region", async () => {
    const owner = await createPerson(services, 'owner');
    const subadmin = await createPerson(services, 'subadmin');
    const team = await runAsPerson(services, owner, (ctx) =>
      access.teamCreate(ctx, { name: 'Regional', lead_id: null, member_ids: [], limited: false, property_ids: [] }),
    );
    const rename = () => runAsPerson(services, subadmin, (ctx) => access.teamUpdate(ctx, { id: team.id, name: `Renamed ${++n}` }));
    await expect(rename()).rejects.toMatchObject({ failure: 'notFound' });
    await services.database.db.updateTable('person').set({ region: '047' }).where('id', '=', subadmin.id).execute();
    await services.database.db.updateTable('company').set({ region: '047' }).where('id', '=', owner.me.companyId).execute();
    expect((await rename()).may.edit).toBe(true);
    // Staff belong to the region of their company, whatever region they themselves were given.
    const staff = await hire(owner, ['dashboard.read']);
    await services.database.db.updateTable('person').set({ region: null }).where('id', '=', staff.id).execute();
    await runAsPerson(services, subadmin, (ctx) => access.staffActive(ctx, { id: staff.id, is_active: false, reason: 'On leave' }));
    expect((await access.readPersonAccess(services.database.db, staff.id))?.isActive).toBe(false);
  });

  test('the permission explainer names the employer, the role or the account as the reason for a denial', async () => {
    const owner = await createPerson(services, 'owner');
    const staff = await hire(owner, ['dashboard.read', 'revenue.read']);
    const why = (document: 'dashboard' | 'revenue' | 'invoices') =>
      access.explain(createTestCtx(services, owner), { person_id: staff.id, document, action: 'read' });
    expect((await why('dashboard')).allowed).toBe(true);
    expect((await why('revenue')).chain.at(-1)).toMatchObject({ link: 'employer', ok: false });
    expect((await why('invoices')).chain.at(-1)).toMatchObject({ link: 'grant', ok: false });
    await runAsPerson(services, owner, (ctx) => access.staffActive(ctx, { id: staff.id, is_active: false, reason: 'On leave' }));
    expect((await why('dashboard')).chain).toMatchObject([{ link: 'account', ok: false }]);
    const { results } = await access.whoMay(createTestCtx(services, owner), { ...page, document: 'invoices', action: 'read' });
    expect(results.map((p) => [p.id, p.allowed])).toEqual([
      [owner.id, true],
      [staff.id, false],
    ]);
  });

  test("after an owner's account is closed, the permission explainer denies the owner's staff and no longer lists the owner", async () => {
    const owner = await createPerson(services, 'owner');
    const staff = await hire(owner, ['dashboard.read']);
    await services.database.db.updateTable('person').set({ closed_at: clock.now() }).where('id', '=', owner.id).execute();
    const { results } = await access.whoMay(createTestCtx(services, owner), { ...page, document: 'dashboard', action: 'read' });
    expect(results.map((p) => [p.id, p.allowed])).toEqual([[staff.id, false]]);
  });

  test('the permission explainer agrees with the permission check of a request for every permission', async () => {
    const owner = await createPerson(services, 'dealer');
    const granted = allPermissions.filter((_, at) => at % 3 === 0);
    const staff = await hire(owner, granted);
    const both = [await again(owner), await again(staff)];
    for (const permission of allPermissions) {
      const [document, action] = permission.split('.') as never[];
      const { results } = await access.whoMay(createTestCtx(services, owner), { ...page, document: document as never, action: action as never });
      for (const { id, me } of both) expect(results.find((p) => p.id === id)?.allowed, permission).toBe(me.grants.has(permission));
    }
  });
});

describe('access: staff', () => {
  test('removal ends the sessions and resets the account to onboarding, and a scheduled job removes staff after their last day', async () => {
    const owner = await createPerson(services, 'owner');
    const [leaving, ending] = [await hire(owner, ['dashboard.read']), await hire(owner, ['dashboard.read'])];
    const { db } = services.database;
    const session = (person_id: number) =>
      db
        .insertInto('person_session')
        .values({ person_id, token: `t${person_id}`, expires_at: new Date(Date.now() + 60_000) })
        .execute();
    await session(leaving.id);
    await session(ending.id);
    await runAsPerson(services, owner, (ctx) => access.staffRemove(ctx, { id: leaving.id }));
    await runAsPerson(services, owner, (ctx) => access.staffUpdate(ctx, { id: ending.id, ends_on: '2026-01-31' }));
    expect(await access.endExpiredStaffContracts(db)).toBe(1);
    expect(await access.endExpiredStaffContracts(db)).toBe(0);
    expect(await db.selectFrom('person_session').select('id').where('person_id', 'in', [leaving.id, ending.id]).execute()).toEqual([]);
    expect(
      await db
        .selectFrom('person')
        .select(['user_type', 'company_id', 'staff_role_id', 'onboarding'])
        .where('id', '=', leaving.id)
        .executeTakeFirst(),
    ).toEqual({ user_type: 8, company_id: null, staff_role_id: null, onboarding: true });
  });

  test('notifies staff of a changed role, and rejects an end date before the start date', async () => {
    const owner = await createPerson(services, 'owner');
    const staff = await hire(owner, ['dashboard.read']);
    const role = await runAsPerson(services, owner, (ctx) => access.roleCreate(ctx, { name: 'Clerk', description: '', grants: ['invoices.read'] }));
    await runAsPerson(services, owner, (ctx) => access.staffRole(ctx, { id: staff.id, role_id: role.id }));
    expect((await listSentNotifications(services)).at(-1)).toMatchObject({
      event: 'security.role_changed',
      to: { personId: staff.id },
      params: { role: 'Clerk' },
    });
    await expect(
      runAsPerson(services, owner, (ctx) => access.staffUpdate(ctx, { id: staff.id, starts_on: '2026-02-01', ends_on: '2026-01-01' })),
    ).rejects.toMatchObject({ failure: 'invalid' });
  });
});
