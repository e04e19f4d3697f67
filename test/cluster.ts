import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startCluster } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { fillVocabulary } from '#server/db/vocabulary.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** postgres://…/ up to and including the slash; a database name follows. */
    cluster: string;
  }
}

export type TestCluster = { readonly url: string; readonly stop: () => Promise<void> };

/** A throw-away PostgreSQL in memory with a bare template; the one with the demo data is made from it by whoever needs it first. */
export async function startTestCluster(): Promise<TestCluster> {
  const dir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'makao-test-'));
  const cluster = await startCluster({ dir, scratch: true, database: 'bare' });
  await migrate(cluster.urlFor('bare'));
  await loosenClock(cluster.urlFor('bare'));
  await fillVocabulary(cluster.urlFor('bare'));
  return {
    url: cluster.urlFor(''),
    stop: async () => {
      await cluster.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Once a kind of test. `npm test` keeps one PostgreSQL for all of them (cluster-main.ts), so that the demo is filled once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_CLUSTER;
  const { url, stop } = given ? { url: given, stop: () => dropAll(given) } : await startTestCluster();
  project.provide('cluster', url);
  return stop;
}

/** The databases of the files that have run; the templates stay for the next kind. Memory is what they lie in. */
async function dropAll(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}postgres` });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where not datistemplate and datname not in ('postgres', 'bare', 'demo')",
    );
    for (const { name } of rows) await client.query(`drop database ${client.escapeIdentifier(name)} with (force)`);
  } finally {
    await client.end();
  }
}

/** In databases of tests, and nowhere else, the clock can be set: for every connection at once, whoever opened it (test/clock.ts). */
async function loosenClock(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`
      create table app.clock (stopped_at timestamptz);
      insert into app.clock values (null);
      create or replace function app.now() returns timestamptz language sql stable parallel safe
        return coalesce((select stopped_at from app.clock), now())`);
  } finally {
    await client.end();
  }
}

export async function copy(admin: string, name: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  } finally {
    await client.end();
  }
}
