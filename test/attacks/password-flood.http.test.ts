import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { addPerson } from '#server/identity/people.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, testPassword } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices('bare', { DATABASE_POOL: '3' });
  app = await makeApp(services, null);
});
afterAll(() => app.close());

/** No password is hashed until `open` is called. Tests cache hashes, so each password here is a different one. */
function shutGate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { busy: services.passwords.run(() => promise), open: resolve };
}
const joining = (n: string) =>
  sendRequest(app, '/api/v2/accounts/join/', {
    method: 'POST',
    body: { name: 'Flood', email: `flood${n}@makao.test`, phone: '0712345678', password: `nyumba-kumi-${n}` },
  });
async function entering(email: string, given = testPassword) {
  const csrf = await sendRequest(app, '/api/auth/csrf');
  const cookie = csrf.cookies.map((one) => one.split(';')[0]).join('; ');
  return sendRequest(app, '/api/auth/callback/credentials', {
    method: 'POST',
    cookie,
    form: { csrfToken: csrf.json.csrfToken, email, password: given, json: 'true' },
  });
}

test('password check queue: a queued request uses no database connection, so other requests are served', async () => {
  const who = await createPerson(services, 'tenant');
  const { token } = await signInOverHttp(app, who.email);
  const { busy, open } = shutGate();
  const waiting = [
    ...Array.from({ length: 8 }, (_, n) => joining(String(n))),
    ...Array.from({ length: 8 }, (_, n) => entering(`nobody${n}@makao.test`, `a guess ${n}`)),
    ...Array.from({ length: 4 }, (_, n) =>
      sendRequest(app, '/api/v2/accounts/confirm_password/', { method: 'POST', token, body: { password: `a slip ${n}` } }),
    ),
  ];
  const { pool } = services.database;
  await expect
    .poll(() => [services.passwords.load().waiting, pool.totalCount - pool.idleCount, pool.waitingCount], { timeout: 10_000 })
    .toEqual([20, 0, 0]);
  expect((await sendRequest(app, '/api/v2/finding/favourite_ids/', { token })).status).toBe(200);
  open();
  await busy;
  const answers = (await Promise.all(waiting)).map(({ status }) => status);
  expect(answers).toEqual([...Array(8).fill(200), ...Array(8).fill(401), ...Array(4).fill(400)]);
});

test('password check queue: a request to a full queue is answered with Retry-After and does not count as a wrong password', async () => {
  const [email, own] = ['patient@makao.test', 'nyumba-nyingine-kabisa'];
  await addPerson(services.auth, services.database.db, { name: 'Patient', email, password: own, userType: 0 });
  const { busy, open } = shutGate();
  const line: Promise<void>[] = [];
  const before = services.passwords.load().waiting;
  for (let n = before; n < 48; n++) line.push(services.passwords.run(async () => undefined));
  for (let n = 0; n < 12; n++) {
    const refused = await entering(email, own);
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([503, 5]);
  }
  expect((await joining('late')).status).toBe(503);
  open();
  await Promise.all([busy, ...line]);
  expect((await entering(email, own)).status).toBe(200);
});
