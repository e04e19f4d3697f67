import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { unscopedDb } from '#server/kernel/scoped.ts';
import { sendRequest, signInForApiToken, signInOverHttp } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, testPassword } from '#test/people.ts';

/** A connection may end at any moment: the request then answers 503 and the process continues. An error without a listener would fail this run. */
let services: TestServices;
let app: FastifyInstance;
let token: string;
let email: string;
let outside: pg.Client;
/** Ends the connections except the one that reads the activity, because PostgreSQL shows the same activity throughout a transaction. */
let locker: pg.Client;

beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
  const owner = await createPerson(services, 'owner');
  email = owner.email;
  token = await signInForApiToken(app, owner);
  const connectionString = String((services.database.pool.options as { connectionString?: string }).connectionString);
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
  sendRequest(app, '/api/v2/saved_view/save_view/', { method: 'POST', token, body: { list: 'unit.list', name, query: 'q=a' } });
const away = { status: 503, headers: { 'retry-after': expect.anything() }, json: { error: 'Service Unavailable' } };

test('database connection: a request whose connection closes during a statement answers 503, and the next request succeeds', async () => {
  await locker.query('begin; lock table audit_log in access exclusive mode');
  const answer = write('waits');
  await waiting().toBe(1);
  await end("and wait_event_type = 'Lock'");
  expect(await answer).toMatchObject(away);
  await locker.query('rollback');
  expect(await write('waits')).toMatchObject({ status: 200 });
});

test('database transaction: fails if the connection closes between two statements, and the next request succeeds', async () => {
  const held = services.database.db.transaction().execute(async (tx) => {
    const before = await unscopedDb(tx).selectFrom('person').select('id').execute();
    await end("and state = 'idle in transaction'");
    await expect.poll(async () => (await outside.query(`${others} and state = 'idle in transaction'`)).rowCount).toBe(0);
    return [before, await unscopedDb(tx).selectFrom('person').select('id').execute()];
  });
  await expect(held).rejects.toThrow();
  expect(await write('between')).toMatchObject({ status: 200 });
});

test('database connections: all connections closed while idle are replaced, including the connections that listen for notifications', async () => {
  await Promise.all(Array.from({ length: 8 }, () => sendRequest(app, '/api/v2/saved_view/fetch_views/?list=unit.list', { token })));
  for (let round = 0; round < 3; round++) {
    await end();
    await expect.poll(async () => (await write(`idle ${round}`)).status).toBe(200);
  }
});

test('sign-in: answers 503 if the database connection closes during the sign-in, and the next sign-in succeeds', async () => {
  await locker.query('begin; lock table person in access exclusive mode');
  const answer = signInOverHttp(app, email, testPassword).then(
    () => 'signed in',
    (problem: Error) => problem.message,
  );
  await waiting().toBe(1);
  await end("and wait_event_type = 'Lock'");
  await locker.query('rollback');
  expect(await answer).toContain('Service Unavailable');
  expect(await signInOverHttp(app, email, testPassword)).toMatchObject({ token: expect.any(String) });
});
