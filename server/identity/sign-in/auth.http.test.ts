import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userTypes } from '#contract/kernel/roles.ts';
import { messages } from '#contract/messages.ts';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, type TestPerson, testPassword } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
let owner: TestPerson;

beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
  owner = await createPerson(services, 'owner');
});
afterAll(() => app.close());

const pairs = (cookies: string[]) => cookies.map((c) => c.split(';')[0]).join('; ');
async function csrf() {
  const answer = await sendRequest(app, '/api/auth/csrf');
  return { csrfToken: answer.json.csrfToken as string, cookie: pairs(answer.cookies) };
}
async function signIn(form: Record<string, string>, provider = 'credentials') {
  const { csrfToken, cookie } = await csrf();
  return sendRequest(app, `/api/auth/callback/${provider}`, { method: 'POST', cookie, form: { csrfToken, ...form } });
}

describe('sign-in', () => {
  test('a JSON request returns the address of the next page and cookies that scripts cannot read', async () => {
    const answer = await signIn({ email: owner.email, password: testPassword, json: 'true', callbackUrl: '/policy/1/x' });
    expect(answer).toMatchObject({ status: 200, json: { url: '/policy/1/x' } });
    const cookie = answer.cookies.find((c) => c.includes('session_token'));
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
  });

  test('a plain form post redirects after sign-in and ignores a callback URL on another site', async () => {
    const answer = await signIn({ email: owner.email, password: testPassword, callbackUrl: 'https://evil.test/' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/']);
    const refused = await signIn({ email: owner.email, password: 'wrong' });
    expect([refused.status, refused.headers.location]).toEqual([303, '/auth/sign_in?error=CredentialsSignin&callbackUrl=%2F']);
  });

  test('a wrong password and an unknown account get exactly the same answer', async () => {
    const wrong = await signIn({ email: owner.email, password: 'not-it-at-all', json: 'true' });
    const unknown = await signIn({ email: 'nobody@makao.test', password: 'not-it-at-all', json: 'true' });
    expect([wrong.status, wrong.text]).toEqual([401, unknown.text]);
    expect(wrong.json.message).toBe(messages.wrongCredentials.en);
  });

  test('missing fields are named in the answer, an unknown sign-in method gets 404, and a missing CSRF token is refused', async () => {
    expect(await signIn({ email: owner.email, json: 'true' })).toMatchObject({
      status: 400,
      json: { message: `${messages.requiredParameter.en}: password` },
    });
    expect(await signIn({ email: owner.email, password: testPassword, json: 'true' }, 'myspace')).toMatchObject({ status: 404 });
    expect(
      await sendRequest(app, '/api/auth/callback/credentials', {
        method: 'POST',
        form: { email: owner.email, password: testPassword, json: 'true' },
      }),
    ).toMatchObject({ status: 400 });
    const { csrfToken } = await csrf();
    expect(
      await sendRequest(app, '/api/auth/callback/credentials', {
        method: 'POST',
        form: { csrfToken, email: owner.email, password: testPassword, json: 'true' },
      }),
    ).toMatchObject({ status: 400 });
  });

  test('lockout: the ninth attempt on one account from one IP address is refused for a time, even with the correct password', async () => {
    const who = await createPerson(services, 'tenant');
    for (let i = 0; i < 8; i++) expect((await signIn({ email: who.email, password: 'guess', json: 'true' })).status).toBe(401);
    const ninth = await signIn({ email: who.email.toUpperCase(), password: testPassword, json: 'true' });
    expect(ninth).toMatchObject({ status: 429, json: { message: messages.tooManyRequests.en } });
    expect(Number(ninth.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('a disabled account is reported only with the correct password', async () => {
    const who = await createPerson(services, 'tenant');
    await services.database.db.updateTable('person').set({ is_active: false }).where('id', '=', who.id).execute();
    expect((await signIn({ email: who.email, password: 'guess', json: 'true' })).json.code).toBe('CredentialsSignin');
    expect((await signIn({ email: who.email, password: testPassword, json: 'true' })).json.code).toBe('Disabled');
    expect(await services.database.db.selectFrom('person_session').select('id').where('person_id', '=', who.id).execute()).toEqual([]);
  });
});

describe('session', () => {
  test('is an empty object for a signed-out visitor, and contains identity and expiry for a signed-in person', async () => {
    expect((await sendRequest(app, '/api/auth/session')).json).toEqual({});
    const { cookie } = await signInOverHttp(app, owner.email);
    const { json } = await sendRequest(app, '/api/auth/session', { cookie });
    expect(json).toMatchObject({ user: { id: owner.id, user_type: userTypes.owner, onboarding: false, layout: 'owner', permissions: null } });
    expect(new Date(json.expires).getTime()).toBeGreaterThan(Date.now());
    expect(
      (await sendRequest(app, '/api/auth/session', { cookie: cookie.replace(/session_token=[^;]+/, 'session_token=forged.signature') })).json,
    ).toEqual({});
  });

  test('sign-out without a CSRF token is refused; sign-out with a token ends the session, its cookie and its tokens at once', async () => {
    const { cookie, token } = await signInOverHttp(app, owner.email);
    expect(await sendRequest(app, '/api/auth/signout', { method: 'POST', cookie, form: { json: 'true' } })).toMatchObject({
      status: 400,
      json: { message: 'Could not fetch CSRF Token for signing out' },
    });
    const { csrfToken } = (await sendRequest(app, '/api/auth/csrf', { cookie })).json;
    expect(
      await sendRequest(app, '/api/auth/signout', { method: 'POST', cookie, form: { csrfToken, json: 'true', callbackUrl: '/' } }),
    ).toMatchObject({
      status: 200,
      json: { url: '/' },
    });
    expect((await sendRequest(app, '/api/auth/session', { cookie })).json).toEqual({});
    expect((await sendRequest(app, '/api/token', { cookie })).status).toBe(401);
    expect((await sendRequest(app, '/api/v2/home/overview/', { token })).status).toBe(401);
  });

  test('the call session_logout ends the session of the given token', async () => {
    const { cookie, token } = await signInOverHttp(app, owner.email);
    expect((await sendRequest(app, '/api/session_logout', { method: 'POST', body: { id_token: token } })).json).toEqual({ signed_out: true });
    expect((await sendRequest(app, '/api/auth/session', { cookie })).json).toEqual({});
  });

  test("disabling a person or changing a person's role takes effect with that person's next request", async () => {
    const staff = await createPerson(services, 'staff', ['dashboard.read']);
    const { token } = await signInOverHttp(app, staff.email);
    const asks = async () => (await sendRequest(app, '/api/v2/home/overview/', { token })).status;
    expect(await asks()).toBe(200);
    await services.database.db.updateTable('staff_role').set({ grants: [] }).where('company_id', '=', staff.me.companyId).execute();
    expect(await asks()).toBe(403);
    await services.database.db.updateTable('person').set({ is_active: false }).where('id', '=', staff.id).execute();
    expect(await asks()).toBe(401);
  });

  test('sign-ins, sign-outs and refused attempts are logged', async () => {
    const rows = await services.database.db
      .selectFrom('audit_log')
      .select(['kind', 'reason'])
      .where('document', '=', 'session')
      .where('actor_id', '=', owner.id)
      .execute();
    expect(new Set(rows.map((r) => `${r.kind} ${r.reason}`))).toEqual(
      new Set(['1 signed in', '3 signed out', '4 sign-in refused: wrong e-mail or password']),
    );
  });
});

test('sign-in providers: only configured providers are listed', async () => {
  expect(Object.keys((await sendRequest(app, '/api/auth/providers')).json)).toEqual(['credentials', 'phone', 'passkey']);
});
