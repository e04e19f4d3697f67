import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { sendRequest } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, testPassword } from '#test/people.ts';
import { makeWrongTotp } from '#test/wrong-secrets.ts';
import { computeTotpCode, computeTotpStep, createTotpSecret, hashRecoveryCode, sealTotpSecret } from './totp.ts';

/** An OpenID Connect provider on its own port; `claims` is the identity it returns. */
const provider = { port: 0, claims: {} as Record<string, unknown>, nonce: '', asked: [] as URLSearchParams[] };
const clientId = 'makao-test';
let server: Server;
let services: TestServices;
let app: FastifyInstance;
const pair = (cookie: string) => cookie.split(';')[0] ?? '';

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] };
  server = createServer(async (request, response) => {
    const issuer = `http://127.0.0.1:${provider.port}`;
    const say = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (request.url?.startsWith('/.well-known'))
      return say({ authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` });
    if (request.url === '/keys') return say(keys);
    let body = '';
    for await (const part of request) body += String(part);
    provider.asked.push(new URLSearchParams(body));
    const id_token = await new SignJWT({ nonce: provider.nonce, ...provider.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(issuer)
      .setAudience(clientId)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
    return say({ id_token });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provider.port = (server.address() as { port: number }).port;
  services = await createTestServices('bare', {
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_ISSUER: `http://127.0.0.1:${provider.port}`,
  });
  app = await makeApp(services, null);
});
afterAll(async () => {
  await app.close();
  server.close();
});

async function form(path: string, fields: Record<string, string>, cookie = '') {
  const csrf = await sendRequest(app, '/api/auth/csrf', { cookie });
  const all = [cookie, ...csrf.cookies.map(pair)].filter(Boolean).join('; ');
  const answer = await sendRequest(app, path, { method: 'POST', cookie: all, form: { csrfToken: csrf.json.csrfToken, json: 'true', ...fields } });
  return { ...answer, cookie: [all, ...answer.cookies.map(pair)].join('; ') };
}
const whoIs = async (cookie: string) => (await sendRequest(app, '/api/auth/session', { cookie })).json.user?.email ?? null;

describe('two-step sign-in', () => {
  test('opens a session only after password and code, and refuses a wrong or repeated code and a forged ticket', async () => {
    const who = await createPerson(services, 'tenant');
    const secret = createTotpSecret();
    await services.database.db
      .insertInto('person_second_factor')
      .values({
        person_id: who.id,
        secret: sealTotpSecret(services.secret, secret),
        confirmed_at: new Date(),
        recovery_hashes: [hashRecoveryCode(services.secret, 'aaaaabbbbb')],
      })
      .execute();
    const first = await form('/api/auth/callback/credentials', { email: who.email, password: testPassword });
    expect(first).toMatchObject({ status: 401, json: { code: 'SecondFactor' } });
    expect(await whoIs(first.cookie)).toBeNull();
    const code = computeTotpCode(secret, computeTotpStep(Date.now()));
    expect((await form('/api/auth/callback/totp', { totp: code })).json.code).toBe('SessionRequired');
    expect((await form('/api/auth/callback/totp', { totp: code }, first.cookie.replace(/second_factor=\d+/, 'second_factor=999'))).json.code).toBe(
      'SessionRequired',
    );
    expect((await form('/api/auth/callback/totp', { totp: makeWrongTotp(secret) }, first.cookie)).json.code).toBe('WrongCode');
    const second = await form('/api/auth/callback/totp', { totp: code }, first.cookie);
    expect(second.status).toBe(200);
    expect(await whoIs(second.cookie)).toBe(who.email);
    expect((await form('/api/auth/callback/totp', { totp: code }, first.cookie)).json.code).toBe('WrongCode');
    const spare = await form('/api/auth/callback/totp', { totp: 'aaaaa-bbbbb' }, first.cookie);
    expect(await whoIs(spare.cookie)).toBe(who.email);
  });
});

