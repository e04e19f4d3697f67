import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getDashboardLayout, getHomePath } from '#contract/kernel/roles.ts';
import { makeApp } from '#server/app.ts';
import { demoAccounts, demoPassword } from '#server/db/demo/people/accounts.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import { createTestServices } from '#test/db.ts';
import { createEchoWeb } from '#test/processes/echo-web.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await makeApp(await createTestServices('demo'), createEchoWeb().web);
});
afterAll(() => app.close());

describe.each(demoAccounts)('redirects for $email', ({ email, type }) => {
  const home = type === 'default' ? '/auth/onboarding' : getHomePath(getDashboardLayout(type, 'owner'));

  test('lead to the home page of the role while signed in, and to sign-in after sign-out', async () => {
    const { cookie } = await signInOverHttp(app, email, demoPassword);
    const sentOn = async (path: string) => (await sendRequest(app, path, { cookie })).headers.location;
    if (type === 'default') expect(await sentOn('/')).toBe('/auth/onboarding?next=%2F');
    else {
      expect(await sentOn(`/dashboard/${getDashboardLayout(type, 'owner') === 'dealer' ? 'agent' : 'dealer'}`)).toBe(home);
      expect(await sentOn('/auth/sign_in')).toBe('/');
    }
    expect((await sendRequest(app, '/api/session_logout', { method: 'POST', cookie, body: {} })).status).toBe(200);
    expect((await sendRequest(app, '/api/auth/session', { cookie })).json).toEqual({});
    expect(await sentOn('/auth/onboarding')).toBe('/');
    expect(await sentOn(home)).toBe(home === '/' ? undefined : type === 'default' ? '/' : '/auth/sign_in?callbackUrl=%2F');
    expect(await sentOn('/dashboard/owner')).toBe('/auth/sign_in?callbackUrl=%2F');
  });
});
