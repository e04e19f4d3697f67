import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userTypes } from '#contract/kernel/roles.ts';
import { messages } from '#contract/messages.ts';
import { makeApp } from '#server/app.ts';
import { send, signedIn } from '#test/client.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { password, type Somebody, somebody } from '#test/world.ts';

let house: House;
let app: FastifyInstance;
let owner: Somebody;

beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
  owner = await somebody(house, 'owner');
});
afterAll(() => app.close());

const pairs = (cookies: string[]) => cookies.map((c) => c.split(';')[0]).join('; ');
async function csrf() {
  const answer = await send(app, '/api/auth/csrf');
  return { csrfToken: answer.json.csrfToken as string, cookie: pairs(answer.cookies) };
}
async function signIn(form: Record<string, string>, provider = 'credentials') {
  const { csrfToken, cookie } = await csrf();
  return send(app, `/api/auth/callback/${provider}`, { method: 'POST', cookie, form: { csrfToken, ...form } });
}

describe('signing in', () => {
  test('with json: the address to go to, and cookies a script cannot read', async () => {
    const answer = await signIn({ email: owner.email, password, json: 'true', callbackUrl: '/policy/1/x' });
    expect(answer).toMatchObject({ status: 200, json: { url: '/policy/1/x' } });
    const cookie = answer.cookies.find((c) => c.includes('session_token'));
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
  });

  test('without json: a redirect, as a plain form needs it; a callback to another site is ignored', async () => {
    const answer = await signIn({ email: owner.email, password, callbackUrl: 'https://evil.test/' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/']);
    const refused = await signIn({ email: owner.email, password: 'wrong' });
    expect([refused.status, refused.headers.location]).toEqual([303, '/auth/sign_in?error=CredentialsSignin&callbackUrl=%2F']);
  });

  test('a wrong password and an unknown account get the same answer, to the letter', async () => {
    const wrong = await signIn({ email: owner.email, password: 'not-it-at-all', json: 'true' });
    const unknown = await signIn({ email: 'nobody@makao.test', password: 'not-it-at-all', json: 'true' });
    expect([wrong.status, wrong.text]).toEqual([401, unknown.text]);
    expect(wrong.json.message).toBe(messages.wrongCredentials.en);
  });

  test('what is missing is named; a way of signing in that does not exist is not found; without the token nothing happens', async () => {
    expect(await signIn({ email: owner.email, json: 'true' })).toMatchObject({
      status: 400,
      json: { message: `${messages.requiredParameter.en}: password` },
    });
    expect(await signIn({ email: owner.email, password, json: 'true' }, 'myspace')).toMatchObject({ status: 404 });
    expect(await send(app, '/api/auth/callback/credentials', { method: 'POST', form: { email: owner.email, password, json: 'true' } })).toMatchObject(
      { status: 400 },
    );
    const { csrfToken } = await csrf();
    expect(
      await send(app, '/api/auth/callback/credentials', { method: 'POST', form: { csrfToken, email: owner.email, password, json: 'true' } }),
    ).toMatchObject({ status: 400 });
  });

  test('the ninth attempt on one account from one place has to wait, the right password included', async () => {
    const who = await somebody(house, 'tenant');
    for (let i = 0; i < 8; i++) expect((await signIn({ email: who.email, password: 'guess', json: 'true' })).status).toBe(401);
    const ninth = await signIn({ email: who.email.toUpperCase(), password, json: 'true' });
    expect(ninth).toMatchObject({ status: 429, json: { message: messages.tooManyRequests.en } });
    expect(Number(ninth.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('a disabled account is told so only with the right password', async () => {
    const who = await somebody(house, 'tenant');
    await house.database.db.updateTable('person').set({ is_active: false }).where('id', '=', who.id).execute();
    expect((await signIn({ email: who.email, password: 'guess', json: 'true' })).json.code).toBe('CredentialsSignin');
    expect((await signIn({ email: who.email, password, json: 'true' })).json.code).toBe('Disabled');
    expect(await house.database.db.selectFrom('person_session').select('id').where('person_id', '=', who.id).execute()).toEqual([]);
  });
});

describe('the session', () => {
  test('an empty object for a stranger; for a person who they are and until when', async () => {
    expect((await send(app, '/api/auth/session')).json).toEqual({});
    const { cookie } = await signedIn(app, owner.email);
    const { json } = await send(app, '/api/auth/session', { cookie });
    expect(json).toMatchObject({ user: { id: owner.id, user_type: userTypes.owner, onboarding: false, layout: 'owner', permissions: null } });
    expect(new Date(json.expires).getTime()).toBeGreaterThan(Date.now());
    expect((await send(app, '/api/auth/session', { cookie: cookie.replace(/session_token=[^;]+/, 'session_token=forged.signature') })).json).toEqual(
      {},
    );
  });

  test('signing out without a token is refused in the specified words; with it the session is over everywhere at once', async () => {
    const { cookie, token } = await signedIn(app, owner.email);
    expect(await send(app, '/api/auth/signout', { method: 'POST', cookie, form: { json: 'true' } })).toMatchObject({
      status: 400,
      json: { message: 'Could not fetch CSRF Token for signing out' },
    });
    const { csrfToken } = (await send(app, '/api/auth/csrf', { cookie })).json;
    expect(await send(app, '/api/auth/signout', { method: 'POST', cookie, form: { csrfToken, json: 'true', callbackUrl: '/' } })).toMatchObject({
      status: 200,
      json: { url: '/' },
    });
    expect((await send(app, '/api/auth/session', { cookie })).json).toEqual({});
    expect((await send(app, '/api/token', { cookie })).status).toBe(401);
    expect((await send(app, '/api/v2/home/overview/', { token })).status).toBe(401);
  });

  test('session_logout ends the session its token names', async () => {
    const { cookie, token } = await signedIn(app, owner.email);
    expect((await send(app, '/api/session_logout', { method: 'POST', body: { id_token: token } })).json).toEqual({ signed_out: true });
    expect((await send(app, '/api/auth/session', { cookie })).json).toEqual({});
  });

  test('a person who is disabled, or whose role changes, is so from the next request on', async () => {
    const staff = await somebody(house, 'staff', ['dashboard.read']);
    const { token } = await signedIn(app, staff.email);
    const asks = async () => (await send(app, '/api/v2/home/overview/', { token })).status;
    expect(await asks()).toBe(200);
    await house.database.db.updateTable('staff_role').set({ grants: [] }).where('company_id', '=', staff.me.companyId).execute();
    expect(await asks()).toBe(403);
    await house.database.db.updateTable('person').set({ is_active: false }).where('id', '=', staff.id).execute();
    expect(await asks()).toBe(401);
  });

  test('sign-ins and sign-outs are in the log, refused ones too', async () => {
    const rows = await house.database.db
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

test('providers are those that are switched on', async () => {
  expect(Object.keys((await send(app, '/api/auth/providers')).json)).toEqual(['credentials', 'phone', 'passkey']);
});
