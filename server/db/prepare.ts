import { join } from 'node:path';
import pg from 'pg';
import type { Env } from '#server/kernel/env.ts';
import { StartProblem } from '#server/kernel/start-checks.ts';
import { fillDemo } from './demo/fill.ts';
import { startCluster } from './embedded.ts';
import { migrate } from './migrate.ts';
import { fillVocabulary } from './vocabulary.ts';

/** A database that is there, up to date and, where asked for, filled with demo data: the operator's own or the embedded one. */
export async function prepareDatabase(env: Env): Promise<{ url: string; stop: () => Promise<void> }> {
  const cluster = env.DATABASE_URL ? null : await startCluster({ dir: join(env.dataDir, 'postgres'), log: () => undefined });
  const url = env.DATABASE_URL ?? cluster?.url ?? '';
  const stop = async () => void (await cluster?.stop());
  try {
    if (!cluster) await reachable(url);
    await migrate(url);
    await fillVocabulary(url);
    if (env.DEMO === 'on') await fillDemo(url, env);
    return { url, stop };
  } catch (problem) {
    await stop();
    throw problem;
  }
}

async function reachable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
  } catch (problem) {
    throw new StartProblem(`The database in DATABASE_URL does not answer: ${problem instanceof Error ? problem.message : problem}.`);
  }
}
