import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { hashOf, newKey } from '#server/invitation/keys.ts';
import { send, tokenFor } from '#test/client.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { type Somebody, somebody } from '#test/world.ts';

let house: House;
let app: FastifyInstance;
beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
});
afterAll(() => app.close());

/** An admin whom a platform role leaves a few rights. */
async function narrowed(grants: string[]): Promise<Somebody> {
  const admin = await somebody(house, 'admin');
  const { db } = house.database;
  const role = await db
    .insertInto('staff_role')
    .values({ company_id: null, audience: 'platform', name: `Narrow ${admin.id}`, grants })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('person').set({ staff_role_id: role.id }).where('id', '=', admin.id).execute();
  return admin;
}
const invite = (token: string, kind: string, more: object = {}) =>
  send(app, '/api/v2/invitation/send/', { method: 'POST', token, body: { kind, email: `${kind}-${Math.random()}@makao.test`, ...more } });

test('a narrowed admin does not become a full one by inviting', async () => {
  const token = await tokenFor(app, await narrowed(['admins.create', 'admins.read', 'sub_admins.create', 'invites.create', 'invites.read']));
  expect((await invite(token, 'admin')).status).toBe(403);
  expect((await invite(token, 'subadmin')).status).toBe(403);
  const full = await tokenFor(app, await somebody(house, 'admin'));
  const sent = await invite(full, 'admin');
  expect(sent.status, sent.text).toBe(200);
});

test('a narrowed admin does not read by looking as somebody what they may not read themselves', async () => {
  const token = await tokenFor(app, await narrowed(['admins.edit', 'admins.read', 'dashboard.read']));
  const owner = await somebody(house, 'owner');
  const body = { user_id: owner.id, reason: 'Ticket 118' };
  expect((await send(app, '/api/v2/accounts/impersonate/', { method: 'POST', token, body })).status).toBe(403);
  const full = await tokenFor(app, await somebody(house, 'admin'));
  expect((await send(app, '/api/v2/accounts/impersonate/', { method: 'POST', token: full, body })).status).toBe(200);
});

test('staff who invite an agent company give it no right on the owner’s properties that they lack', async () => {
  const staff = await somebody(house, 'staff', ['invites.create', 'invites.read', 'agents.create', 'property.read']);
  const agent = await somebody(house, 'agent');
  const sent = await invite(await tokenFor(app, staff), 'agent', { email: agent.email });
  expect(sent.status, sent.text).toBe(200);
  const { db } = house.database;
  const key = newKey();
  await db
    .updateTable('invitation')
    .set({ key_hash: hashOf(key) })
    .where('id', '=', sent.json.id)
    .execute();
  const body = { invite_key: key, invite_id: sent.json.id, agreed: [] };
  const accepted = await send(app, '/api/v2/invitation/accept/', { method: 'POST', token: await tokenFor(app, agent), body });
  expect(accepted.status, accepted.text).toBe(200);
  const given = await db.selectFrom('mandate').select('grants').where('agent_company_id', '=', agent.me.companyId).executeTakeFirstOrThrow();
  expect(given.grants).toEqual(['property.read']);
});
