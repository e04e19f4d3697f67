import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { addPerson } from '#server/identity/people.ts';
import { buildCallRoutes } from '#server/modules.ts';
import { sendRequest, signInForApiToken, signInOverHttp } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { onSiteVerificationChecks } from '#test/examples/examples-property.ts';
import { addProperty, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, type TestPerson, testPassword } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
});
afterAll(() => app.close());

const region = '047';
const edit = (token: string, id: number) =>
  sendRequest(app, `/api/v2/property/property_update/?id=${id}`, { method: 'PATCH', token, body: { name: 'Taken over' } });
const sees = async (token: string, id: number) => (await sendRequest(app, `/api/v2/property/property_details/?id=${id}`, { token })).status;
const status = (who: TestPerson, verified_status: 'pending' | 'suspended' | 'rejected' | 'verified') =>
  services.database.db.updateTable('person').set({ verified_status }).where('id', '=', who.id).execute();

test('unverified dealer: has no access to the requested county until Makao approves the account and assigns the county', async () => {
  const { property } = await createOwnerWithUnit(services);
  const email = 'anybody@makao.test';
  const id = await addPerson(services.auth, services.database.db, { name: 'Anybody', email, password: testPassword, userType: 8, onboarding: true });
  const { token } = await signInOverHttp(app, email);
  const body = { user_type: 7, name: 'Anybody', phone: '0712345678', details: { region }, agreed: [] };
  expect((await sendRequest(app, '/api/v2/accounts/user_onboarding', { method: 'POST', token, body })).status).toBe(200);
  expect((await edit(token, property)).status).toBe(403);
  expect(await sees(token, property)).toBe(403);
  // The wish is stored for Makao to read, but grants nothing yet.
  const admin = await signInForApiToken(app, await createPerson(services, 'admin'));
  const by = { method: 'PATCH', token: admin } as const;
  await sendRequest(app, `/api/v2/accounts/user/change_owner_agent_dealer_status/?state=1&user_id=${id}`, { ...by, body: {} });
  expect(await sees(token, property)).toBe(404);
  const given = await sendRequest(app, `/api/v2/accounts/user/update_user_region/?user_id=${id}`, { ...by, body: { region } });
  expect(given.status, given.text).toBe(200);
  expect(await sees(token, property)).toBe(200);
  expect((await edit(token, property)).status, 'a county is looked after, not owned').toBe(404);
});

test("verified dealer: can verify other owners' properties in the county but edit only the dealer's own properties", async () => {
  const dealer = await createPerson(services, 'dealer');
  await services.database.db.updateTable('company').set({ region }).where('id', '=', dealer.me.companyId).execute();
  const owner = await createPerson(services, 'owner');
  const theirs = await addProperty(services, owner.me.companyId ?? 0, { status: 'pending_verification' });
  const own = await addProperty(services, dealer.me.companyId ?? 0);
  const token = await signInForApiToken(app, dealer);
  for (const path of ['property_settings', 'property_utilities', 'archive_property', 'request_verification'])
    expect(
      (await sendRequest(app, `/api/v2/property/${path}/?id=${theirs}`, { method: 'PATCH', token, body: { utilities: {} } })).status,
      path,
    ).not.toBe(200);
  expect((await edit(token, theirs)).status).toBe(404);
  expect((await edit(token, own)).status).toBe(200);
  const verify = await sendRequest(app, `/api/v2/property/verify_property/?id=${theirs}`, {
    method: 'PATCH',
    token,
    body: { move: 'verify', checks: onSiteVerificationChecks },
  });
  expect(verify.status, verify.text).toBe(200);
});

test('dealer: a mandate in force gives a dealer the same access as an agent', async () => {
  const [dealer, owner] = [await createPerson(services, 'dealer'), await createPerson(services, 'owner')];
  const property = await addProperty(services, owner.me.companyId ?? 0);
  const token = await signInForApiToken(app, dealer);
  expect((await edit(token, property)).status).toBe(404);
  const values = {
    owner_company_id: owner.me.companyId ?? 0,
    agent_company_id: dealer.me.companyId ?? 0,
    grants: ['property.read', 'property.edit'],
  };
  const { id } = await services.database.db.insertInto('mandate').values(values).returning('id').executeTakeFirstOrThrow();
  const edited = await edit(token, property);
  expect(edited.status, edited.text).toBe(200);
  await services.database.db.updateTable('mandate').set({ ended_at: new Date() }).where('id', '=', id).execute();
  expect((await edit(token, property)).status).toBe(404);
});

/** The permissions of an unverified person: their own notifications, and the page that shows their verification status. */
const left = new Set(['dashboard.read', 'notifications.read', 'notifications.edit', 'notifications.delete']);
test.each(['owner', 'agent', 'dealer', 'staff'] as const)(
  'unverified %s: no call that requires a permission is allowed while the account is pending, suspended or rejected',
  async (role) => {
    const who = await createPerson(services, role, ['property.read', 'property.edit', 'invites.create', 'contacts.read']);
    const token = await signInForApiToken(app, who);
    const holder =
      role === 'staff'
        ? await services.database.db
            .selectFrom('person')
            .select('id')
            .where('company_id', '=', who.me.companyId)
            .where('user_type', '=', 4)
            .executeTakeFirstOrThrow()
        : who;
    const guarded = buildCallRoutes(services).flatMap(({ call }) => {
      const { needs } = call;
      return typeof needs !== 'string' && !('only' in needs) && !left.has(needs.join('.')) ? [call] : [];
    });
    expect(guarded.length).toBeGreaterThan(80);
    for (const state of ['pending', 'suspended', 'rejected'] as const) {
      await status({ ...who, id: holder.id }, state);
      const open: string[] = [];
      for (const call of guarded) {
        const answer = await sendRequest(app, call.path.replace(/:\w+/g, '1'), { method: call.method, token, ...(call.body ? { body: {} } : {}) });
        if (answer.status !== 403) open.push(`${call.method} ${call.path}: ${answer.status}`);
      }
      expect(open, state).toEqual([]);
      expect((await sendRequest(app, '/api/auth/session', { cookie: (await signInOverHttp(app, who.email)).cookie })).json.user.verified_status).toBe(
        state,
      );
    }
  },
);
