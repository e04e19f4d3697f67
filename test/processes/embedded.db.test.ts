/** Real clusters that are really killed: the promises of the embedded database about crashes, owners and unusable directories. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ClusterOptions, ClusterProblem, createDatabase, type PostgresCluster, startCluster } from '#server/db/embedded.ts';
import { isProcessAlive } from '#server/db/embedded-process.ts';

// Each takes about a second; a machine that is busy with other things may need ten times that.
vi.setConfig({ testTimeout: 300_000 });
const PATIENCE = 100_000;

const isRoot = process.getuid?.() === 0;
const clusters: PostgresCluster[] = [];
const children: ChildProcess[] = [];
const dirs: string[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(clusters.splice(0).map((cluster) => cluster.stop()));
  await Promise.all(dirs.splice(0).map((dir) => rm(dir, { recursive: true, force: true })));
});

async function tempDir(mode = 0o755): Promise<string> {
  const dir = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'makao-embedded-'));
  await chmod(dir, mode);
  dirs.push(dir);
  return dir;
}

async function start(dir: string, options: Partial<ClusterOptions> = { scratch: true }): Promise<PostgresCluster> {
  const cluster = await startCluster({ dir, ...options });
  clusters.push(cluster);
  return cluster;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows.flat();
  } finally {
    await client.end();
  }
}

async function problemOf(dir: string): Promise<string> {
  const error = await startCluster({ dir, scratch: true }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ClusterProblem);
  const text = error instanceof Error ? error.message : '';
  // One sentence: it begins with a capital, ends with a full stop, and has no stack or second line.
  expect(text).toMatch(/^[A-Z/][^\n]*\.$/);
  return text;
}

/** A second Makao process, which starts a cluster, runs `sql` and then runs until it is killed. */
async function otherMakao(dir: string, sql = 'select 1'): Promise<{ child: ChildProcess; pid: number }> {
  const code = `
    import pg from ${JSON.stringify(pathToFileURL(join(process.cwd(), 'node_modules/pg/esm/index.mjs')).href)};
    import { startCluster } from ${JSON.stringify(pathToFileURL(join(process.cwd(), 'server/db/embedded.ts')).href)};
    const cluster = await startCluster({ dir: ${JSON.stringify(dir)} });
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    await client.query(${JSON.stringify(sql)});
    console.log('ready', cluster.pid);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const pid = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => resolve(Number(/ready (\d+)/.exec(chunk.toString())?.[1])));
    child.on('exit', () => reject(new Error('the other Makao ended')));
  });
  return { child, pid };
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

describe('embedded database: start and stop', () => {
  test('data and password survive a stop and a start, and another database can be created', async () => {
    const dir = await tempDir();
    const one = await start(dir);
    expect(await ask(one.url, 'show server_encoding')).toEqual(['UTF8']);
    expect(await ask(one.url, "select current_setting('timezone'), upper('éß'), current_database()")).toEqual(['UTC', 'Éß', 'makao']);
    await ask(one.url, 'create table kept as select 42 as answer');
    await createDatabase(one, 'other one');
    await createDatabase(one, 'other one');
    expect(await ask(one.urlFor('other one'), 'select current_database()')).toEqual(['other one']);
    await Promise.all([one.stop(), one.stop()]);
    expect(isProcessAlive(one.pid)).toBe(false);
    const two = await start(dir);
    expect(await ask(two.url, 'select answer from kept')).toEqual([42]);
    expect((await stat(join(dir, 'password'))).mode & 0o777).toBe(0o600);
    expect(new URL(two.url).password).toBe(new URL(one.url).password);
  });

  test('a wrong password is rejected', async () => {
    const { url } = await start(await tempDir());
    await expect(ask(url.replace(/:[0-9a-f]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password authentication failed/);
  });
});

describe('embedded database: crashes', () => {
  test('a killed PostgreSQL server restarts automatically on the same port', async () => {
    const downs: unknown[] = [];
    const cluster = await start(await tempDir(), { onDown: (info) => downs.push(info) });
    await ask(cluster.url, 'create table kept as select 1 as one');
    for (let round = 1; round <= 2; round++) {
      const before = cluster.pid;
      process.kill(before, 'SIGKILL');
      await expect.poll(() => cluster.pid, { timeout: PATIENCE, interval: 50 }).not.toBe(before);
      expect(await ask(cluster.url, 'select one from kept')).toEqual([1]);
      expect(downs).toHaveLength(round);
    }
    await cluster.stop();
    expect(isProcessAlive(cluster.pid)).toBe(false);
  });

  test('a stop during a restart leaves no process running', async () => {
    const dir = await tempDir();
    const cluster = await start(dir);
    process.kill(cluster.pid, 'SIGKILL');
    await cluster.stop();
    expect(existsSync(join(dir, 'owner.json'))).toBe(false);
    expect(isProcessAlive(cluster.pid)).toBe(false);
    expect(await ask((await start(dir)).url, 'select 1')).toEqual([1]);
  });

  test('a new Makao process takes over and monitors the PostgreSQL server of a killed Makao process', async () => {
    const dir = await tempDir();
    const { child, pid } = await otherMakao(dir, 'create table kept as select 7 as seven');
    await killed(child);
    expect(isProcessAlive(pid)).toBe(true);
    const lines: string[] = [];
    const cluster = await start(dir, { log: (line) => lines.push(line) });
    expect(cluster.pid).toBe(pid);
    expect(lines.join()).toContain('Reusing PostgreSQL');
    expect(await ask(cluster.url, 'select seven from kept')).toEqual([7]);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => cluster.pid, { timeout: PATIENCE, interval: 50 }).not.toBe(pid);
    expect(await ask(cluster.url, 'select seven from kept')).toEqual([7]);
  });

  test('an orphaned PostgreSQL server with another password is replaced', async () => {
    const dir = await tempDir();
    const { child, pid } = await otherMakao(dir, 'create table kept as select 7 as seven');
    await killed(child);
    await rm(join(dir, 'password'));
    const cluster = await start(dir, {});
    expect(cluster.pid).not.toBe(pid);
    expect(isProcessAlive(pid)).toBe(false);
    expect(await ask(cluster.url, 'select seven from kept')).toEqual([7]);
  });

  test('a temporary cluster stops when the process that started the cluster ends', async () => {
    const dir = await tempDir();
    const code = `import { startCluster } from ${JSON.stringify(pathToFileURL(join(process.cwd(), 'server/db/embedded.ts')).href)};
      console.log((await startCluster({ dir: ${JSON.stringify(dir)}, scratch: true })).pid); process.kill(process.pid, 'SIGKILL');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = await new Promise<number>((resolve) => child.stdout.on('data', (chunk: Buffer) => resolve(Number(chunk.toString()))));
    await expect.poll(() => isProcessAlive(pid) || existsSync(join(dir, 'pgdata')), { timeout: PATIENCE }).toBe(false);
  });

  test.each([
    ['of a process that is gone', () => 4_194_000],
    ['of a process that is not PostgreSQL', () => process.pid],
  ])('the database starts despite a stale pid file %s', async (_, pid) => {
    const dir = await tempDir();
    await (await start(dir)).stop();
    const file = join(dir, 'pgdata', 'postmaster.pid');
    await writeFile(file, `${pid()}\n${join(dir, 'pgdata')}\n1700000000\n5432\n\n127.0.0.1\n  12345 99999\nready   \n`);
    const cluster = await start(dir);
    expect(await ask(cluster.url, 'select 1')).toEqual([1]);
    expect(await readFile(file, 'utf8')).toMatch(new RegExp(`^${cluster.pid}\n`));
  });

  test('an interrupted initialisation of the data directory is repeated at the next start', async () => {
    const dir = await tempDir();
    await mkdir(join(dir, 'initialising-1', 'pgdata', 'base'), { recursive: true });
    await writeFile(join(dir, 'initialising-1', 'pgdata', 'PG_VERSION'), '18\n');
    await mkdir(join(dir, 'pgdata'));
    expect(await ask((await start(dir)).url, 'select 1')).toEqual([1]);
    expect((await readdir(dir)).filter((name) => name.startsWith('initialising'))).toEqual([]);
  });
});

