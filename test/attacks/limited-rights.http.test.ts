import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userTypes } from '#contract/kernel/roles.ts';
import { makeApp } from '#server/app.ts';
import { addPerson } from '#server/identity/people.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { addProperty } from '#test/fixtures/market.ts';
import { createPerson, type TestPerson, testPassword } from '#test/people.ts';

/**
 * A team's limit is part of its members' permissions: a limited member gives and removes nothing beyond the team's properties (issue 7, A5 and A8).
 */
let services: TestServices;
let app: FastifyInstance;
let staff: TestPerson;
let token: string;
let company_id: number;
let near: number;
let far: number;
let team: number;

const rights = ['agents', 'property', 'units', 'teams', 'staff', 'staff_roles_and_permissions', 'invites'].flatMap((document) =>
  ['read', 'create', 'edit', 'delete'].map((action) => `${document}.${action}`),
);
const all = (table: 'team' | 'person' | 'mandate' | 'staff_role', id: number) =>
  services.database.db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const post = (path: string, body: object) => sendRequest(app, `/api/v2/access/${path}/`, { method: 'POST', token, body });
const patch = (path: string, id: number, body: object) => sendRequest(app, `/api/v2/access/${path}/?id=${id}`, { method: 'PATCH', token, body });
const drop = (path: string, id: number) => sendRequest(app, `/api/v2/access/${path}/?id=${id}`, { method: 'DELETE', token });

