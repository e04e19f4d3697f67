/**
 * The embedded PostgreSQL server for installations without DATABASE_URL. It runs as a separate process that survives even `kill -9` of Makao, and the
 * next start reuses it. All its files are in one directory.
 */
import { spawn } from 'node:child_process';
import { mkdir, realpath } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { assertPostgresVersion, prepareDataDirectory, readClusterPassword } from './embedded-data.ts';
import { lockDataDirectory } from './embedded-owner.ts';
import { adoptPostmaster, makeDatabaseUrl, type RunningPostmaster, startPostmaster } from './embedded-postmaster.ts';
import { ClusterProblem, describeDatabaseProblem, getErrorCode } from './embedded-problem.ts';
import { endPostmaster } from './embedded-process.ts';
import { findPostgresRunner, type PostgresRunner } from './embedded-runner.ts';

export { ClusterProblem };

export type PostgresCluster = {
  /** postgres://makao:secret@127.0.0.1:PORT/makao */
  url: string;
  urlFor(database: string): string;
  stop(): Promise<void>;
  /** The pid of the postmaster; it changes if the postmaster had to be restarted. */
  readonly pid: number;
};

export type ClusterOptions = {
  /** The absolute path of the directory with pgdata/, the password and the log. */
  dir: string;
  log?: (line: string) => void;
  /** For tests: fast and not durable. Without stop(), the server is ended and its data removed when this process ends. */
  scratch?: boolean;
  /** The name of the database, `makao` by default; it is created if it is missing. */
  database?: string;
  /** Called when the postmaster ended unexpectedly; it is restarted on the same port. */
  onDown?: (info: { code: number | null }) => void;
};

export async function startCluster(options: ClusterOptions): Promise<PostgresCluster> {
  let dir = options.dir;
  const undo: (() => unknown)[] = [];
  const giveBack = async () => {
    for (const step of undo.toReversed()) await step();
  };
  try {
    await mkdir(dir, { recursive: true });
    // PostgreSQL's processes are recognised by the directory they work in, which the system reports without symbolic links.
    dir = await realpath(dir);
    undo.push(await lockDataDirectory(dir));
    const log = options.log ?? (() => undefined);
    const runner = await findPostgresRunner(dir, log);
    if (options.scratch) undo.push(startReaper(join(runner.home, 'pgdata')));
    return await open({ ...options, dir, log, runner, giveBack });
  } catch (error) {
    await giveBack();
    throw describeDatabaseProblem(error, dir);
  }
}

type Opening = ClusterOptions & { log: (line: string) => void; runner: PostgresRunner; giveBack: () => Promise<void> };

async function open({ dir, log, runner, giveBack, scratch = false, database = 'makao', onDown }: Opening): Promise<PostgresCluster> {
  const pgdata = join(runner.home, 'pgdata');
  const calledOff = new AbortController();
  await assertPostgresVersion(pgdata, runner.major);
  const adopted = await adoptPostmaster(pgdata, await readClusterPassword(dir), calledOff.signal);
  if (adopted) log(`Reusing PostgreSQL (process ${adopted.pid}), which an earlier run left running.`);
  const password = await prepareDataDirectory({ runner, dir, scratch, say: log, running: adopted !== undefined });
  const site = { runner, dir, pgdata, password, scratch, signal: calledOff.signal };
  const running = adopted ?? (await startPostmaster(site));
  const urlFor = (name: string) => makeDatabaseUrl(running.port, password, name);
  try {
    await createDatabase({ urlFor }, database);
  } catch (error) {
    await endPostmaster(running.pid);
    throw error;
  }
  const keeper = keepRunning(running, () => startPostmaster(site, running.port), calledOff, { log, onDown });
  let ending: Promise<void> | undefined;
  const stop = () => {
    ending ??= keeper.end().finally(giveBack);
    return ending;
  };
  return {
    url: urlFor(database),
    urlFor,
    stop,
    get pid() {
      return keeper.pid();
    },
  };
}

const LONGEST_PAUSE = 10_000;

type Told = { log: (line: string) => void; onDown: ClusterOptions['onDown'] };

function keepRunning(first: RunningPostmaster, restart: () => Promise<RunningPostmaster>, calledOff: AbortController, { log, onDown }: Told) {
  let current: RunningPostmaster | undefined = first;
  let pid = first.pid;
  let work = Promise.resolve();
  const { signal } = calledOff;
  let pause = 50;

  const bringBack = async () => {
    while (!signal.aborted) {
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      pause = Math.min(pause * 2, LONGEST_PAUSE);
      try {
        const next = await restart();
        current = next;
        pid = next.pid;
        log(`PostgreSQL was restarted (process ${pid}).`);
        watch(next);
        return;
      } catch (error) {
        if (!signal.aborted) log(`${error instanceof Error ? error.message : error} The next attempt is in ${pause / 1000} s.`);
      }
    }
  };
  const watch = (running: RunningPostmaster) => {
    const since = performance.now();
    running.gone.then((code) => {
      if (signal.aborted) return;
      current = undefined;
      // A postmaster that ran for a while did not fail at its start, so the pauses between restarts become short again.
      if (performance.now() - since > 60_000) pause = 50;
      log(`PostgreSQL (process ${running.pid}) ended unexpectedly (${code === null ? 'killed' : `code ${code}`}). Restarting it.`);
      onDown?.({ code });
      work = bringBack();
    });
  };
  const end = async () => {
    calledOff.abort();
    await work;
    if (current) await endPostmaster(current.pid);
  };
  watch(first);
  return { end, pid: () => pid };
}

/** A killed test run must not leave its cluster behind. This process waits for our end of the pipe to close, which no signal can prevent. */
function startReaper(pgdata: string): () => void {
  const script = `read -r word; [ "$word" = done ] && exit 0
    pid=$(head -n 1 "$1/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid" 2>/dev/null && sleep 1
    rm -rf "$1" "\${1%/pgdata}"/initialising-*`;
  const child = spawn('/bin/sh', ['-c', script, 'sh', pgdata], { stdio: ['pipe', 'ignore', 'ignore'], detached: true, cwd: '/' });
  const { stdin } = child;
  child.on('error', () => undefined);
  stdin.on('error', () => undefined);
  child.unref();
  // This pipe must not keep the process alive.
  if (stdin instanceof Socket) stdin.unref();
  return () => stdin.end('done\n');
}

/** Drops the database with its data and creates it again. */
export async function resetDatabase(cluster: Pick<PostgresCluster, 'urlFor'>, name = 'makao'): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.urlFor('postgres') });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
  } finally {
    await client.end();
  }
  await createDatabase(cluster, name);
}

export async function createDatabase(cluster: Pick<PostgresCluster, 'urlFor'>, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.urlFor('postgres') });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    // Another process created it first.
    if (getErrorCode(error) !== '42P04') throw error;
  } finally {
    await client.end();
  }
}
