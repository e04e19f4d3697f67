import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { generateTableTypes } from '#server/db/gen-types.ts';
import { MigrationProblem, migrate, migrations } from '#server/db/migrate.ts';
import { runCall } from '#server/http/registry.ts';
import { countAttempt } from '#server/http/throttle.ts';
import { listRecordDifferences } from '#server/kernel/audit.ts';
import { callTable, modules } from '#server/modules.ts';
import { createTestDatabase } from '#test/databases.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson, createTestCtx, runAsPerson, testRequestOrigin } from '#test/people.ts';
import { generatedDocs } from './generated/docs.ts';
import { publishEvent, registerEventHandlers } from './publish.ts';
import { unscopedDb } from './scoped.ts';

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});

describe('generated files are up to date (npm run gen)', () => {
  test('the database types equal the schema', async () => {
    const client = new pg.Client({ connectionString: await createTestDatabase() });
    await client.connect();
    expect(readFileSync('server/db/types.gen.ts', 'utf8')).toBe(await generateTableTypes(client));
    await client.end();
  });
  test.each(Object.entries(generatedDocs(callTable, modules)))('docs/generated/%s equals what the generator writes', (name, text) =>
    expect(readFileSync(`docs/generated/${name}`, 'utf8')).toBe(text),
  );
});

describe('database migrations', () => {
  test('a second run does nothing, and a newer database or a changed migration is refused with a message', async () => {
    const url = await createTestDatabase();
    expect(await migrate(url)).toEqual([]);
    await expect(migrate(url, migrations.slice(0, -1))).rejects.toThrow(/newer than this code/);
    await expect(
      migrate(
        url,
        migrations.map((m) => ({ ...m, checksum: 'other' })),
      ),
    ).rejects.toBeInstanceOf(MigrationProblem);
  });
  test('a failed migration leaves no changes', async () => {
    const url = await createTestDatabase();
    const bad = { name: '99999999_bad.sql', sql: 'create table half (id int); select nonsense;', checksum: 'x' };
    await expect(migrate(url, [...migrations, bad])).rejects.toThrow(/rolled back/);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    expect((await client.query("select to_regclass('half') as half")).rows[0].half).toBeNull();
    await client.end();
  });
});

test('record codes: are unique, and their check character detects every wrong single character', async () => {
  const { rows } = await sql<{ code: string }>`select make_code('PRP', n) as code from generate_series(1, 5000) n`.execute(services.database.db);
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

describe('audit registry', () => {
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
  test('a write without an audit entry is not committed', async () => {
    const owner = await createPerson(services, 'owner');
    const handle = async (ctx: { db: TestServices['database']['db'] }) => {
      await ctx.db.insertInto('company').values({ kind: 'owner', name: 'Never written' }).execute();
      return {};
    };
    await expect(runCall({ call: shape, handle }, services.database.db, owner.me, testRequestOrigin, { body: {} })).rejects.toThrow(
      /without an audit entry/,
    );
    expect(await services.database.db.selectFrom('company').select('id').where('name', '=', 'Never written').execute()).toEqual([]);
  });
});

describe('audit log differences', () => {
  test('are listed per field, with secrets masked, technical columns omitted and long texts shortened', () => {
    expect(listRecordDifferences({ name: 'A', password: 'x', updated_at: 1, same: 1 }, { name: 'B', password: 'y', updated_at: 2, same: 1 })).toEqual(
      [
        { field: 'name', old: 'A', new: 'B' },
        { field: 'password', old: '•••', new: '•••' },
      ],
    );
    expect(listRecordDifferences(null, { token: 'abc', list: [1] })).toEqual([
      { field: 'list', old: null, new: [1] },
      { field: 'token', old: null, new: '•••' },
    ]);
    expect(String(listRecordDifferences(null, { body: 'x'.repeat(5000) })[0]?.new)).toHaveLength(2001);
  });
});

test('throttle: counts concurrent attempts and resets the count when the time window ends', async () => {
  const { db } = services.database;
  const waits = await Promise.all(Array.from({ length: 8 }, () => countAttempt(db, 'k', { limit: 5, seconds: 60 })));
  expect(waits.filter((w) => w === 0)).toHaveLength(5);
  await sql`update throttle set window_ends_at = now() - interval '1 second' where key = 'k'`.execute(db);
  expect(await countAttempt(db, 'k', { limit: 5, seconds: 60 })).toBe(0);
});

const companies = async (name: string) => (await services.database.db.selectFrom('company').select('id').where('name', '=', name).execute()).length;

test('publishEvent: rejects a call outside a transaction before any handler runs', async () => {
  const seen: number[] = [];
  registerEventHandlers({ 'listing.closed': async (_, { listingId }) => void seen.push(listingId) });
  await expect(publishEvent(createTestCtx(services, null), 'listing.closed', { listingId: 0 })).rejects.toThrow('transaction');
  expect(seen).toEqual([]);
  await runAsPerson(services, null, (ctx) => publishEvent(ctx, 'listing.closed', { listingId: 0 }));
  expect(seen).toEqual([0]);
});

test('publishEvent: the failure of one handler rolls back the changes of the publisher and of the other handlers', async () => {
  const named = (name: string) => ({ kind: 'owner' as const, name });
  // Other test files of this worker share the handlers, so these react only to a listing that does not exist.
  registerEventHandlers({
    'listing.closed': async ({ db }, { listingId }) => {
      if (listingId < 0) await unscopedDb(db).insertInto('company').values(named('By the first handler')).execute();
    },
  });
  registerEventHandlers({
    'listing.closed': async (_, { listingId }) => {
      if (listingId === -2) throw new Error('the second handler refuses');
    },
  });
  const publish = (listingId: number) =>
    runAsPerson(services, null, async (ctx) => {
      await unscopedDb(ctx.db).insertInto('company').values(named('By the publisher')).execute();
      await publishEvent(ctx, 'listing.closed', { listingId });
    });
  await expect(publish(-2)).rejects.toThrow('the second handler refuses');
  expect([await companies('By the publisher'), await companies('By the first handler')]).toEqual([0, 0]);
  await publish(-1);
  expect([await companies('By the publisher'), await companies('By the first handler')]).toEqual([1, 1]);
});
