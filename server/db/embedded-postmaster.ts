/** Starts a postmaster and waits until it answers, or reuses the postmaster that a killed Makao left running. */
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SUPERUSER } from './embedded-data.ts';
import { ClusterProblem, getErrorCode, readProblemFromLog } from './embedded-problem.ts';
import { endOrphanedBackends, endPostmaster, isPostgresRunningOn, isProcessAlive, readPostmasterFile } from './embedded-process.ts';
import type { PostgresRunner } from './embedded-runner.ts';

export type RunningPostmaster = { pid: number; port: number; gone: Promise<number | null> };
type Site = { runner: PostgresRunner; dir: string; pgdata: string; password: string; scratch: boolean; signal: AbortSignal };

/** Settings for two cores that are shared with Node.js and possibly a browser. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  max_connections: '100',
  // The default of the planner is meant for spinning disks and avoids indexes.
  random_page_cost: '1.1',
  jit: 'off',
  shared_preload_libraries: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
};
const SCRATCH = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' };

export function makeDatabaseUrl(port: number, password: string, database: string): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

/** Without a given port a free one is chosen, and another if a different process took it first. */
export async function startPostmaster(site: Site, fixedPort?: number): Promise<RunningPostmaster> {
  for (let round = 1; ; round++) {
    const port = fixedPort ?? (await freePort());
    await clearStale(site.pgdata);
    const result = await launch(site, port);
    if ('pid' in result) return result;
    const portTaken = /Address already in use/.test(result.words) && fixedPort === undefined;
    // After a kill the old shared memory stays in use until the last backend has ended.
    const lingering = /pre-existing shared memory block/.test(result.words);
    if (round >= 8 || !(portTaken || lingering)) throw readProblemFromLog(result.words, site.dir, 'start');
    if (lingering) await sleep(500);
  }
}

async function launch(site: Site, port: number): Promise<RunningPostmaster | { words: string }> {
  const path = join(site.dir, 'postgres.log');
  await rotate(path);
  const log = await open(path, 'a', 0o600);
  try {
    const before = (await log.stat()).size;
    const settings = Object.entries({ ...SETTINGS, ...(site.scratch ? SCRATCH : {}) }).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    // The postmaster gets its own session, so that Ctrl-C reaches only Makao, which first finishes its requests and then stops the database.
    const child = site.runner.start('postgres', ['-D', site.pgdata, '-p', String(port), ...settings], {
      stdio: ['ignore', log.fd, log.fd],
      detached: true,
    });
    let fault = '';
    const gone = new Promise<number | null>((resolve) => {
      child.on('exit', (code) => resolve(code));
      child.on('error', (error) => {
        fault = error.message;
        resolve(null);
      });
    });
    child.unref();
    const pid = child.pid ?? 0;
    if (await ready(site, { pid, port, gone })) return { pid, port, gone };
    return { words: fault || (await readFile(path)).subarray(before).toString() };
  } finally {
    await log.close();
  }
}

/** Returns true once PostgreSQL answers, false if it ended. Recovery after a crash may take long, so this keeps waiting. */
async function ready(site: Site, running: RunningPostmaster): Promise<boolean> {
  let ended = running.pid === 0;
  running.gone.then(() => {
    ended = true;
  });
  const until = performance.now() + 60_000;
  for (let pause = 15; !ended; pause = Math.min(pause * 1.3, 250)) {
    const answer = await ask(makeDatabaseUrl(running.port, site.password, 'postgres'));
    if (answer === 'yes' && !ended) return true;
    const hopeless = answer === 'wrong password' || (answer === 'silent' && performance.now() > until);
    if (hopeless || site.signal.aborted) {
      await endPostmaster(running.pid);
      if (site.signal.aborted) throw new ClusterProblem(`The start of PostgreSQL in ${site.dir} was cancelled.`);
      if (answer === 'silent')
        throw new ClusterProblem(`PostgreSQL in ${site.dir} does not answer on port ${running.port}. Read ${site.dir}/postgres.log for the cause.`);
      throw new ClusterProblem(
        `The database in ${site.pgdata} does not accept the password in ${site.dir}/password. Remove this file and start again to set a new one.`,
      );
    }
    await sleep(pause);
  }
  return false;
}

type Answer = 'yes' | 'starting' | 'wrong password' | 'silent';

async function ask(url: string): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return 'yes';
  } catch (error) {
    const code = getErrorCode(error);
    if (code === '57P03') return 'starting';
    // All connections are in use, so PostgreSQL is running.
    if (code === '53300') return 'yes';
    return code?.startsWith('28') ? 'wrong password' : 'silent';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The postmaster of a killed Makao keeps running. It is used again if it accepts the stored password, otherwise it is stopped. */
export async function adoptPostmaster(pgdata: string, password: string | undefined, signal: AbortSignal): Promise<RunningPostmaster | undefined> {
  const found = await readPostmasterFile(pgdata);
  if (!found || !isPostgresRunningOn(found.pid, pgdata)) return undefined;
  const until = performance.now() + 5_000;
  while (password !== undefined && isPostgresRunningOn(found.pid, pgdata) && !signal.aborted) {
    const port = found.port || (await readPostmasterFile(pgdata))?.port || 0;
    const answer = port ? await ask(makeDatabaseUrl(port, password, 'postgres')) : 'silent';
    if (answer === 'yes') return { pid: found.pid, port, gone: watch(found.pid) };
    if (answer === 'wrong password' || (answer === 'silent' && performance.now() > until)) break;
    await sleep(100);
  }
  await endPostmaster(found.pid);
  return undefined;
}

/** The postmaster is not a child of this process, so its end is detected by polling. */
async function watch(pid: number): Promise<null> {
  while (isProcessAlive(pid)) await sleep(250, undefined, { ref: false });
  return null;
}

/** PostgreSQL handles the pid file of a postmaster that ended, but not if the pid belongs to a zombie or another program. */
async function clearStale(pgdata: string): Promise<void> {
  const found = await readPostmasterFile(pgdata);
  if (!found || isPostgresRunningOn(found.pid, pgdata)) return;
  await endOrphanedBackends(pgdata);
  await rm(join(pgdata, 'postmaster.pid'), { force: true });
}

/** The port is below the range for outgoing connections, so that it is still free after a restart. */
async function freePort(): Promise<number> {
  for (let round = 0; round < 100; round++) {
    const port = 15_000 + Math.floor(Math.random() * 17_000);
    if (await isFree(port)) return port;
  }
  throw new ClusterProblem('No free port was found on 127.0.0.1 for PostgreSQL. Set DATABASE_URL to your own PostgreSQL.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

async function rotate(path: string): Promise<void> {
  const size = await stat(path).then(
    (info) => info.size,
    () => 0,
  );
  if (size > 10_000_000) await rename(path, `${path}.old`);
}
