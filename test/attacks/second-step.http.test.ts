import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { createTotpSecret, sealTotpSecret } from '#server/identity/sign-in/totp.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
});
afterAll(() => app.close());

const own = { superadmin: 'super_admin', admin: 'admin', subadmin: 'sub_admin' } as const;
test.each(['superadmin', 'admin', 'subadmin'] as const)(
  'two-step sign-in: a %s without two-step sign-in can use only their own account until two-step sign-in is on',
  async (role) => {
    const who = await createPerson(services, role);
    const { db } = services.database;
    await db.updateTable('person').set({ second_step_waived: false }).where('id', '=', who.id).execute();
    const { cookie, token } = await signInOverHttp(app, who.email);
    expect((await sendRequest(app, '/api/auth/session', { cookie })).json.user).toMatchObject({ must_enrol: true });
    const other = await createPerson(services, 'owner');
    const shut = [
      ['/api/v2/accounts/owner/fetch_owners/?page=1', {}],
      ['/api/v2/accounts/user/fetch_users/?page=1', {}],
      [`/api/v2/accounts/user/change_owner_agent_dealer_status/?state=2&user_id=${other.id}`, { method: 'PATCH', body: { reason: 'Because I can' } }],
      [`/api/v2/accounts/user/change_user_status/?user_id=${other.id}`, { method: 'PATCH', body: { is_active: false, reason: 'Because I can' } }],
      ['/api/v2/policy/policy_create/', { method: 'POST', body: {} }],
    ] as const;
    for (const [url, more] of shut) expect((await sendRequest(app, url, { ...more, token })).status, url).toBe(403);
    expect((await sendRequest(app, `/api/v2/accounts/${own[role]}/fetch_${own[role]}_account/`, { token })).status).toBe(200);
    const begun = await sendRequest(app, '/api/v2/accounts/start_second_factor/', { method: 'POST', token, body: {} });
    expect(begun.status, begun.text).toBe(200);
    await db.deleteFrom('person_second_factor').where('person_id', '=', who.id).execute();
    const values = { person_id: who.id, secret: sealTotpSecret(services.secret, createTotpSecret()), confirmed_at: new Date(), recovery_hashes: [] };
    await db.insertInto('person_second_factor').values(values).execute();
    expect((await sendRequest(app, '/api/v2/accounts/owner/fetch_owners/?page=1', { token })).status).toBe(200);
  },
);

test('two-step sign-in: a mail notifies the person when two-step sign-in is turned off', async () => {
  const who = await createPerson(services, 'tenant');
  const { token } = await signInOverHttp(app, who.email);
  const values = { person_id: who.id, secret: sealTotpSecret(services.secret, createTotpSecret()), confirmed_at: new Date(), recovery_hashes: [] };
  await services.database.db.insertInto('person_second_factor').values(values).execute();
  expect((await sendRequest(app, '/api/v2/accounts/turn_off_second_factor/', { method: 'POST', token, body: {} })).status).toBe(200);
  const letters = (await listSentNotifications(services)).filter((letter) => letter.event === 'security.credentials_changed');
  expect(letters).toMatchObject([{ to: { personId: who.id }, params: { what: 'second_step_off' } }]);
});

test('password: the most common passwords are rejected', async () => {
  const body = { name: 'Anybody', email: 'common@makao.test', phone: '0712345678', password: 'Password1234' };
  expect(await sendRequest(app, '/api/v2/accounts/join/', { method: 'POST', body })).toMatchObject({
    status: 400,
    json: { fields: { password: expect.any(String) } },
  });
  expect((await sendRequest(app, '/api/v2/accounts/join/', { method: 'POST', body: { ...body, password: 'nyumba-kumi-na-mbili' } })).status).toBe(
    200,
  );
});
