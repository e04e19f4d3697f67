import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** postgres://…/ up to and including the slash; a database name follows. */
    cluster: string;
  }
}

/**
 * Runs once per kind of test. `npm test` keeps one PostgreSQL for all of them (cluster-main.ts), so that the demo is filled once; a run with a given
 * cluster need not load the whole server, which starting one requires.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_CLUSTER;
  const { url, stop } = given ? { url: given, stop: () => dropAll(given) } : await (await import('./start-cluster.ts')).startTestCluster();
  project.provide('cluster', url);
  return stop;
}

/** Drops the databases of the files that have run; the templates stay for the next kind. The databases are in memory. */
async function dropAll(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}postgres` });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where not datistemplate and datname not in ('postgres', 'bare', 'demo')",
    );
    for (const { name } of rows) await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
  } finally {
    await client.end();
  }
}
