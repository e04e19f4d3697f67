import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { createInvitationKey, hashInvitationKey } from '#server/invitation/keys.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, type TestPerson } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
});
afterAll(() => app.close());

/** An admin with a platform role of few permissions. */
async function narrowed(grants: string[]): Promise<TestPerson> {
  const admin = await createPerson(services, 'admin');
  const { db } = services.database;
  const role = await db
    .insertInto('staff_role')
    .values({ company_id: null, audience: 'platform', name: `Narrow ${admin.id}`, grants })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('person').set({ staff_role_id: role.id }).where('id', '=', admin.id).execute();
  return admin;
}
const invite = (token: string, kind: string, more: object = {}) =>
  sendRequest(app, '/api/v2/invitation/send/', { method: 'POST', token, body: { kind, email: `${kind}-${Math.random()}@makao.test`, ...more } });

test('invitation: an admin with limited permissions cannot invite a full admin', async () => {
  const token = await signInForApiToken(app, await narrowed(['admins.create', 'admins.read', 'sub_admins.create', 'invites.create', 'invites.read']));
  expect((await invite(token, 'admin')).status).toBe(403);
  expect((await invite(token, 'subadmin')).status).toBe(403);
  const full = await signInForApiToken(app, await createPerson(services, 'admin'));
  const sent = await invite(full, 'admin');
  expect(sent.status, sent.text).toBe(200);
});

test('impersonation: an admin with limited permissions does not gain read access by viewing as another user', async () => {
  const token = await signInForApiToken(app, await narrowed(['admins.edit', 'admins.read', 'dashboard.read']));
  const owner = await createPerson(services, 'owner');
  const body = { user_id: owner.id, reason: 'Ticket 118' };
  expect((await sendRequest(app, '/api/v2/accounts/impersonate/', { method: 'POST', token, body })).status).toBe(403);
  const full = await signInForApiToken(app, await createPerson(services, 'admin'));
  expect((await sendRequest(app, '/api/v2/accounts/impersonate/', { method: 'POST', token: full, body })).status).toBe(200);
});

test('invitation: staff cannot give an agent company a permission that the inviting staff member lacks', async () => {
  const staff = await createPerson(services, 'staff', ['invites.create', 'invites.read', 'agents.create', 'property.read']);
  const agent = await createPerson(services, 'agent');
  const sent = await invite(await signInForApiToken(app, staff), 'agent', {
    email: agent.email,
    mandate: { scope: 'full_management', all_properties: true },
  });
  expect(sent.status, sent.text).toBe(200);
  const { db } = services.database;
  const key = createInvitationKey();
  await db
    .updateTable('invitation')
    .set({ key_hash: hashInvitationKey(key) })
    .where('id', '=', sent.json.id)
    .execute();
  const body = { invite_key: key, invite_id: sent.json.id, agreed: [] };
  const accepted = await sendRequest(app, '/api/v2/invitation/accept/', { method: 'POST', token: await signInForApiToken(app, agent), body });
  expect(accepted.status, accepted.text).toBe(200);
  const given = await db.selectFrom('mandate').select('grants').where('agent_company_id', '=', agent.me.companyId).executeTakeFirstOrThrow();
  expect(given.grants).toEqual(['property.read']);
});

test('account changes: an admin with limited permissions cannot change the account of a person with more permissions', async () => {
  const rights = ['admins', 'sub_admins', 'owners', 'dashboard'].flatMap((document) =>
    ['read', 'create', 'edit', 'delete'].map((action) => `${document}.${action}`),
  );
  const token = await signInForApiToken(app, await narrowed(rights));
  const few = await narrowed(['owners.read']);
  const { db } = services.database;
  const account = (id: number) => db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const acts = (who: { id: number; code: string }): [string, 'PATCH' | 'POST', object][] => [
    [`update_user_region/?user_id=${who.id}`, 'PATCH', { region: '047' }],
    [`email_verify_manual/?user_id=${who.id}`, 'POST', { reason: 'I know them' }],
    [`change_user_status/?user_id=${who.id}`, 'PATCH', { is_active: false, reason: 'Ticket 119' }],
    [`user_delete/?user_code=${who.code}&user_id=${who.id}`, 'PATCH', { reason: 'Ticket 119' }],
  ];
  const tried = async (id: number) => {
    const answers = [];
    for (const [path, method, body] of acts(await account(id)))
      answers.push((await sendRequest(app, `/api/v2/accounts/user/${path}`, { method, token, body })).status);
    return answers;
  };
  for (const full of [await createPerson(services, 'admin'), await createPerson(services, 'subadmin')]) {
    const before = await account(full.id);
    expect(await tried(full.id)).toEqual([403, 403, 403, 403]);
    expect(await account(full.id)).toEqual(before);
  }
  expect(await tried(few.id)).toEqual([200, 200, 200, 200]);
});
