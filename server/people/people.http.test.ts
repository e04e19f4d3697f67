import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { send, signedIn, tokenFor } from '#test/client.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { somebody } from '#test/world.ts';

let house: House;
let app: FastifyInstance;
beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
});
afterAll(() => app.close());

test.each([
  [
    'disabling',
    (id: number) => ({ url: `/api/v2/accounts/user/change_user_status/?user_id=${id}`, body: { is_active: false, reason: 'Asked by phone' } }),
  ],
  ['deleting', (id: number, code: string) => ({ url: `/api/v2/accounts/user/user_delete/?user_id=${id}&user_code=${code}`, body: {} })],
])('%s ends every session and token of the person with the next request, and they cannot sign in again', async (_, made) => {
  const admin = await tokenFor(app, await somebody(house, 'admin'));
  const tenant = await somebody(house, 'tenant');
  const first = await signedIn(app, tenant.email);
  const second = await signedIn(app, tenant.email);
  const account = '/api/v2/accounts/tenant/get_tenant_details/';
  const { json } = await send(app, account, { token: first.token });
  const { url, body } = made(tenant.id, json.code);
  expect((await send(app, url, { method: 'PATCH', token: admin, body })).status).toBe(200);
  for (const { token, cookie } of [first, second]) {
    expect((await send(app, account, { token })).status).toBe(401);
    expect((await send(app, '/api/auth/session', { cookie })).json).toEqual({});
    expect((await send(app, '/api/token', { cookie })).status).toBe(401);
  }
  await expect(signedIn(app, tenant.email)).rejects.toThrow();
});
