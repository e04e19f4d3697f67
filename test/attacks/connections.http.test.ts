import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { whole } from '#server/kernel/scoped.ts';
import { send, signedIn, tokenFor } from '#test/client.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { password, somebody } from '#test/world.ts';

/** A connection may end at any moment: the request says so with 503, the process lives on (an error nobody listens to would fail this run). */
let house: House;
let app: FastifyInstance;
let token: string;
let email: string;
let outside: pg.Client;
/** Apart from the one that looks: within a transaction PostgreSQL shows the same activity again and again. */
let locker: pg.Client;

beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
  const owner = await somebody(house, 'owner');
  email = owner.email;
  token = await tokenFor(app, owner);
  const connectionString = String((house.database.pool.options as { connectionString?: string }).connectionString);
  outside = new pg.Client({ connectionString });
  locker = new pg.Client({ connectionString });
  await Promise.all([outside.connect(), locker.connect()]);
});
afterAll(async () => {
  await Promise.all([outside.end(), locker.end()]);
  await app.close();
});

const others = "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'makao'";
const end = (which = '') => outside.query(`select pg_terminate_backend(pid) from (${others} ${which}) one`);
const waiting = () => expect.poll(async () => (await outside.query(`${others} and wait_event_type = 'Lock'`)).rowCount);
const write = (name: string) =>
  send(app, '/api/v2/saved_view/save_view/', { method: 'POST', token, body: { list: 'unit.list', name, query: 'q=a' } });
const away = { status: 503, headers: { 'retry-after': expect.anything() }, json: { error: 'Service Unavailable' } };

test('ended while its statement waits: 503, and the next request is served', async () => {
  await locker.query('begin; lock table audit_log in access exclusive mode');
  const answer = write('waits');
  await waiting().toBe(1);
  await end("and wait_event_type = 'Lock'");
  expect(await answer).toMatchObject(away);
  await locker.query('rollback');
  expect(await write('waits')).toMatchObject({ status: 200 });
});

test('ended between two statements of a transaction', async () => {
  const held = house.database.db.transaction().execute(async (tx) => {
    const before = await whole(tx).selectFrom('person').select('id').execute();
    await end("and state = 'idle in transaction'");
    await expect.poll(async () => (await outside.query(`${others} and state = 'idle in transaction'`)).rowCount).toBe(0);
    return [before, await whole(tx).selectFrom('person').select('id').execute()];
  });
  await expect(held).rejects.toThrow();
  expect(await write('between')).toMatchObject({ status: 200 });
});

test('ended while idle, all of them, the listening ones too: the pool makes new ones', async () => {
  await Promise.all(Array.from({ length: 8 }, () => send(app, '/api/v2/saved_view/fetch_views/?list=unit.list', { token })));
  for (let round = 0; round < 3; round++) {
    await end();
    await expect.poll(async () => (await write(`idle ${round}`)).status).toBe(200);
  }
});

test('ended while somebody signs in (the library that keeps passwords has its connection from the same pool)', async () => {
  await locker.query('begin; lock table person in access exclusive mode');
  const answer = signedIn(app, email, password).then(
    () => 'signed in',
    (problem: Error) => problem.message,
  );
  await waiting().toBe(1);
  await end("and wait_event_type = 'Lock'");
  await locker.query('rollback');
  expect(await answer).toContain('Service Unavailable');
  expect(await signedIn(app, email, password)).toMatchObject({ token: expect.any(String) });
});
