import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInForApiToken, signInOverHttp } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
});
afterAll(() => app.close());

test.each([
  [
    'disabling',
    (id: number) => ({ url: `/api/v2/accounts/user/change_user_status/?user_id=${id}`, body: { is_active: false, reason: 'Asked by phone' } }),
  ],
  ['deleting', (id: number, code: string) => ({ url: `/api/v2/accounts/user/user_delete/?user_id=${id}&user_code=${code}`, body: {} })],
])('account action: %s an account ends all its sessions and tokens at the next request and blocks sign-in', async (_, made) => {
  const admin = await signInForApiToken(app, await createPerson(services, 'admin'));
  const tenant = await createPerson(services, 'tenant');
  const first = await signInOverHttp(app, tenant.email);
  const second = await signInOverHttp(app, tenant.email);
  const account = '/api/v2/accounts/tenant/get_tenant_details/';
  const { json } = await sendRequest(app, account, { token: first.token });
  const { url, body } = made(tenant.id, json.code);
  expect((await sendRequest(app, url, { method: 'PATCH', token: admin, body })).status).toBe(200);
  for (const { token, cookie } of [first, second]) {
    expect((await sendRequest(app, account, { token })).status).toBe(401);
    expect((await sendRequest(app, '/api/auth/session', { cookie })).json).toEqual({});
    expect((await sendRequest(app, '/api/token', { cookie })).status).toBe(401);
  }
  await expect(signInOverHttp(app, tenant.email)).rejects.toThrow();
});