describe('embedded database: owner of the data directory', () => {
  test("a second Makao process is rejected with the owner's process id, and can become the owner after the first process ends", async () => {
    const dir = await tempDir();
    const { child, pid } = await otherMakao(dir);
    expect(await problemOf(dir)).toContain(`process ${child.pid}`);
    await killed(child);
    expect((await start(dir, {})).pid).toBe(pid);
    expect(await problemOf(dir)).toContain('this process');
  });

  test('a reused or malformed process id does not count as an owner', async () => {
    const dir = await tempDir();
    await writeFile(join(dir, 'owner.json'), JSON.stringify({ pid: process.ppid, started: 'long ago' }));
    await (await start(dir)).stop();
    await writeFile(join(dir, 'owner.json'), '{"pid":');
    expect(await ask((await start(dir)).url, 'select 1')).toEqual([1]);
  });
});

describe('embedded database: data directory', () => {
  test('is usable inside a directory that only its owner may enter', async () => {
    const dir = join(await tempDir(0o700), 'inner', 'data');
    const cluster = await start(dir);
    expect(await ask(cluster.url, 'select 1')).toEqual([1]);
    await cluster.stop();
    expect(await ask((await start(dir)).url, 'select 1')).toEqual([1]);
  });

  test('is named in the error if the directory cannot be created', async () => {
    const file = join(await tempDir(), 'file');
    await writeFile(file, '');
    expect(await problemOf(join(file, 'data'))).toContain(join(file, 'data'));
    expect(await problemOf(file)).toContain('a file is in its path');
  });

  test.skipIf(isRoot)('causes an error if the directory is not writable', async () => {
    expect(await problemOf(await tempDir(0o555))).toContain('is not writable');
  });

  test('is rejected if the directory contains data of another PostgreSQL version or another program', async () => {
    const dir = await tempDir();
    await mkdir(join(dir, 'pgdata', 'global'), { recursive: true });
    await writeFile(join(dir, 'pgdata', 'PG_VERSION'), '16\n');
    expect(await problemOf(dir)).toMatch(/PostgreSQL 16.*PostgreSQL 18/);
    await rm(join(dir, 'pgdata', 'PG_VERSION'));
    expect(await problemOf(dir)).toContain('no PostgreSQL database');
    // After an error the directory is released.
    await rm(join(dir, 'pgdata'), { recursive: true });
    expect(await ask((await start(dir)).url, 'select 1')).toEqual([1]);
  });
});
