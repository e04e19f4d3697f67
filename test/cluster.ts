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

/** Once a run: a throw-away PostgreSQL in memory with a bare template; the one with the demo data is made from it by whoever needs it first. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'makao-test-'));
  const cluster = await startCluster({ dir, scratch: true, database: 'bare' });
  await migrate(cluster.urlFor('bare'));
  await loosenClock(cluster.urlFor('bare'));
  await fillVocabulary(cluster.urlFor('bare'));
  project.provide('cluster', cluster.urlFor(''));
  return async () => {
    await cluster.stop();
    rmSync(dir, { recursive: true, force: true });
  };
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
