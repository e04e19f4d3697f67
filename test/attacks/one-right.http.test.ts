import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allows, allPermissions, defaultGrants, permissionOf } from '#contract/access/grants.ts';
import { guard } from '#contract/access/guard.ts';
import type { CallShape } from '#contract/kernel/call.ts';
import { platformRoles, userTypes } from '#contract/kernel/roles.ts';
import { isDashboard } from '#contract/kernel/screen.ts';
import { addresses } from '#contract/screens.ts';
import { makeApp } from '#server/app.ts';
import { routesOf } from '#server/rooms.ts';
import { send, tokenFor } from '#test/client.ts';
import { freshHouse, type House } from '#test/db.ts';
import { type Somebody, somebody } from '#test/world.ts';

/** Every page and call of the platform is bound to a right: who runs it under a role opens what the role says, and a user type opens nothing (042). */
let house: House;
let app: FastifyInstance;
let admin: Somebody;
let roleId: number;
beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
  admin = await somebody(house, 'admin');
  const { db } = house.database;
  const role = { company_id: null, audience: 'platform' as const, name: 'One right', grants: [] };
  roleId = (await db.insertInto('staff_role').values(role).returning('id').executeTakeFirstOrThrow()).id;
  await db.updateTable('person').set({ staff_role_id: roleId }).where('id', '=', admin.id).execute();
});
afterAll(() => app.close());
const under = (grants: readonly string[]) =>
  house.database.db
    .updateTable('staff_role')
    .set({ grants: [...grants] })
    .where('id', '=', roleId)
    .execute();

/** One's own: the account, and the page that says what is refused. */
const ownScreens = ['people.accounts', 'people.accountEdit', 'people.accountAppearance', 'people.accountProfile', 'home.denied'];
const platformScreens = addresses.flatMap(({ key, screen, layout }) =>
  isDashboard(layout) && (platformRoles as readonly string[]).includes(layout) ? [{ key, screen, layout: layout as 'admin' }] : [],
);

test('every screen of the platform names a right, but one’s own account', () => {
  expect(platformScreens.length).toBeGreaterThan(60);
  const free = platformScreens.filter(({ screen }) => permissionOf(screen.needs) === null).map(({ key }) => key);
  expect([...new Set(free)].filter((key) => !ownScreens.includes(key))).toEqual([]);
});

test('each single right opens the screens that name it and no other', () => {
  const wrong: string[] = [];
  for (const right of allPermissions)
    for (const { key, screen, layout } of platformScreens) {
      const visitor = { role: layout, layout, onboarding: false, grants: new Set([right]) };
      const open = guard(screen, layout, visitor, '/') === null;
      if (open !== (ownScreens.includes(key) || permissionOf(screen.needs) === right)) wrong.push(`${layout} with ${right}: ${key}`);
    }
  expect(wrong).toEqual([]);
});

/** Calls of some user types that name no right: one's own account, and acts on an account, which take the right over its kind (people/rules.ts). */
const judgedByRecord =
  /^\/api\/v2\/accounts\/user\/(?:change_owner_agent_dealer_status|change_user_status|update_user_region|upgrade_user_to_company|user_delete|fetch_user_history|verify_user_email|user_consequences|fetch_requests|ask_superadmin|settle_request)\/$/;
const reaches = ({ needs }: CallShape) =>
  typeof needs !== 'string' && (!('only' in needs) || needs.only.some((role) => (platformRoles as readonly string[]).includes(role)));

test('every call of the platform names a right, but one’s own account', () => {
  const free = routesOf(house).flatMap(({ call }) => (reaches(call) && permissionOf(call.needs) === null && !call.ownAccount ? [call.path] : []));
  expect(
    free.filter((path) => !judgedByRecord.test(path) && !/update_super_user_details|\/accounts\/(?:super_admin|admin|sub_admin)\//.test(path)),
  ).toEqual([]);
});

test('an admin with all rights but one is refused where it is asked for, and with that one alone is not', async () => {
  const open: string[] = [];
  const shut: string[] = [];
  const token = await tokenFor(app, admin);
  const calls = routesOf(house).flatMap(({ call }) => {
    const right = permissionOf(call.needs);
    const may = allows(call.needs, { role: 'admin', grants: defaultGrants.admin });
    return right && may && !call.ownAccount ? [{ call, right }] : [];
  });
  expect(calls.length).toBeGreaterThan(120);
  const ask = (call: CallShape) => send(app, call.path.replace(/:\w+/g, '0'), { method: call.method, token, ...(call.body ? { body: {} } : {}) });
  for (const right of new Set(calls.map((one) => one.right))) {
    const asking = calls.filter((one) => one.right === right).map((one) => one.call);
    await under([...defaultGrants.admin].filter((grant) => grant !== right));
    for (const call of asking) if ((await ask(call)).status !== 403) open.push(`${right}: ${call.method} ${call.path}`);
    await under([right]);
    for (const call of asking.filter((one) => one.method === 'GET')) {
      const { status, json } = await ask(call);
      if (status === 403 && json.missing === right) shut.push(`${right}: ${call.path}`);
    }
  }
  expect(open).toEqual([]);
  expect(shut).toEqual([]);
}, 120_000);

test('a verification officer opens neither superadmins nor the log nor careers nor people they may not read about', async () => {
  await under(['dashboard.read', 'property_verification.read', 'property_verification.edit']);
  const token = await tokenFor(app, admin);
  const status = async (path: string) => (await send(app, `/api/v2/${path}`, { token })).status;
  for (const path of ['accounts/super_admin/fetch_super_admins/?page=1', 'accounts/user/fetch_users/?page=1', 'careers/vacancies/?page=1'])
    expect(await status(path), path).toBe(403);
  // A trace of somebody else, which is not theirs to read.
  await tokenFor(app, await somebody(house, 'owner'));
  const log = await send(app, '/api/v2/audit/logs/?page=1&page_size=100', { token });
  expect(log.json.results.filter((row: { actor: { id: number } | null }) => row.actor?.id !== admin.id)).toEqual([]);
  const owner = await somebody(house, 'owner');
  expect(await status(`accounts/user/fetch_user_history/?user_id=${owner.id}&page=1`)).toBe(404);
  await under(['tenants.read', 'owners.read']);
  const users = await send(app, '/api/v2/accounts/user/fetch_users/?page=1&page_size=100', { token });
  const kinds = new Set(users.json.results.map((row: { user_type: number }) => row.user_type));
  expect(kinds.has(userTypes.owner)).toBe(true);
  expect(kinds.has(userTypes.admin)).toBe(false);
});