describe('Google sign-in', () => {
  async function come(claims: Record<string, unknown>, change: { state?: string; nonce?: string } = {}) {
    const start = await form('/api/auth/signin/google', { callbackUrl: '/dashboard/tenant' });
    const url = new URL(start.json.url);
    provider.claims = { email_verified: true, ...claims };
    provider.nonce = change.nonce ?? url.searchParams.get('nonce') ?? '';
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    const back = await sendRequest(
      app,
      `/api/auth/callback/google?${new URLSearchParams({ code: 'abc', state: change.state ?? url.searchParams.get('state') ?? '' })}`,
      { cookie: start.cookie },
    );
    const cookie = back.cookies.map(pair).join('; ');
    return { to: back.headers.location, who: await whoIs(cookie), cookie };
  }
  test('is offered only if Google sign-in is configured', async () => {
    expect((await sendRequest(app, '/api/auth/providers')).json).toHaveProperty('google');
    const plain = await makeApp(await createTestServices(), null);
    expect(Object.keys((await sendRequest(plain, '/api/auth/providers')).json)).toEqual(['credentials', 'phone', 'passkey']);
    expect((await sendRequest(plain, '/api/auth/callback/google?code=a&state=b')).status).toBe(404);
    await plain.close();
  });
  test('creates an account at the first sign-in and finds that account by Google id at the next sign-in', async () => {
    expect(await come({ sub: 'g-1', email: 'fresh@gmail.com', name: 'Fresh' })).toMatchObject({ to: '/dashboard/tenant', who: 'fresh@gmail.com' });
    expect((await come({ sub: 'g-1', email: 'other@gmail.com' })).who).toBe('fresh@gmail.com');
    expect(provider.asked.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{32}$/);
  });
  test('does not open an existing account by email address alone; the person must link Google in the settings', async () => {
    const known = await createPerson(services, 'owner');
    const { to, who } = await come({ sub: 'g-2', email: known.email });
    expect(who).toBeNull();
    expect(to).toContain('error=OAuthLink');
    const links = services.database.db
      .selectFrom('person_credential')
      .select('id')
      .where('person_id', '=', known.id)
      .where('provider_id', '=', 'google');
    expect(await links.execute()).toEqual([]);
  });
  test('redirects to policies that require consent, and stops redirecting after consent', async () => {
    const who = await createPerson(services, 'dealer');
    const { db } = services.database;
    await db.insertInto('person_credential').values({ person_id: who.id, provider_id: 'google', account_id: 'g-5' }).execute();
    const text = { title: 'Dealers', slug: 'dealers', body: '<p>One.</p>', effective_from: '2026-01-01', requires_consent: true };
    const { id } = await db
      .insertInto('policy')
      .values({ ...text, user_type: 7, kind: 'terms', status: 'published' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const asked = await come({ sub: 'g-5', email: who.email });
    expect(asked).toMatchObject({ to: '/auth/agree?callbackUrl=%2Fdashboard%2Ftenant', who: who.email });
    const { accessToken: token } = (await sendRequest(app, '/api/token', { cookie: asked.cookie })).json;
    expect((await sendRequest(app, `/api/v2/policy/consent_policy/?id=${id}&version=2`, { method: 'POST', token })).status).toBe(409);
    expect((await sendRequest(app, `/api/v2/policy/consent_policy/?id=${id}`, { method: 'POST', token })).status).toBe(400);
    expect((await sendRequest(app, `/api/v2/policy/consent_policy/?id=${id}&version=1`, { method: 'POST', token })).status).toBe(200);
    expect((await come({ sub: 'g-5', email: who.email })).to).toBe('/dashboard/tenant');
  });
  test('also requires the second factor if the account has two-step sign-in', async () => {
    const who = await createPerson(services, 'admin');
    const secret = createTotpSecret();
    const { db } = services.database;
    await db
      .insertInto('person_second_factor')
      .values({ person_id: who.id, secret: sealTotpSecret(services.secret, secret), confirmed_at: new Date(), recovery_hashes: [] })
      .execute();
    await db.insertInto('person_credential').values({ person_id: who.id, provider_id: 'google', account_id: 'g-4' }).execute();
    const half = await come({ sub: 'g-4', email: who.email });
    expect(half.who).toBeNull();
    expect(half.to).toContain('error=SecondFactor');
    const whole = await form('/api/auth/callback/totp', { totp: computeTotpCode(secret, computeTotpStep(Date.now())) }, half.cookie);
    expect(await whoIs(whole.cookie)).toBe(who.email);
  });
  test('is refused for a wrong state or nonce, and for an email address not verified by Google or by the account', async () => {
    const claims = { sub: 'g-3', email: 'third@gmail.com' };
    for (const answer of [
      await come(claims, { state: 'other' }),
      await come(claims, { nonce: 'other' }),
      await come({ ...claims, email_verified: false }),
    ])
      expect(answer).toMatchObject({ to: expect.stringContaining('error=OAuth'), who: null });
    await services.database.db.insertInto('person').values({ name: 'Typed', email: 'third@gmail.com' }).execute();
    expect((await come(claims)).who).toBeNull();
  });
});
