import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Env } from '#server/kernel/env.ts';
import { restrictDirectory } from '#server/kernel/process/disk.ts';
import { StartProblem } from '#server/kernel/process/start-checks.ts';
import { assertCanEmptyDatabase, isDemoIncomplete } from './demo/demo-marker.ts';
import { fillDemo } from './demo/fill.ts';
import { resetDatabase, startCluster } from './embedded.ts';
import { findUnprivilegedUser } from './embedded-runner.ts';
import { migrate } from './migrate.ts';
import { fillVocabulary } from './vocabulary.ts';

/** Provides a migrated database, with demo data if requested: the operator's own or the embedded one. */
export async function prepareDatabase(
  env: Env,
  say = (line: string): unknown => process.stdout.write(`${line}\n`),
): Promise<{ url: string; stop: () => Promise<void> }> {
  await restrictDataDirectory(env);
  const cluster = env.DATABASE_URL ? null : await startCluster({ dir: join(env.dataDir, 'postgres'), log: () => undefined });
  const url = env.DATABASE_URL ?? cluster?.url ?? '';
  const stop = async () => void (await cluster?.stop());
  try {
    if (!cluster) await reachable(url);
    await migrate(url);
    if (await isDemoIncomplete(url)) {
      say(assertCanEmptyDatabase(cluster !== null, env.DEMO === 'on'));
      if (cluster) await resetDatabase(cluster);
      await migrate(url);
    }
    await fillVocabulary(url);
    if (env.DEMO === 'on') await fillDemo(url, env);
    return { url, stop };
  } catch (problem) {
    await stop();
    throw problem;
  }
}

/**
 * These files (the secret, people’s files, the database) are readable only for the user who runs Makao. With another database, a directory that
 * contains Makao's own database is refused: PostgreSQL runs as another user, and stops if it can no longer enter its directory.
 */
export async function restrictDataDirectory({ dataDir, DATABASE_URL }: Pick<Env, 'dataDir' | 'DATABASE_URL'>): Promise<void> {
  const inside = join(dataDir, 'postgres');
  if (DATABASE_URL && existsSync(inside))
    throw new StartProblem(
      `DATABASE_URL is set, but DATA_DIR (${dataDir}) contains Makao's own database in ${inside}. Choose another DATA_DIR, or start without DATABASE_URL. If the database in ${inside} is no longer used, move it away.`,
    );
  mkdirSync(DATABASE_URL ? dataDir : inside, { recursive: true, mode: 0o700 });
  const other = !DATABASE_URL && process.getuid?.() === 0 ? await findUnprivilegedUser().catch(() => null) : null;
  for (const dir of DATABASE_URL ? [dataDir] : [dataDir, inside]) restrictDirectory(dir, other?.gid ?? null);
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
