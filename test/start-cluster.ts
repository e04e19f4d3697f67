import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { fillVocabulary } from '#server/db/vocabulary.ts';

export type TestCluster = { readonly url: string; readonly stop: () => Promise<void> };

/** A temporary PostgreSQL in memory with a bare template; the first test that needs the demo data makes its template from it. */
export async function startTestCluster(): Promise<TestCluster> {
  const dir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'makao-test-'));
  const cluster = await startCluster({ dir, scratch: true, database: 'bare' });
  await migrate(cluster.urlFor('bare'));
  await loosenClock(cluster.urlFor('bare'));
  await shortenSignIn(cluster.urlFor('bare'));
  await fillVocabulary(cluster.urlFor('bare'));
  return {
    url: cluster.urlFor(''),
    stop: async () => {
      await cluster.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The clock can be set only in databases of tests and benchmarks: for all connections at once (test/clock.ts). */
export async function loosenClock(url: string): Promise<void> {
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

/** A connection's 4,096 rounds of hashing take the test process 3 ms, and each test file opens several. The password stays the same. */
async function shortenSignIn(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set scram_iterations = 1; alter role current_user password ${client.escapeLiteral(new URL(url).password)}`);
  } finally {
    await client.end();
  }
}
