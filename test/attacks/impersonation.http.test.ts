import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isWriteCall } from '#contract/kernel/call.ts';
import { messages } from '#contract/messages.ts';
import { makeApp } from '#server/app.ts';
import { buildCallRoutes } from '#server/modules.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
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

test.each(['owner', 'tenant', 'subadmin'] as const)(
  'impersonation: while viewing as a %s, every write except ending the impersonation is rejected',
  async (role) => {
    const admin = await signInOverHttp(app, (await createPerson(services, 'superadmin')).email);
    const body = { user_id: (await createPerson(services, role)).id, reason: 'Ticket 118' };
    const began = await sendRequest(app, '/api/v2/accounts/impersonate/', { method: 'POST', token: admin.token, body });
    expect(began.status, began.text).toBe(200);
    const cookie = [admin.cookie, ...began.cookies.map((one) => one.split(';')[0])].join('; ');
    const token = (await sendRequest(app, '/api/token', { cookie })).json.accessToken as string;
    const before = await services.database.db.selectFrom('audit_log').select('id').execute();
    const passed: string[] = [];
    for (const { call } of buildCallRoutes(services).filter((route) => isWriteCall(route.call))) {
      if (call.path === '/api/v2/accounts/stop_impersonating/') continue;
      const answer = await sendRequest(app, call.path.replace(/:\w+/g, '1'), { method: call.method, token, ...(call.body ? { body: {} } : {}) });
      if (answer.status !== 403 || answer.json.message !== messages.notWhileImpersonating.en)
        passed.push(`${call.method} ${call.path}: ${answer.status}`);
    }
    expect(passed).toEqual([]);
    expect(await services.database.db.selectFrom('audit_log').select('id').execute()).toEqual(before);
    expect((await sendRequest(app, '/api/v2/accounts/export_own_data/', { token })).status).toBe(403);
    expect((await sendRequest(app, '/api/v2/accounts/stop_impersonating/', { method: 'POST', token })).status).toBe(200);
  },
);
