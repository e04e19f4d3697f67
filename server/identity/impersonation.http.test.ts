import type { FastifyInstance } from 'fastify';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { makeApp } from '#server/app.ts';
import { chainPendingEntries, verifyChain } from '#server/audit/chain.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, type TestPerson } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
let admin: TestPerson;
let tenant: TestPerson;
let own: { cookie: string; token: string };
const reason = 'Ticket 118: no policies';
const pairs = (cookies: readonly string[]) => cookies.map((c) => c.split(';')[0] ?? '').join('; ');

beforeEach(async () => {
  await app?.close();
  services = await createTestServices();
  app = await makeApp(services, null);
  admin = await createPerson(services, 'admin');
  tenant = await createPerson(services, 'tenant');
  own = await signInOverHttp(app, admin.email);
});
afterAll(async () => {
  await app.close();
});

const look = (token: string, user_id: number) =>
  sendRequest(app, '/api/v2/accounts/impersonate/', { method: 'POST', token, body: { user_id, reason } });
/** Starts "view as" and returns the cookies and token of the browser. */
async function looking() {
  const began = await look(own.token, tenant.id);
  expect(began).toMatchObject({ status: 200, json: { next: '/dashboard/tenant' } });
  const cookie = `${own.cookie}; ${pairs(began.cookies)}`;
  return { cookie, token: (await sendRequest(app, '/api/token', { cookie })).json.accessToken as string };
}
const session = async (cookie: string) => (await sendRequest(app, '/api/auth/session', { cookie })).json.user;
const rows = () =>
  services.database.db
    .selectFrom('audit_log')
    .select(['document', 'kind', 'actor_id', 'impersonated_by', 'reason', 'record_id'])
    .orderBy('id')
    .execute();

describe('view as', () => {
  test("shows the product as the viewed person, shows the viewer's name, and returns to the viewer's own account at the end", async () => {
    const there = await looking();
    expect(await session(there.cookie)).toMatchObject({ id: tenant.id, impersonator: { id: admin.id, name: expect.stringMatching(/^admin/) } });
    expect((await sendRequest(app, '/api/v2/home/activity/', { token: there.token })).json.account.email).toBe(tenant.email);
    const stopped = await sendRequest(app, '/api/v2/accounts/stop_impersonating/', { method: 'POST', token: there.token });
    expect(stopped).toMatchObject({ status: 200, json: { next: '/dashboard/admin' } });
    expect(pairs(stopped.cookies)).toMatch(/impersonation_token=$/);
    expect(await session(there.cookie)).toMatchObject({ id: admin.id, impersonator: null });
    expect((await sendRequest(app, '/api/v2/home/overview/', { token: there.token })).status).toBe(401);
    expect((await sendRequest(app, '/api/v2/accounts/stop_impersonating/', { method: 'POST', token: own.token })).status).toBe(409);
  });

  test('start and end are logged, writes are refused, and the viewed person is notified once', async () => {
    const there = await looking();
    const exported = await sendRequest(app, '/api/v2/audit/export_logs/', { method: 'POST', token: there.token, body: {} });
    expect(exported.status).toBe(403);
    await sendRequest(app, '/api/v2/accounts/stop_impersonating/', { method: 'POST', token: there.token });
    const traces = (await rows()).filter((row) => row.document !== 'session');
    expect(traces).toEqual([
      { document: 'look', kind: 1, actor_id: admin.id, impersonated_by: null, reason, record_id: tenant.id },
      { document: 'look', kind: 3, actor_id: admin.id, impersonated_by: null, reason: null, record_id: tenant.id },
    ]);
    expect(await listSentNotifications(services)).toMatchObject([{ event: 'security.looked_at', to: { personId: tenant.id }, params: { reason } }]);
    await chainPendingEntries(services.database.db);
    expect(await verifyChain(services.database.db)).toMatchObject({ ok: true });
  });

  test('blocks personal actions: policy consent, onboarding and a second "view as"', async () => {
    const there = await looking();
    const refused = { status: 403, json: { message: messages.notWhileImpersonating.en } };
    expect(await sendRequest(app, '/api/v2/policy/consent_policy/?id=1&version=1', { method: 'POST', token: there.token })).toMatchObject(refused);
    expect(await sendRequest(app, '/api/v2/accounts/user_onboarding', { method: 'POST', token: there.token, body: {} })).toMatchObject(refused);
    expect(await look(there.token, tenant.id)).toMatchObject(refused);
  });

  test('is refused for super admins, other admins, disabled accounts and unknown people', async () => {
    for (const role of ['superadmin', 'admin'] as const) expect((await look(own.token, (await createPerson(services, role)).id)).status).toBe(403);
    expect((await look(own.token, admin.id)).status).toBe(403);
    const gone = await createPerson(services, 'owner');
    await services.database.db.updateTable('person').set({ is_active: false }).where('id', '=', gone.id).execute();
    expect((await look(own.token, gone.id)).status).toBe(404);
    for (const role of ['subadmin', 'owner', 'tenant'] as const)
      expect((await look((await signInOverHttp(app, (await createPerson(services, role)).email)).token, tenant.id)).status).toBe(403);
    const staff = await createPerson(services, 'staff', ['admins.edit']);
    expect((await look((await signInOverHttp(app, staff.email)).token, tenant.id)).status).toBe(403);
  });

  test("appears in the audit log of the viewed person's company with the viewer's name, without an IP address", async () => {
    const owner = await createPerson(services, 'owner');
    expect((await look(own.token, owner.id)).status).toBe(200);
    const { token } = await signInOverHttp(app, owner.email);
    const seen = (await sendRequest(app, '/api/v2/audit/logs/?page=1&z_filter[document]=look', { token })).json.results;
    expect(seen).toMatchObject([{ reason, actor: { id: admin.id } }]);
    const entry = await sendRequest(app, `/api/v2/audit/log_details/?id=${seen[0].id}`, { token });
    expect(entry).toMatchObject({ status: 200, json: { email: null } });
    expect(entry.text).not.toContain(admin.email);
    expect((await sendRequest(app, `/api/v2/audit/log_details/?id=${seen[0].id}`, { token: own.token })).json.email).toBe(admin.email);
  });

  test('is refused without a reason', async () => {
    expect(
      await sendRequest(app, '/api/v2/accounts/impersonate/', { method: 'POST', token: own.token, body: { user_id: tenant.id, reason: ' a ' } }),
    ).toMatchObject({ status: 400, json: { fields: { reason: expect.any(String) } } });
  });
});

