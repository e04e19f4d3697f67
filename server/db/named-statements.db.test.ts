import type { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestServices, type TestServices } from '#test/db.ts';
import { customPlanMark, getStatementName } from './named-statements.ts';

let services: TestServices;
beforeAll(async () => {
  // One connection, so that what was prepared on it is seen again.
  services = await createTestServices('bare', { DATABASE_POOL: '1' });
  await sql`create table thing (id int primary key, name text not null)`.execute(services.database.db);
  await sql`insert into thing values (1, 'one'), (2, 'two')`.execute(services.database.db);
});
afterAll(() => services.database.close());

const find = (id: number) => sql<{ id: number }>`select * from thing where id = ${id}`.execute(services.database.db).then(({ rows }) => rows[0]);
const prepared = async () =>
  (await services.database.pool.query("select 1 from pg_prepared_statements where statement like '%from thing where%'")).rowCount;

test('prepared statements: a query is prepared at its third use and still works after the columns of its table change', async () => {
  for (const id of [1, 2, 1, 2]) expect(await find(id)).toMatchObject({ id });
  expect(await prepared()).toBe(1);
  await sql`alter table thing add column more text not null default 'more'`.execute(services.database.db);
  expect(await find(1)).toEqual({ id: 1, name: 'one', more: 'more' });
  await sql`alter table thing drop column more`.execute(services.database.db);
  const both = await services.database.db.transaction().execute(async (tx) => (await sql`select * from thing where id = ${2}`.execute(tx)).rows);
  expect(both).toEqual([{ id: 2, name: 'two' }]);
});

test('prepared statements: a query marked for a custom plan, and a query without values, are never prepared', async () => {
  for (let times = 0; times < 5; times += 1) expect(getStatementName(`select 1 ${customPlanMark}`)).toBeUndefined();
  for (let times = 0; times < 5; times += 1) await sql`select 1 from thing where true`.execute(services.database.db);
  expect((await services.database.pool.query("select 1 from pg_prepared_statements where statement like '%where true%'")).rowCount).toBe(0);
});

describe('prepared statement', () => {
  const ask = (text: string, values: unknown[]) => services.database.pool.query(text, values);
  /** With a config object the driver runs the query itself, without a name. */
  const plainly = (text: string, values: unknown[]) => services.database.pool.query({ text, values });
  const told = ({ command, rowCount, rows, fields }: pg.QueryResult) => ({ command, rowCount, rows, names: fields.map((f) => f.name) });

  test.each([
    [
      `select $1::bigint as n, null::int as nothing, '{1,2}'::bigint[] as many, '2026-11-15'::date as day, '2026-11-15 21:00+03'::timestamptz as at,
        '{"a": [1]}'::jsonb as json, '\\x00ff'::bytea as bytes, true as yes, 1.50::numeric as exact, 'ni\u00f1o'::text as words, 1 as twice, 2 as twice`,
      [9],
    ],
    ['select id from thing where id = $1', [99]],
    ['select id from thing where id = any ($1::int[]) order by id', [[1, 2]]],
    ['update thing set name = $1 where id = 1', ['one']],
    ['update thing set name = $1 returning id', ['same']],
    ['select $1::jsonb as given, $2::timestamptz as at', [{ a: 1 }, new Date(0)]],
  ])('returns the same result as an unnamed query: %s', async (text, values) => {
    const expected = told(await plainly(text, values));
    for (let times = 0; times < 6; times += 1) expect(told(await ask(text, values))).toEqual(expected);
  });

  test('reports the error of a failing query, and the connection stays usable', async () => {
    const insert = "insert into thing values ($1, 'again')";
    for (let id = 10; id < 15; id += 1) expect((await ask(insert, [id])).rowCount).toBe(1);
    await expect(ask(insert, [10])).rejects.toMatchObject({ code: '23505', stack: expect.stringContaining('named-statements.db.test') });
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const json = 'select $1::jsonb as json';
    for (let times = 0; times < 4; times += 1) expect((await ask(json, [{ times }])).rows).toEqual([{ json: { times } }]);
    await expect(ask(json, [circle])).rejects.toThrow(/circular/);
    expect((await ask(insert, [20])).rowCount).toBe(1);
  });

  test('receives column descriptions only until its query is prepared', async () => {
    const client = await services.database.pool.connect();
    let described = 0;
    const { connection } = client as unknown as { connection: EventEmitter };
    connection.on('rowDescription', () => (described += 1));
    for (let times = 0; times < 10; times += 1) expect((await client.query('select id from thing where id < $1', [3])).rows).toHaveLength(2);
    client.release();
    // Two unnamed runs and the preparation each get a description.
    expect(described).toBe(3);
  });

  test('returns every result when the same SQL text is queued several times on one connection', async () => {
    const client = await services.database.pool.connect();
    const text = 'select id as queued from thing where id < $1';
    for (let times = 0; times < 2; times += 1) await client.query(text, [3]);
    const answers = await Promise.all([1, 2, 3].map(() => client.query(text, [3])));
    answers.push(await client.query(text, [3]));
    client.release();
    expect(answers.map(({ rows }) => rows)).toEqual(Array(4).fill([{ queued: 1 }, { queued: 2 }]));
  });
});
