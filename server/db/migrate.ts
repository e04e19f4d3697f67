import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

export type Migration = { readonly name: string; readonly sql: string; readonly checksum: string };
const folder = new URL('./migrations/', import.meta.url);

export const migrations: readonly Migration[] = readdirSync(folder)
  .filter((f) => f.endsWith('.sql'))
  .sort()
  .map((name) => {
    const sql = readFileSync(new URL(name, folder), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });

/** A problem of a migration; the message is for the operator at a terminal. */
export class MigrationProblem extends Error {}

// An arbitrary number that no other lock uses. The first process to migrate makes the others wait, so two nodes may start at once.
const lock = 7_201_311;

/** Applies the missing migrations, forward only, each file in its own transaction. Returns the names of the applied files. */
export async function migrate(url: string, all: readonly Migration[] = migrations): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'makao-migrate' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    await client.query(
      'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration order by name');
    checkHistory(rows, all);
    const have = new Set(rows.map((r) => r.name));
    const waiting = all.filter((m) => !have.has(m.name));
    for (const m of waiting) await apply(client, m);
    return waiting.map((m) => m.name);
  } finally {
    await client.end();
  }
}

function checkHistory(applied: { name: string; checksum: string }[], all: readonly Migration[]): void {
  const known = new Map(all.map((m) => [m.name, m.checksum]));
  for (const { name, checksum } of applied) {
    if (!known.has(name))
      throw new MigrationProblem(
        `The database is newer than this code (it contains the migration ${name}). Start the version of Makao that created it, or a newer one.`,
      );
    if (known.get(name) !== checksum)
      throw new MigrationProblem(`The migration ${name} was changed after it was applied. Write a new migration instead.`);
  }
}

async function apply(client: pg.Client, m: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(m.sql);
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [m.name, m.checksum]);
    await client.query('commit');
  } catch (problem) {
    await client.query('rollback');
    throw new MigrationProblem(`The migration ${m.name} failed and was rolled back: ${problem instanceof Error ? problem.message : problem}`);
  }
}