describe('view as: automatic end', () => {
  test('ends after half an hour', async () => {
    const there = await looking();
    const { expires_at } = await services.database.db
      .selectFrom('person_session')
      .select('expires_at')
      .where('impersonator_id', '=', admin.id)
      .executeTakeFirstOrThrow();
    expect(expires_at.getTime() - Date.now()).toBeGreaterThan(29 * 60_000);
    expect(expires_at.getTime() - Date.now()).toBeLessThanOrEqual(30 * 60_000);
    await services.database.db
      .updateTable('person_session')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('impersonator_id', '=', admin.id)
      .execute();
    expect(await session(there.cookie)).toMatchObject({ id: admin.id });
    expect((await sendRequest(app, '/api/v2/home/overview/', { token: there.token })).status).toBe(401);
  });

  test('ends when the viewer is disabled or is no longer an admin', async () => {
    const there = await looking();
    await services.database.db.updateTable('person').set({ user_type: 3 }).where('id', '=', admin.id).execute();
    expect((await sendRequest(app, '/api/v2/home/overview/', { token: there.token })).status).toBe(401);
    expect(await session(there.cookie)).toMatchObject({ id: admin.id });
    await services.database.db.updateTable('person').set({ user_type: 2, is_active: false }).where('id', '=', admin.id).execute();
    expect(await session(there.cookie)).toBeUndefined();
  });

  test("ends on sign-out, which also ends the viewer's own session", async () => {
    const there = await looking();
    const csrf = await sendRequest(app, '/api/auth/csrf', { cookie: there.cookie });
    await sendRequest(app, '/api/auth/signout', { method: 'POST', cookie: there.cookie, form: { csrfToken: csrf.json.csrfToken, json: 'true' } });
    expect(await session(there.cookie)).toBeUndefined();
    expect((await sendRequest(app, '/api/v2/home/overview/', { token: own.token })).status).toBe(401);
    expect((await rows()).at(-1)).toMatchObject({ document: 'session', kind: 3, actor_id: tenant.id, impersonated_by: admin.id });
  });

  test('a session cookie is invalid if forged or used without the session that started "view as"', async () => {
    const there = await looking();
    const lookOnly = there.cookie
      .split('; ')
      .filter((c) => c.includes('impersonation_token'))
      .join('; ');
    expect(await session(lookOnly)).toBeUndefined();
    const stranger = await signInOverHttp(app, (await createPerson(services, 'admin')).email);
    expect((await session(`${stranger.cookie}; ${lookOnly}`)).id).not.toBe(tenant.id);
    expect(await session(`${own.cookie}; makao.impersonation_token=forged.forged`)).toMatchObject({ id: admin.id });
  });
});
