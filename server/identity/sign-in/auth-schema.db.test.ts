import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestServices } from '#test/db.ts';
import { makeAuth } from './auth.ts';

test('better-auth library: accepts the database schema, and rejects a schema without a column that the library writes', async () => {
  const { database, env, secret, passwords } = await createTestServices();
  const check = async () => (await makeAuth(database.pool, { appUrl: env.appUrl, secret, passwords }).$context).checkSchema?.() ?? 'not checked';
  expect(await check()).not.toBe('not checked');
  await sql`alter table person_session rename column ip_address to address`.execute(database.db);
  await expect(check()).rejects.toThrow('ip_address');
});
