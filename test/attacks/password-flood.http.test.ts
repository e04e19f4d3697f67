import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { addPerson } from '#server/identity/people.ts';
import { send, signedIn } from '#test/client.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { password, somebody } from '#test/world.ts';

let house: House;
let app: FastifyInstance;
beforeAll(async () => {
  house = await freshHouse('bare', { DATABASE_POOL: '3' });
  app = await makeApp(house, null);
});
afterAll(() => app.close());

/** Nothing is hashed until `open` is called. Tests remember what they have hashed once, so each of these is another password. */
function shutGate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { busy: house.passwords.run(() => promise), open: resolve };
}
const joining = (n: string) =>
  send(app, '/api/v2/accounts/join/', {
    method: 'POST',
    body: { name: 'Flood', email: `flood${n}@makao.test`, phone: '0712345678', password: `nyumba-kumi-${n}` },
  });
async function entering(email: string, given = password) {
  const csrf = await send(app, '/api/auth/csrf');
  const cookie = csrf.cookies.map((one) => one.split(';')[0]).join('; ');
  return send(app, '/api/auth/callback/credentials', {
    method: 'POST',
    cookie,
    form: { csrfToken: csrf.json.csrfToken, email, password: given, json: 'true' },
  });
}

test('whoever waits for a password to be hashed holds no connection: everybody else is answered', async () => {
  const who = await somebody(house, 'tenant');
  const { token } = await signedIn(app, who.email);
  const { busy, open } = shutGate();
  const waiting = [
    ...Array.from({ length: 8 }, (_, n) => joining(String(n))),
    ...Array.from({ length: 8 }, (_, n) => entering(`nobody${n}@makao.test`, `a guess ${n}`)),
    ...Array.from({ length: 4 }, (_, n) =>
      send(app, '/api/v2/accounts/confirm_password/', { method: 'POST', token, body: { password: `a slip ${n}` } }),
    ),
  ];
  const { pool } = house.database;
  await expect
    .poll(() => [house.passwords.load().waiting, pool.totalCount - pool.idleCount, pool.waitingCount], { timeout: 10_000 })
    .toEqual([20, 0, 0]);
  expect((await send(app, '/api/v2/finding/favourite_ids/', { token })).status).toBe(200);
  open();
  await busy;
  const answers = (await Promise.all(waiting)).map(({ status }) => status);
  expect(answers).toEqual([...Array(8).fill(200), ...Array(8).fill(401), ...Array(4).fill(400)]);
});

test('a full line says when to come back, and that attempt counts for nothing', async () => {
  const [email, own] = ['patient@makao.test', 'nyumba-nyingine-kabisa'];
  await addPerson(house.auth, house.database.db, { name: 'Patient', email, password: own, userType: 0 });
  const { busy, open } = shutGate();
  const line: Promise<void>[] = [];
  const before = house.passwords.load().waiting;
  for (let n = before; n < 48; n++) line.push(house.passwords.run(async () => undefined));
  for (let n = 0; n < 12; n++) {
    const refused = await entering(email, own);
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([503, 5]);
  }
  expect((await joining('late')).status).toBe(503);
  open();
  await Promise.all([busy, ...line]);
  expect((await entering(email, own)).status).toBe(200);
});
