import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readClusterPassword } from '#server/db/embedded-data.ts';
import { makeDatabaseUrl } from '#server/db/embedded-postmaster.ts';
import { createTestDatabase } from '#test/databases.ts';
import { bundleProgram } from './bundle.ts';

// Each test starts several servers, which takes minutes on a busy machine.
vi.setConfig({ testTimeout: 900_000 });

/** The whole process in operation: started, stopped, killed, started again. */
type Running = { child: ChildProcess; url: string; output: () => string; ended: Promise<number | null> };
const running: Running[] = [];
const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** `program`: the server itself, or, because it starts faster, the server in one file with a small demo. */
async function start(env: Record<string, string>, program?: 'server/main.ts'): Promise<Running> {
  const port = await freePort();
  let text = '';
  // The API side only: these tests need no pages, and this file must run before the build.
  const child = spawn(process.execPath, [program ?? (await bundleProgram('test/processes/tiny-main.ts'))], {
    env: { ...process.env, NODE_ENV: 'production', ROLE: 'worker', LOG_LEVEL: 'error', PORT: String(port), ...env },
  });
  child.stdout?.on('data', (part) => (text += part));
  child.stderr?.on('data', (part) => (text += part));
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const it = { child, url: `http://localhost:${port}`, output: () => text, ended };
  running.push(it);
  return it;
}
const until = async (what: () => boolean | Promise<boolean>, ms = 240_000) => {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    if (await what()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it did not happen in time');
};
const ready = (it: Running) => until(() => it.output().includes('is ready') || it.child.exitCode !== null);
const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe: Server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
const postmaster = (dir: string) => Number(readFileSync(join(dir, 'postgres/pgdata/postmaster.pid'), 'utf8').split('\n')[0]);

afterEach(async () => {
  for (const it of running.splice(0)) {
    it.child.kill('SIGTERM');
    await it.ended;
  }
});

/** The current number of people; zero before the table exists. */
async function people(dir: string): Promise<number> {
  const client = await opened(join(dir, 'postgres')).catch(() => null);
  const found = await client?.query<{ n: number }>('select count(*)::int as n from person').catch(() => null);
  await client?.end().catch(() => undefined);
  return found?.rows[0]?.n ?? 0;
}
async function opened(dir: string): Promise<pg.Client> {
  const port = Number(readFileSync(join(dir, 'pgdata/postmaster.pid'), 'utf8').split('\n')[3]);
  const client = new pg.Client({ connectionString: makeDatabaseUrl(port, (await readClusterPassword(dir)) ?? '', 'makao') });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
const half = 'The demo data in this database is incomplete, because filling was interrupted';

test('Makao process: starts with an empty data directory, stops PostgreSQL on exit, and loses no data when killed', async () => {
  const DATA_DIR = mkdtempSync(join(base, 'makao-process-'));
  // Killed while filling in the demo: a start without the demo serves no part of one, and the next start with it fills it in again.
  const zeroth = await start({ DATA_DIR, DEMO: 'on', DEMO_HALTS: 'on' });
  await until(async () => (await people(DATA_DIR)) > 0 || zeroth.child.exitCode !== null);
  zeroth.child.kill('SIGKILL');
  await zeroth.ended;
  const without = await start({ DATA_DIR, DEMO: 'off' });
  expect(await without.ended).toBe(1);
  expect(without.output().trim()).toBe(`${half}. Start with DEMO=on to fill it again, or with another DATA_DIR.`);
  const first = await start({ DATA_DIR, DEMO: 'on' });
  await ready(first);
  expect(first.output()).toContain(`${half}. The database is emptied and filled again.\n`);
  expect(first.output()).toContain('superadmin@makao.test');
  const pid = postmaster(DATA_DIR);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  await until(() => !alive(pid));

  const second = await start({ DATA_DIR, DEMO: 'on' });
  await ready(second);
  const orphan = postmaster(DATA_DIR);
  second.child.kill('SIGKILL');
  await second.ended;
  expect(alive(orphan)).toBe(true);
  const third = await start({ DATA_DIR, DEMO: 'on' });
  await ready(third);
  expect(third.output()).toContain('is ready');
  expect(third.output()).not.toContain(half);
  third.child.kill('SIGTERM');
  await third.ended;
  await until(() => !alive(orphan));
});

describe('start-up errors of the Makao process', () => {
  const says = async (env: Record<string, string>) => {
    const it = await start(env);
    expect(await it.ended).toBe(1);
    return it.output().trim();
  };
  test('a port in use is reported in one clear sentence', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    expect(
      await says({ ROLE: 'all', PORT: String(port), DATABASE_URL: await createTestDatabase(), DATA_DIR: mkdtempSync(join(base, 'makao-')) }),
    ).toMatch(new RegExp(`^Port ${port} is used by another program\\. .*\\.$`));
    taken.close();
  });
  test('a data directory that is not writable is reported in one clear sentence', async () => {
    const file = join(mkdtempSync(join(base, 'makao-')), 'file');
    writeFileSync(file, '');
    expect(await says({ DATA_DIR: join(file, 'below') })).toMatch(/^The data directory .* is not writable\. .*\.$/);
  });
  test('a database with a newer schema than the code is reported in one clear sentence', async () => {
    const url = await createTestDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("insert into schema_migration (name, checksum) values ('29991231_future.sql', 'x')");
    await client.end();
    expect(await says({ DATABASE_URL: url, DATA_DIR: mkdtempSync(join(base, 'makao-')) })).toMatch(/^The database is newer than this code .*\.$/);
  });
  test('an interrupted demo in a database that Makao must not empty is reported in one clear sentence', async () => {
    const url = await createTestDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('create table demo_filling ()');
    expect(await says({ DATABASE_URL: url, DEMO: 'on', DATA_DIR: mkdtempSync(join(base, 'makao-')) })).toBe(
      `${half}. Empty the database of DATABASE_URL, or set another database, and start again.`,
    );
    expect((await client.query("select to_regclass('person') is not null as there")).rows[0]).toEqual({ there: true });
    await client.end();
  });
  test('an unreachable database and an invalid setting are each reported in one clear sentence', async () => {
    expect(await says({ DATABASE_URL: 'postgres://x@127.0.0.1:1/x', DATA_DIR: mkdtempSync(join(base, 'makao-')) })).toMatch(
      /^The database in DATABASE_URL does not answer/,
    );
    expect(await says({ PORT: 'eleven' })).toMatch(/^The environment variable PORT is not usable/);
  });
});

test('production start: prints a one-time link only while no super admin exists', async () => {
  const env = { DATABASE_URL: await createTestDatabase(), DATA_DIR: mkdtempSync(join(base, 'makao-')), DEMO: 'off' };
  const first = await start(env, 'server/main.ts');
  await ready(first);
  expect(first.output()).toMatch(/\/auth\/setup\/[\w-]{20,}/);
  expect(first.output()).not.toContain('Demo accounts');
  first.child.kill('SIGTERM');
  await first.ended;
  const second = await start({ ...env, SUPERADMIN_EMAIL: 'root@makao.test', SUPERADMIN_PASSWORD: 'A-long-password-1' });
  await ready(second);
  expect(second.output()).not.toContain('/auth/setup/');
});
