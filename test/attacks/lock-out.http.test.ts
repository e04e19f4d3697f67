import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { codeAt, newSecret, seal, stepAt } from '#server/identity/sign-in/totp.ts';
import { send, signedIn } from '#test/client.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { promised } from '#test/jobs.ts';
import { wrongTotp } from '#test/tampered.ts';
import { password, somebody } from '#test/world.ts';

let house: House;
let app: FastifyInstance;
beforeAll(async () => {
  house = await freshHouse('bare', { TRUST_PROXY: '1' });
  app = await makeApp(house, null);
});
afterAll(() => app.close());

const pair = (cookie: string) => cookie.split(';')[0] ?? '';
async function enter(email: string, given: string, from: string, cookie = '') {
  const csrf = await send(app, '/api/auth/csrf', { cookie });
  const all = [cookie, ...csrf.cookies.map(pair)].filter(Boolean).join('; ');
  return send(app, '/api/auth/callback/credentials', {
    method: 'POST',
    cookie: all,
    headers: { 'x-forwarded-for': from },
    form: { csrfToken: csrf.json.csrfToken, email, password: given, json: 'true' },
  });
}

test('wrong passwords from anywhere do not lock the right person out of a device they have used', async () => {
  const who = await somebody(house, 'tenant');
  const device = (await signedIn(app, who.email)).cookie;
  for (let n = 0; n < 60; n++) await enter(who.email, 'a wrong guess', `203.0.113.${n % 10}`);
  expect((await enter(who.email, password, '203.0.113.200')).status, 'somewhere else has to wait').toBe(429);
  expect((await enter(who.email, password, '203.0.113.200', device)).status).toBe(200);
  expect((await enter(who.email, password, '203.0.113.1', device)).status, 'also from the attackers’ own network').toBe(200);
});

test('a device somebody else has used, or one that is made up, is no known one', async () => {
  const [victim, thief] = [await somebody(house, 'tenant'), await somebody(house, 'tenant')];
  const device = (await signedIn(app, thief.email)).cookie;
  const forged = device.replace(new RegExp(`\\|${thief.id}\\.|%7C${thief.id}\\.`), `%7C${victim.id}.`);
  expect(forged).not.toBe(device);
  for (let n = 0; n < 8; n++) expect((await enter(victim.email, 'a wrong guess', '203.0.113.44', device)).status).toBe(401);
  for (const cookie of [device, forged]) expect((await enter(victim.email, password, '203.0.113.44', cookie)).status).toBe(429);
});

test('hundreds behind one address sign in, and some of them mistype', async () => {
  const who = await somebody(house, 'tenant');
  for (let n = 0; n < 230; n++) expect((await enter(who.email, password, '198.51.100.9')).status).toBe(200);
});

test('a known device is slowed down as well', async () => {
  const who = await somebody(house, 'tenant');
  const device = (await signedIn(app, who.email)).cookie;
  const statuses: number[] = [];
  for (let n = 0; n < 21; n++) statuses.push((await enter(who.email, 'a wrong guess', '203.0.113.77', device)).status);
  expect(statuses.at(-1)).toBe(429);
});

test('forgotten passwords: letters are few, the answer is the same, nobody learns or loses anything', async () => {
  const who = await somebody(house, 'tenant');
  for (let n = 0; n < 8; n++) {
    const answer = await send(app, '/api/v2/accounts/forgot_password/', { method: 'POST', body: { email: who.email } });
    expect(answer).toMatchObject({ status: 200, json: { email: who.email } });
  }
  expect((await promised(house, 'identity.password_forgotten')).length).toBe(5);
});

test('codes of the second step: six wrong ones an account wherever they come from, and the known device is not shut out', async () => {
  const who = await somebody(house, 'tenant');
  const device = (await signedIn(app, who.email)).cookie;
  const secret = newSecret();
  const values = { person_id: who.id, secret: seal(house.secret, secret), confirmed_at: new Date(), recovery_hashes: [] };
  await house.database.db.insertInto('person_second_factor').values(values).execute();
  const guess = async (totp: string, from: string, cookie = '') => {
    const first = await enter(who.email, password, from, cookie);
    const csrf = await send(app, '/api/auth/csrf', { cookie });
    return send(app, '/api/auth/callback/totp', {
      method: 'POST',
      cookie: [cookie, ...first.cookies.map(pair), ...csrf.cookies.map(pair)].filter(Boolean).join('; '),
      headers: { 'x-forwarded-for': from },
      form: { csrfToken: csrf.json.csrfToken, totp, json: 'true' },
    });
  };
  const statuses: number[] = [];
  for (let n = 1; n <= 8; n++) statuses.push((await guess(wrongTotp(secret), `203.0.${n}.1`)).status);
  expect(statuses).toEqual([...Array(6).fill(401), 429, 429]);
  expect((await guess(codeAt(secret, stepAt(Date.now())), '203.0.99.1', device)).status).toBe(200);
});
