import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { allPermissions, defaultGrants } from '#contract/access/grants.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { addPerson } from '#server/identity/people.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { asNow, ctxOf, inTransaction, password, type Somebody, somebody } from '#test/world.ts';
import * as access from './service.ts';

let house: House;
let n = 0;
beforeAll(async () => {
  house = await freshHouse();
});

const page = { page: 1, page_size: 100 } as const;
const again = (who: Somebody) => asNow(house, who);
async function hire(owner: Somebody, grants: readonly string[]): Promise<Somebody> {
  const { db } = house.database;
  const role = await db
    .insertInto('staff_role')
    .values({ company_id: owner.me.companyId, name: `Role ${++n}`, grants: [...grants] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const email = `hired${n}@makao.test`;
  const id = await addPerson(house.auth, db, {
    name: `Hired ${n}`,
    email,
    password,
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

describe('nobody can grant what they lack', () => {
  test('no sequence of making, changing and giving roles lets anybody gain what the giver or the account holder lacked', async () => {
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
        const owner = await somebody(house, 'owner');
        const stranger = await somebody(house, 'owner');
        const people = [owner, await hire(owner, [...keeper, ...first]), await hire(owner, second), stranger];
        for (const { act, actor, target, role, grants: wanted } of steps) {
          const now = await Promise.all(people.map(again));
          const who = now[actor] as Somebody;
          const whom = now[target] as Somebody;
          const all = await house.database.db
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
          const work = inTransaction(house, who, async (ctx): Promise<unknown> => {
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
            const before = now[index] as Somebody;
            const gained = [...person.me.grants].filter((grant) => !before.me.grants.has(grant));
            if (!done) expect(gained).toEqual([]);
            for (const grant of gained) {
              expect(who.me.grants.has(grant), `${act} gave ${grant} that the giver lacked`).toBe(true);
              expect(defaultGrants.owner.has(grant), `${act} gave ${grant} that the account holder lacks`).toBe(true);
            }
            if (person.id === who.id) expect(gained).toEqual([]);
          }
          expect([...(after[3] as Somebody).me.grants]).toEqual([...stranger.me.grants]);
        }
      }),
      { numRuns: 12, endOnFailure: true },
    );
  }, 120_000);

  test('a role may hold only what its maker holds; the refusal names what is missing', async () => {
    const owner = await somebody(house, 'owner');
    const staff = await hire(owner, keeper);
    const make = (who: Somebody, grants: string[]) =>
      inTransaction(house, who, (ctx) => access.roleCreate(ctx, { name: `Role ${++n}`, description: '', grants: grants as never }));
    await expect(make(staff, ['invoices.edit'])).rejects.toMatchObject({ failure: 'forbidden', extra: { missing: 'invoices.edit' } });
    await expect(make(owner, ['settlement_transactions.read'])).rejects.toMatchObject({ failure: 'forbidden' });
    expect((await make(staff, ['invoices.read'])).grants).toEqual(['invoices.read']);
  });

  test('staff cannot touch a role that holds more than they do, nor their own place, nor a system role', async () => {
    const owner = await somebody(house, 'owner');
    const staff = await hire(owner, keeper);
    const stronger = await hire(owner, [...keeper, 'payments.edit']);
    const { staffRoleId } = (await access.standingOf(house.database.db, stronger.id)) ?? { staffRoleId: 0 };
    const run = <T>(who: Somebody, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, who, work);
    await expect(run(staff, (ctx) => access.roleUpdate(ctx, { id: staffRoleId ?? 0, grants: [] }))).rejects.toMatchObject({ failure: 'forbidden' });
    await expect(run(staff, (ctx) => access.staffRemove(ctx, { id: stronger.id }))).rejects.toMatchObject({ failure: 'forbidden' });
    await expect(run(staff, (ctx) => access.staffActive(ctx, { id: staff.id, is_active: false, reason: 'On leave' }))).rejects.toMatchObject({
      failure: 'forbidden',
    });
    const { results } = await access.roles(ctxOf(house, owner), { ...page, sort: 'name', z_filter: { system: true } });
    expect(results.map((r) => r.name)).toEqual(['Manager', 'Viewer']);
    await expect(run(owner, (ctx) => access.roleUpdate(ctx, { id: results[0]?.id ?? 0, grants: [] }))).rejects.toMatchObject({
      failure: 'forbidden',
    });
  });
});

test('who is held back has their rights all the same for whoever would act on them', async () => {
  const owner = await somebody(house, 'owner');
  const strong = await hire(owner, [...keeper, 'payments.edit']);
  const admin = await somebody(house, 'admin');
  const { db } = house.database;
  const values = { company_id: null, audience: 'platform' as const, name: `Narrow ${++n}`, grants: keeper };
  const role = await db.insertInto('staff_role').values(values).returning('id').executeTakeFirstOrThrow();
  await db.updateTable('person').set({ staff_role_id: role.id }).where('id', '=', admin.id).execute();
  await db.updateTable('person').set({ verified_status: 'suspended' }).where('id', '=', owner.id).execute();
  const [narrow, held] = [await again(admin), await again(strong)];
  expect([held.me.grants.has('payments.edit'), narrow.me.grants.has('staff.delete')]).toEqual([false, true]);
  const removed = inTransaction(house, narrow, (ctx) => access.staffRemove(ctx, { id: strong.id }));
  await expect(removed).rejects.toMatchObject({ failure: 'forbidden', extra: { missing: 'payments.edit' } });
  expect((await access.staffDetails(ctxOf(house, narrow), { id: strong.id })).may).toEqual({ edit: false, role: false, remove: false });
});

describe('roles', () => {
  test('one that people have, or that an invitation offers, is not deleted; the refusal counts', async () => {
    const owner = await somebody(house, 'owner');
    const staff = await hire(owner, ['dashboard.read']);
    const id = (await access.standingOf(house.database.db, staff.id))?.staffRoleId ?? 0;
    await expect(inTransaction(house, owner, (ctx) => access.roleDelete(ctx, { id }))).rejects.toMatchObject({
      failure: 'conflict',
      extra: { members: 1 },
    });
    await inTransaction(house, owner, (ctx) => access.staffRemove(ctx, { id: staff.id }));
    await inTransaction(house, owner, (ctx) => access.roleDelete(ctx, { id }));
    await expect(access.roleDetails(ctxOf(house, owner), { id })).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('another company sees neither role nor staff nor team', async () => {
    const [owner, other] = [await somebody(house, 'owner'), await somebody(house, 'agent')];
    const staff = await hire(owner, ['dashboard.read']);
    const role = (await access.standingOf(house.database.db, staff.id))?.staffRoleId ?? 0;
    const team = await inTransaction(house, owner, (ctx) =>
      access.teamCreate(ctx, { name: 'Ours', lead_id: staff.id, member_ids: [], limited: false, property_ids: [] }),
    );
    expect(team).toMatchObject({ lead: { id: staff.id }, members: [{ id: staff.id }] });
    const ctx = ctxOf(house, other);
    await expect(access.roleDetails(ctx, { id: role })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(access.staffDetails(ctx, { id: staff.id })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(access.teamDetails(ctx, { id: team.id })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(access.staffDetails(ctxOf(house, owner), { id: staff.id, code: 'USR-WRONG' })).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('a subadmin sees and changes what is in their region; elsewhere there is nothing', async () => {
    const owner = await somebody(house, 'owner');
    const subadmin = await somebody(house, 'subadmin');
    const team = await inTransaction(house, owner, (ctx) =>
      access.teamCreate(ctx, { name: 'Regional', lead_id: null, member_ids: [], limited: false, property_ids: [] }),
    );
    const rename = () => inTransaction(house, subadmin, (ctx) => access.teamUpdate(ctx, { id: team.id, name: `Renamed ${++n}` }));
    await expect(rename()).rejects.toMatchObject({ failure: 'notFound' });
    await house.database.db.updateTable('person').set({ region: '047' }).where('id', '=', subadmin.id).execute();
    await house.database.db.updateTable('company').set({ region: '047' }).where('id', '=', owner.me.companyId).execute();
    expect((await rename()).may.edit).toBe(true);
    // Staff stand where their company stands, whatever region they themselves were given.
    const staff = await hire(owner, ['dashboard.read']);
    await house.database.db.updateTable('person').set({ region: null }).where('id', '=', staff.id).execute();
    await inTransaction(house, subadmin, (ctx) => access.staffActive(ctx, { id: staff.id, is_active: false, reason: 'On leave' }));
    expect((await access.standingOf(house.database.db, staff.id))?.isActive).toBe(false);
  });

  test('why: each link of the chain can be the one that refuses', async () => {
    const owner = await somebody(house, 'owner');
    const staff = await hire(owner, ['dashboard.read', 'revenue.read']);
    const why = (document: 'dashboard' | 'revenue' | 'invoices') =>
      access.explain(ctxOf(house, owner), { person_id: staff.id, document, action: 'read' });
    expect((await why('dashboard')).allowed).toBe(true);
    expect((await why('revenue')).chain.at(-1)).toMatchObject({ link: 'employer', ok: false });
    expect((await why('invoices')).chain.at(-1)).toMatchObject({ link: 'grant', ok: false });
    await inTransaction(house, owner, (ctx) => access.staffActive(ctx, { id: staff.id, is_active: false, reason: 'On leave' }));
    expect((await why('dashboard')).chain).toMatchObject([{ link: 'account', ok: false }]);
    const { results } = await access.whoMay(ctxOf(house, owner), { ...page, document: 'invoices', action: 'read' });
    expect(results.map((p) => [p.id, p.allowed])).toEqual([
      [owner.id, true],
      [staff.id, false],
    ]);
  });

  test('who may knows that nobody leads a company whose head is gone', async () => {
    const owner = await somebody(house, 'owner');
    const staff = await hire(owner, ['dashboard.read']);
    await house.database.db.updateTable('person').set({ closed_at: clock.now() }).where('id', '=', owner.id).execute();
    const { results } = await access.whoMay(ctxOf(house, owner), { ...page, document: 'dashboard', action: 'read' });
    expect(results.map((p) => [p.id, p.allowed])).toEqual([[staff.id, false]]);
  });

  test('who may agrees with what the person’s own requests are judged by, for every permission', async () => {
    const owner = await somebody(house, 'dealer');
    const staff = await hire(
      owner,
      [...allPermissions].filter((_, at) => at % 3 === 0),
    );
    for (const permission of allPermissions.filter((_, at) => at % 7 === 0)) {
      const [document, action] = permission.split('.') as never[];
      const { results } = await access.whoMay(ctxOf(house, owner), { ...page, document: document as never, action: action as never });
      for (const who of [owner, staff])
        expect(results.find((p) => p.id === who.id)?.allowed, permission).toBe((await again(who)).me.grants.has(permission));
    }
  });
});

describe('staff', () => {
  test('removing ends sessions and leaves a newcomer; the last day passes by the clock', async () => {
    const owner = await somebody(house, 'owner');
    const [leaving, ending] = [await hire(owner, ['dashboard.read']), await hire(owner, ['dashboard.read'])];
    const { db } = house.database;
    const session = (person_id: number) =>
      db
        .insertInto('person_session')
        .values({ person_id, token: `t${person_id}`, expires_at: new Date(Date.now() + 60_000) })
        .execute();
    await session(leaving.id);
    await session(ending.id);
    await inTransaction(house, owner, (ctx) => access.staffRemove(ctx, { id: leaving.id }));
    await inTransaction(house, owner, (ctx) => access.staffUpdate(ctx, { id: ending.id, ends_on: '2026-01-31' }));
    expect(await access.endContracts(db)).toBe(1);
    expect(await access.endContracts(db)).toBe(0);
    expect(await db.selectFrom('person_session').select('id').where('person_id', 'in', [leaving.id, ending.id]).execute()).toEqual([]);
    expect(
      await db
        .selectFrom('person')
        .select(['user_type', 'company_id', 'staff_role_id', 'onboarding'])
        .where('id', '=', leaving.id)
        .executeTakeFirst(),
    ).toEqual({ user_type: 8, company_id: null, staff_role_id: null, onboarding: true });
  });

  test('a changed role is told, and the end before the start is refused', async () => {
    const owner = await somebody(house, 'owner');
    const staff = await hire(owner, ['dashboard.read']);
    const role = await inTransaction(house, owner, (ctx) => access.roleCreate(ctx, { name: 'Clerk', description: '', grants: ['invoices.read'] }));
    await inTransaction(house, owner, (ctx) => access.staffRole(ctx, { id: staff.id, role_id: role.id }));
    expect((await told(house)).at(-1)).toMatchObject({ event: 'security.role_changed', to: { personId: staff.id }, params: { role: 'Clerk' } });
    await expect(
      inTransaction(house, owner, (ctx) => access.staffUpdate(ctx, { id: staff.id, starts_on: '2026-02-01', ends_on: '2026-01-01' })),
    ).rejects.toMatchObject({ failure: 'invalid' });
  });
});