async function mandate(property_ids: readonly number[] | 'all'): Promise<number> {
  const { db } = services.database;
  const agent = await createPerson(services, 'agent');
  const values = {
    owner_company_id: company_id,
    agent_company_id: agent.me.companyId ?? 0,
    grants: ['property.read'],
    all_properties: property_ids === 'all',
  };
  const { id } = await db.insertInto('mandate').values(values).returning('id').executeTakeFirstOrThrow();
  for (const property_id of property_ids === 'all' ? [] : property_ids)
    await db.insertInto('mandate_property').values({ mandate_id: id, property_id }).execute();
  return id;
}
/** A colleague with a role of their own, in no team unless one is named. */
async function colleague(inTeam: number | null = null): Promise<{ id: number; role: number }> {
  const { db } = services.database;
  const name = `Role ${Math.random()}`;
  const role = await db
    .insertInto('staff_role')
    .values({ company_id, name, grants: ['property.read'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const person = {
    name,
    email: `${Math.random()}@makao.test`,
    password: testPassword,
    userType: userTypes.staff,
    companyId: company_id,
    staffRoleId: role.id,
  };
  const id = await addPerson(services.auth, db, person);
  if (inTeam !== null) await db.insertInto('team_member').values({ team_id: inTeam, person_id: id }).execute();
  return { id, role: role.id };
}

beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
  const { db } = services.database;
  staff = await createPerson(services, 'staff', rights);
  company_id = staff.me.companyId ?? 0;
  [near, far] = [await addProperty(services, company_id), await addProperty(services, company_id)];
  team = (await db.insertInto('team').values({ company_id, name: 'Near', limited: true }).returning('id').executeTakeFirstOrThrow()).id;
  await db.insertInto('team_member').values({ team_id: team, person_id: staff.id }).execute();
  await db.insertInto('team_property').values({ team_id: team, property_id: near }).execute();
  token = await signInForApiToken(app, staff);
});
afterAll(() => app.close());

test('staff restricted to some properties: can give mandates on these properties only', async () => {
  const agent = await createPerson(services, 'agent');
  const agent_company_id = agent.me.companyId ?? 0;
  await services.database.db.insertInto('company_connection').values({ company_id, person_id: agent.id }).execute();
  const field = async (body: object) => {
    const { status, json } = await post('mandate_create', { agent_company_id, ...body });
    return [status, Object.keys(json?.fields ?? {})];
  };
  expect(await field({ all_properties: true })).toEqual([400, ['all_properties']]);
  expect(await field({})).toEqual([400, ['property_ids']]);
  expect(await field({ property_ids: [near, far] })).toEqual([400, ['property_ids']]);
  const made = await post('mandate_create', { agent_company_id, property_ids: [near] });
  expect([made.status, made.json.all_properties], made.text).toEqual([200, false]);
  expect((await patch('mandate_update', made.json.id, { all_properties: true })).status).toBe(400);
  expect((await patch('mandate_update', made.json.id, { property_ids: [far] })).status).toBe(400);
  expect((await patch('mandate_update', made.json.id, { ends_on: '2099-01-01' })).status).toBe(200);
  expect((await drop('mandate_end', made.json.id)).status).toBe(200);
});

test('staff restricted to some properties: can neither change nor end a mandate that also covers other properties', async () => {
  for (const id of [await mandate('all'), await mandate([near, far])]) {
    const before = await all('mandate', id);
    for (const change of [{ ends_on: '2099-01-01' }, { all_properties: false, property_ids: [near] }, { may_sign: true }])
      expect((await patch('mandate_update', id, change)).status).toBe(403);
    expect((await drop('mandate_end', id)).status).toBe(403);
    expect(await all('mandate', id)).toEqual(before);
  }
});

test('staff restricted to some properties: cannot change a colleague without a team or with access to more properties', async () => {
  const { db } = services.database;
  const wide = await db.insertInto('team').values({ company_id, name: 'Wide', limited: true }).returning('id').executeTakeFirstOrThrow();
  await db
    .insertInto('team_property')
    .values([near, far].map((property_id) => ({ team_id: wide.id, property_id })))
    .execute();
  const mine = (await colleague(team)).role;
  for (const { id, role } of [await colleague(), await colleague(wide.id)]) {
    const before = await all('person', id);
    const asked = [
      await patch('staff_update', id, { ends_on: '2020-01-01' }),
      await patch('change_staff_role', id, { role_id: mine }),
      await patch('assign_role', id, { role_id: mine }),
      await patch('change_staff_status', id, { is_active: false, reason: 'On leave' }),
      await drop('remove_staff', id),
      await patch('role_update', role, { grants: [] }),
      await patch('team_update', team, { lead_id: id }),
    ];
    expect(asked.map((answer) => answer.status)).toEqual(asked.map(() => 403));
    expect(await all('person', id)).toEqual(before);
  }
  const near2 = await colleague(team);
  expect((await patch('change_staff_status', near2.id, { is_active: false, reason: 'On leave' })).status).toBe(200);
  expect((await patch('role_update', near2.role, { grants: [] })).status).toBe(200);
});

test('staff restricted to some properties: can neither create nor delete teams, and can change only their own team', async () => {
  const free = await services.database.db.insertInto('team').values({ company_id, name: 'Free' }).returning('id').executeTakeFirstOrThrow();
  expect((await post('team_create', { name: 'Mine', member_ids: [staff.id] })).status).toBe(403);
  expect((await post('team_create', { name: 'Mine', member_ids: [staff.id], limited: true, property_ids: [near] })).status).toBe(403);
  expect((await drop('team_delete', free.id)).status).toBe(403);
  expect((await patch('team_update', free.id, { name: 'Renamed' })).status).toBe(403);
  expect((await patch('team_update', team, { name: 'Renamed' })).status).toBe(200);
});

test('team with access to all properties: a list of properties is rejected with an error at the properties field', async () => {
  const owner = await createPerson(services, 'owner');
  const home = await addProperty(services, owner.me.companyId ?? 0);
  const his = await signInForApiToken(app, owner);
  const make = (body: object) =>
    sendRequest(app, '/api/v2/access/team_create/', { method: 'POST', token: his, body: { name: 'Kept', property_ids: [home], ...body } });
  expect(await make({})).toMatchObject({ status: 400, json: { fields: { property_ids: expect.any(String) } } });
  const made = await make({ limited: true });
  expect(made.status, made.text).toBe(200);
  const freed = await sendRequest(app, `/api/v2/access/team_update/?id=${made.json.id}`, {
    method: 'PATCH',
    token: his,
    body: { limited: false, property_ids: [home] },
  });
  expect(freed.status).toBe(400);
});
