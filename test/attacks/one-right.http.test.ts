import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions, defaultGrants, isAllowed, toPermission } from '#contract/access/grants.ts';
import { findScreenRedirectPath } from '#contract/access/guard.ts';
import type { CallShape } from '#contract/kernel/call.ts';
import { platformRoles, userTypes } from '#contract/kernel/roles.ts';
import { isDashboardLayout } from '#contract/kernel/screen.ts';
import { screenAddresses } from '#contract/screens.ts';
import { makeApp } from '#server/app.ts';
import { buildCallRoutes } from '#server/modules.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson, type TestPerson } from '#test/people.ts';

/**
 * Every page and call of the platform requires a permission: an admin with a role opens exactly what the role allows, and a user type alone opens
 * nothing (042).
 */
let services: TestServices;
let app: FastifyInstance;
let admin: TestPerson;
let roleId: number;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
  admin = await createPerson(services, 'admin');
  const { db } = services.database;
  const role = { company_id: null, audience: 'platform' as const, name: 'One right', grants: [] };
  roleId = (await db.insertInto('staff_role').values(role).returning('id').executeTakeFirstOrThrow()).id;
  await db.updateTable('person').set({ staff_role_id: roleId }).where('id', '=', admin.id).execute();
});
afterAll(() => app.close());
const under = (grants: readonly string[]) =>
  services.database.db
    .updateTable('staff_role')
    .set({ grants: [...grants] })
    .where('id', '=', roleId)
    .execute();

/** Screens of the own account, and the page for refused requests. */
const ownScreens = ['people.accounts', 'people.accountEdit', 'people.accountAppearance', 'people.accountProfile', 'home.denied'];
/** Requests of several kinds: each row is shown to those whose permissions decide it, and to the person who made it. */
const requestScreens = ['approval.list', 'approval.detail'];
const platformScreens = screenAddresses.flatMap(({ key, screen, layout }) =>
  isDashboardLayout(layout) && (platformRoles as readonly string[]).includes(layout) ? [{ key, screen, layout: layout as 'admin' }] : [],
);

test("platform screens: every screen requires a permission, except the screens of the person's own account", () => {
  expect(platformScreens.length).toBeGreaterThan(60);
  const free = platformScreens.filter(({ screen }) => toPermission(screen.needs) === null).map(({ key }) => key);
  expect([...new Set(free)].filter((key) => ![...ownScreens, ...requestScreens].includes(key))).toEqual([]);
});

test('platform screens: each permission opens exactly the screens that require that permission', () => {
  const wrong: string[] = [];
  for (const right of allPermissions)
    for (const { key, screen, layout } of platformScreens) {
      const visitor = { role: layout, layout, onboarding: false, grants: new Set([right]) };
      const open = findScreenRedirectPath(screen, layout, visitor, '/') === null;
      if (open !== ([...ownScreens, ...requestScreens].includes(key) || toPermission(screen.needs) === right))
        wrong.push(`${layout} with ${right}: ${key}`);
    }
  expect(wrong).toEqual([]);
});

/**
 * Calls of some user types without a named permission: the own account, and acts on an account, which need the permission for its kind
 * (people/rules.ts). Requests are judged by the rule of their kind.
 */
const judgedByRecord =
  /^\/api\/v2\/approval\/|^\/api\/v2\/accounts\/user\/(?:change_owner_agent_dealer_status|change_user_status|update_user_region|upgrade_user_to_company|user_delete|fetch_user_history|verify_user_email|user_consequences|fetch_requests|ask_superadmin|settle_request)\/$/;
const reaches = ({ needs }: CallShape) =>
  typeof needs !== 'string' && (!('only' in needs) || needs.only.some((role) => (platformRoles as readonly string[]).includes(role)));

test("platform calls: every call requires a permission, except calls about the caller's own account and calls checked per record", () => {
  const free = buildCallRoutes(services).flatMap(({ call }) =>
    reaches(call) && toPermission(call.needs) === null && !call.ownAccount ? [call.path] : [],
  );
  expect(
    free.filter((path) => !judgedByRecord.test(path) && !/update_super_user_details|\/accounts\/(?:super_admin|admin|sub_admin)\//.test(path)),
  ).toEqual([]);
});

test('platform calls: each call is rejected without its permission and allowed if the caller has only that permission', async () => {
  const open: string[] = [];
  const shut: string[] = [];
  const token = await signInForApiToken(app, admin);
  const calls = buildCallRoutes(services).flatMap(({ call }) => {
    const right = toPermission(call.needs);
    const may = isAllowed(call.needs, { role: 'admin', grants: defaultGrants.admin });
    return right && may && !call.ownAccount ? [{ call, right }] : [];
  });
  expect(calls.length).toBeGreaterThan(120);
  const ask = (call: CallShape) =>
    sendRequest(app, call.path.replace(/:\w+/g, '0'), { method: call.method, token, ...(call.body ? { body: {} } : {}) });
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

test("verification officer: cannot read super admins, careers, or people and log entries outside the officer's permissions", async () => {
  await under(['dashboard.read', 'property_verification.read', 'property_verification.edit']);
  const token = await signInForApiToken(app, admin);
  const status = async (path: string) => (await sendRequest(app, `/api/v2/${path}`, { token })).status;
  for (const path of ['accounts/super_admin/fetch_super_admins/?page=1', 'accounts/user/fetch_users/?page=1', 'careers/vacancies/?page=1'])
    expect(await status(path), path).toBe(403);
  // A log entry of another person, which the officer may not read.
  await signInForApiToken(app, await createPerson(services, 'owner'));
  const log = await sendRequest(app, '/api/v2/audit/logs/?page=1&page_size=100', { token });
  expect(log.json.results.filter((row: { actor: { id: number } | null }) => row.actor?.id !== admin.id)).toEqual([]);
  const owner = await createPerson(services, 'owner');
  expect(await status(`accounts/user/fetch_user_history/?user_id=${owner.id}&page=1`)).toBe(404);
  await under(['tenants.read', 'owners.read']);
  const users = await sendRequest(app, '/api/v2/accounts/user/fetch_users/?page=1&page_size=100', { token });
  const kinds = new Set(users.json.results.map((row: { user_type: number }) => row.user_type));
  expect(kinds.has(userTypes.owner)).toBe(true);
  expect(kinds.has(userTypes.admin)).toBe(false);
});
