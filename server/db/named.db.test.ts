import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshHouse, type House } from '#test/db.ts';
import { customPlan, nameOf } from './named.ts';

let house: House;
beforeAll(async () => {
  // One connection, so that what was prepared on it is seen again.
  house = await freshHouse('bare', { DATABASE_POOL: '1' });
  await sql`create table thing (id int primary key, name text not null)`.execute(house.database.db);
  await sql`insert into thing values (1, 'one'), (2, 'two')`.execute(house.database.db);
});
afterAll(() => house.database.close());

const find = (id: number) => sql<{ id: number }>`select * from thing where id = ${id}`.execute(house.database.db).then(({ rows }) => rows[0]);
const prepared = async () =>
  (await house.database.pool.query("select 1 from pg_prepared_statements where statement like '%from thing where%'")).rowCount;

test('what comes for the third time is prepared, and a table that changes does not break it', async () => {
  for (const id of [1, 2, 1, 2]) expect(await find(id)).toMatchObject({ id });
  expect(await prepared()).toBe(1);
  await sql`alter table thing add column more text not null default 'more'`.execute(house.database.db);
  expect(await find(1)).toEqual({ id: 1, name: 'one', more: 'more' });
  await sql`alter table thing drop column more`.execute(house.database.db);
  const both = await house.database.db.transaction().execute(async (tx) => (await sql`select * from thing where id = ${2}`.execute(tx)).rows);
  expect(both).toEqual([{ id: 2, name: 'two' }]);
});

test('a text that asks for a plan of its own is never prepared, nor is one without values', async () => {
  for (let times = 0; times < 5; times += 1) expect(nameOf(`select 1 ${customPlan}`)).toBeUndefined();
  for (let times = 0; times < 5; times += 1) await sql`select 1 from thing where true`.execute(house.database.db);
  expect((await house.database.pool.query("select 1 from pg_prepared_statements where statement like '%where true%'")).rowCount).toBe(0);
});
