import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { typesOf } from '#server/db/gen-types.ts';
import { MigrationProblem, migrate, migrations } from '#server/db/migrate.ts';
import { run } from '#server/http/registry.ts';
import { take } from '#server/http/throttle.ts';
import { differences } from '#server/kernel/audit.ts';
import { callTable, rooms } from '#server/rooms.ts';
import { freshDatabase } from '#test/databases.ts';
import { freshHouse, type House } from '#test/db.ts';
import { here, somebody } from '#test/world.ts';
import { generatedDocs } from './generated/docs.ts';

let house: House;
beforeAll(async () => {
  house = await freshHouse();
});

describe('what is made from something else is up to date (npm run gen)', () => {
  test('the database types', async () => {
    const client = new pg.Client({ connectionString: await freshDatabase() });
    await client.connect();
    expect(readFileSync('server/db/types.gen.ts', 'utf8')).toBe(await typesOf(client));
    await client.end();
  });
  test.each(Object.entries(generatedDocs(callTable, rooms)))('docs/generated/%s', (name, text) =>
    expect(readFileSync(`docs/generated/${name}`, 'utf8')).toBe(text),
  );
});

describe('migrations', () => {
  test('a second run does nothing; a database newer than the code and a changed migration are refused in a sentence', async () => {
    const url = await freshDatabase();
    expect(await migrate(url)).toEqual([]);
    await expect(migrate(url, migrations.slice(0, -1))).rejects.toThrow(/newer than this code/);
    await expect(
      migrate(
        url,
        migrations.map((m) => ({ ...m, checksum: 'other' })),
      ),
    ).rejects.toBeInstanceOf(MigrationProblem);
  });
  test('one that fails leaves nothing behind', async () => {
    const url = await freshDatabase();
    const bad = { name: '99999999_bad.sql', sql: 'create table half (id int); select nonsense;', checksum: 'x' };
    await expect(migrate(url, [...migrations, bad])).rejects.toThrow(/rolled back/);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    expect((await client.query("select to_regclass('half') as half")).rows[0].half).toBeNull();
    await client.end();
  });
});

test('human codes: unique, with a check character that notices every slip', async () => {
  const { rows } = await sql<{ code: string }>`select make_code('PRP', n) as code from generate_series(1, 5000) n`.execute(house.database.db);
  expect(new Set(rows.map((r) => r.code)).size).toBe(5000);
  const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  const holds = (code: string) => {
    const body = code.slice(4, -1);
    const total = [...body].reduce((sum, c, i) => sum + (i + 2) * alphabet.indexOf(c), 0);
    return alphabet[total % 31] === code.at(-1);
  };
  const code = rows[41]?.code ?? '';
  expect(holds(code)).toBe(true);
  for (let i = 4; i < code.length - 1; i++)
    for (const c of alphabet) if (c !== code[i]) expect(holds(code.slice(0, i) + c + code.slice(i + 1))).toBe(false);
});

describe('the registry', () => {
  const shape = call({
    method: 'POST',
    path: '/api/v2/test/',
    summary: 'x',
    needs: 'signed-in',
    body: z.strictObject({}),
    result: z.object({}),
    fails: [],
    document: 'account',
  });
  test('a write that leaves no audit row is not committed', async () => {
    const owner = await somebody(house, 'owner');
    const handle = async (ctx: { db: House['database']['db'] }) => {
      await ctx.db.insertInto('company').values({ kind: 'owner', name: 'Never written' }).execute();
      return {};
    };
    await expect(run({ call: shape, handle }, house.database.db, owner.me, here, { body: {} })).rejects.toThrow(/left no audit row/);
    expect(await house.database.db.selectFrom('company').select('id').where('name', '=', 'Never written').execute()).toEqual([]);
  });
});

describe('audit differences', () => {
  test('field by field, secrets masked, housekeeping left out, long texts shortened', () => {
    expect(differences({ name: 'A', password: 'x', updated_at: 1, same: 1 }, { name: 'B', password: 'y', updated_at: 2, same: 1 })).toEqual([
      { field: 'name', old: 'A', new: 'B' },
      { field: 'password', old: '•••', new: '•••' },
    ]);
    expect(differences(null, { token: 'abc', list: [1] })).toEqual([
      { field: 'list', old: null, new: [1] },
      { field: 'token', old: null, new: '•••' },
    ]);
    expect(String(differences(null, { body: 'x'.repeat(5000) })[0]?.new)).toHaveLength(2001);
  });
});

test('a throttle counts attempts at once and forgets them when the window ends', async () => {
  const { db } = house.database;
  const waits = await Promise.all(Array.from({ length: 8 }, () => take(db, 'k', { limit: 5, seconds: 60 })));
  expect(waits.filter((w) => w === 0)).toHaveLength(5);
  await sql`update throttle set window_ends_at = now() - interval '1 second' where key = 'k'`.execute(db);
  expect(await take(db, 'k', { limit: 5, seconds: 60 })).toBe(0);
});
