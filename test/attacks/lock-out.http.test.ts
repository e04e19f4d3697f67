import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { computeTotpCode, computeTotpStep, createTotpSecret, sealTotpSecret } from '#server/identity/sign-in/totp.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { listJobPayloads } from '#test/jobs.ts';
import { createPerson, testPassword } from '#test/people.ts';
import { makeWrongTotp } from '#test/wrong-secrets.ts';

let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices('bare', { TRUST_PROXY: '1' });
  app = await makeApp(services, null);
});
afterAll(() => app.close());

const pair = (cookie: string) => cookie.split(';')[0] ?? '';
async function enter(email: string, given: string, from: string, cookie = '') {
  const csrf = await sendRequest(app, '/api/auth/csrf', { cookie });
  const all = [cookie, ...csrf.cookies.map(pair)].filter(Boolean).join('; ');
  return sendRequest(app, '/api/auth/callback/credentials', {
    method: 'POST',
    cookie: all,
    headers: { 'x-forwarded-for': from },
    form: { csrfToken: csrf.json.csrfToken, email, password: given, json: 'true' },
  });
}

test('sign-in lockout: wrong passwords on other devices do not lock a known device', async () => {
  const who = await createPerson(services, 'tenant');
  const device = (await signInOverHttp(app, who.email)).cookie;
  for (let n = 0; n < 60; n++) await enter(who.email, 'a wrong guess', `203.0.113.${n % 10}`);
  expect((await enter(who.email, testPassword, '203.0.113.200')).status, 'somewhere else has to wait').toBe(429);
  expect((await enter(who.email, testPassword, '203.0.113.200', device)).status).toBe(200);
  expect((await enter(who.email, testPassword, '203.0.113.1', device)).status, 'also from the attackers’ own network').toBe(200);
});

test('sign-in lockout: a device cookie of another person or a forged device cookie does not bypass the lockout', async () => {
  const [victim, thief] = [await createPerson(services, 'tenant'), await createPerson(services, 'tenant')];
  const device = (await signInOverHttp(app, thief.email)).cookie;
  const forged = device.replace(new RegExp(`\\|${thief.id}\\.|%7C${thief.id}\\.`), `%7C${victim.id}.`);
  expect(forged).not.toBe(device);
  for (let n = 0; n < 8; n++) expect((await enter(victim.email, 'a wrong guess', '203.0.113.44', device)).status).toBe(401);
  for (const cookie of [device, forged]) expect((await enter(victim.email, testPassword, '203.0.113.44', cookie)).status).toBe(429);
});

test('sign-in lockout: hundreds of successful sign-ins from one address are not limited', async () => {
  const who = await createPerson(services, 'tenant');
  for (let n = 0; n < 230; n++) expect((await enter(who.email, testPassword, '198.51.100.9')).status).toBe(200);
});

test('sign-in lockout: the number of wrong passwords on a known device is limited', async () => {
  const who = await createPerson(services, 'tenant');
  const device = (await signInOverHttp(app, who.email)).cookie;
  const statuses: number[] = [];
  for (let n = 0; n < 21; n++) statuses.push((await enter(who.email, 'a wrong guess', '203.0.113.77', device)).status);
  expect(statuses.at(-1)).toBe(429);
});

test('password reset: eight requests for one account all get the same answer, and only five mails are queued', async () => {
  const who = await createPerson(services, 'tenant');
  for (let n = 0; n < 8; n++) {
    const answer = await sendRequest(app, '/api/v2/accounts/forgot_password/', { method: 'POST', body: { email: who.email } });
    expect(answer).toMatchObject({ status: 200, json: { email: who.email } });
  }
  expect((await listJobPayloads(services, 'identity.password_forgotten')).length).toBe(5);
});

test('two-step sign-in lockout: six wrong codes from any addresses lock the account except on a known device', async () => {
  const who = await createPerson(services, 'tenant');
  const device = (await signInOverHttp(app, who.email)).cookie;
  const secret = createTotpSecret();
  const values = { person_id: who.id, secret: sealTotpSecret(services.secret, secret), confirmed_at: new Date(), recovery_hashes: [] };
  await services.database.db.insertInto('person_second_factor').values(values).execute();
  const guess = async (totp: string, from: string, cookie = '') => {
    const first = await enter(who.email, testPassword, from, cookie);
    const csrf = await sendRequest(app, '/api/auth/csrf', { cookie });
    return sendRequest(app, '/api/auth/callback/totp', {
      method: 'POST',
      cookie: [cookie, ...first.cookies.map(pair), ...csrf.cookies.map(pair)].filter(Boolean).join('; '),
      headers: { 'x-forwarded-for': from },
      form: { csrfToken: csrf.json.csrfToken, totp, json: 'true' },
    });
  };
  const statuses: number[] = [];
  for (let n = 1; n <= 8; n++) statuses.push((await guess(makeWrongTotp(secret), `203.0.${n}.1`)).status);
  expect(statuses).toEqual([...Array(6).fill(401), 429, 429]);
  expect((await guess(computeTotpCode(secret, computeTotpStep(Date.now())), '203.0.99.1', device)).status).toBe(200);
});
