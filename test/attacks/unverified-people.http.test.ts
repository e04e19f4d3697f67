import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { addPerson } from '#server/identity/people.ts';
import { routesOf } from '#server/rooms.ts';
import { send, signedIn, tokenFor } from '#test/client.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { seenOnSite } from '#test/examples/examples-property.ts';
import { password, type Somebody, somebody } from '#test/world.ts';
import { addProperty, place } from '#test/worlds/market.ts';

let house: House;
let app: FastifyInstance;
beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
});
afterAll(() => app.close());

const region = '047';
const edit = (token: string, id: number) =>
  send(app, `/api/v2/property/property_update/?id=${id}`, { method: 'PATCH', token, body: { name: 'Taken over' } });
const sees = async (token: string, id: number) => (await send(app, `/api/v2/property/property_details/?id=${id}`, { token })).status;
const status = (who: Somebody, verified_status: 'pending' | 'suspended' | 'rejected' | 'verified') =>
  house.database.db.updateTable('person').set({ verified_status }).where('id', '=', who.id).execute();

test('whoever joins and says they are the dealer of a county reads and writes nothing there, until the platform says so', async () => {
  const { property } = await place(house);
  const email = 'anybody@makao.test';
  const id = await addPerson(house.auth, house.database.db, { name: 'Anybody', email, password, userType: 8, onboarding: true });
  const { token } = await signedIn(app, email);
  const body = { user_type: 7, name: 'Anybody', phone: '0712345678', details: { region }, agreed: [] };
  expect((await send(app, '/api/v2/accounts/user_onboarding', { method: 'POST', token, body })).status).toBe(200);
  expect((await edit(token, property)).status).toBe(403);
  expect(await sees(token, property)).toBe(403);
  // The wish is kept for the platform to read; what was wished for is nobody's yet.
  const admin = await tokenFor(app, await somebody(house, 'admin'));
  const by = { method: 'PATCH', token: admin } as const;
  await send(app, `/api/v2/accounts/user/change_owner_agent_dealer_status/?state=1&user_id=${id}`, { ...by, body: {} });
  expect(await sees(token, property)).toBe(404);
  const given = await send(app, `/api/v2/accounts/user/update_user_region/?user_id=${id}`, { ...by, body: { region } });
  expect(given.status, given.text).toBe(200);
  expect(await sees(token, property)).toBe(200);
  expect((await edit(token, property)).status, 'a county is looked after, not owned').toBe(404);
});

test('a dealer verifies in the county and writes on what is theirs', async () => {
  const dealer = await somebody(house, 'dealer');
  await house.database.db.updateTable('company').set({ region }).where('id', '=', dealer.me.companyId).execute();
  const owner = await somebody(house, 'owner');
  const theirs = await addProperty(house, owner.me.companyId ?? 0, { status: 'pending_verification' });
  const own = await addProperty(house, dealer.me.companyId ?? 0);
  const token = await tokenFor(app, dealer);
  for (const path of ['property_settings', 'property_utilities', 'archive_property', 'request_verification'])
    expect((await send(app, `/api/v2/property/${path}/?id=${theirs}`, { method: 'PATCH', token, body: { utilities: {} } })).status, path).not.toBe(
      200,
    );
  expect((await edit(token, theirs)).status).toBe(404);
  expect((await edit(token, own)).status).toBe(200);
  const verify = await send(app, `/api/v2/property/verify_property/?id=${theirs}`, {
    method: 'PATCH',
    token,
    body: { move: 'verify', checks: seenOnSite },
  });
  expect(verify.status, verify.text).toBe(200);
});

test('a mandate counts for a dealer as for anybody, while it is in force', async () => {
  const [dealer, owner] = [await somebody(house, 'dealer'), await somebody(house, 'owner')];
  const property = await addProperty(house, owner.me.companyId ?? 0);
  const token = await tokenFor(app, dealer);
  expect((await edit(token, property)).status).toBe(404);
  const values = {
    owner_company_id: owner.me.companyId ?? 0,
    agent_company_id: dealer.me.companyId ?? 0,
    grants: ['property.read', 'property.edit'],
  };
  const { id } = await house.database.db.insertInto('mandate').values(values).returning('id').executeTakeFirstOrThrow();
  const edited = await edit(token, property);
  expect(edited.status, edited.text).toBe(200);
  await house.database.db.updateTable('mandate').set({ ended_at: new Date() }).where('id', '=', id).execute();
  expect((await edit(token, property)).status).toBe(404);
});

/** What is left to somebody who is not verified: their own bell and the page that says how things stand. */
const left = new Set(['dashboard.read', 'notifications.read', 'notifications.edit', 'notifications.delete']);
test.each(['owner', 'agent', 'dealer', 'staff'] as const)(
  'pending, suspended and rejected: %s work on nothing but their own application',
  async (role) => {
    const who = await somebody(house, role, ['property.read', 'property.edit', 'invites.create', 'contacts.read']);
    const token = await tokenFor(app, who);
    const holder =
      role === 'staff'
        ? await house.database.db
            .selectFrom('person')
            .select('id')
            .where('company_id', '=', who.me.companyId)
            .where('user_type', '=', 4)
            .executeTakeFirstOrThrow()
        : who;
    const guarded = routesOf(house).flatMap(({ call }) => {
      const { needs } = call;
      return typeof needs !== 'string' && !('only' in needs) && !left.has(needs.join('.')) ? [call] : [];
    });
    expect(guarded.length).toBeGreaterThan(80);
    for (const state of ['pending', 'suspended', 'rejected'] as const) {
      await status({ ...who, id: holder.id }, state);
      const open: string[] = [];
      for (const call of guarded) {
        const answer = await send(app, call.path.replace(/:\w+/g, '1'), { method: call.method, token, ...(call.body ? { body: {} } : {}) });
        if (answer.status !== 403) open.push(`${call.method} ${call.path}: ${answer.status}`);
      }
      expect(open, state).toEqual([]);
      expect((await send(app, '/api/auth/session', { cookie: (await signedIn(app, who.email)).cookie })).json.user.verified_status).toBe(state);
    }
  },
);
