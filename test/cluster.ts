import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** postgres://…/ up to and including the slash; a database name follows. */
    cluster: string;
  }
}

/**
 * Once a kind of test. `npm test` keeps one PostgreSQL for all of them (cluster-main.ts), so that the demo is filled once; whoever is given it
 * need not read the whole server, which starting one takes.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_CLUSTER;
  const { url, stop } = given ? { url: given, stop: () => dropAll(given) } : await (await import('./start-cluster.ts')).startTestCluster();
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
