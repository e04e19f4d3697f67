import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { createTestDatabase, dropDatabase, ensureTemplate } from '../databases.ts';
import { findFreePort, findWorkerHost } from './host.ts';

/** A server with the demo's data. */
export type JourneyServer = { readonly url: string; readonly database: string; stop(): Promise<void> };

/**
 * Uses a copy of the database after the first start of a demo. That start draws and seals the documents of two years, which takes as long as the
 * start itself, and notifies people. It runs once for all stages, outside of the journeys.
 */
export async function startJourneyServer(env: Readonly<Record<string, string>>, how?: 'own process'): Promise<JourneyServer> {
  const first = join(inject('stages'), 'first');
  // It loads the code of the server while the template is prepared. A fault is reported where the host is needed.
  if (!how) findWorkerHost().catch(() => undefined);
  await ensureTemplate('staged', 'demo', (database) => firstStart(database, first));
  const database = await createTestDatabase('staged');
  const data = env.DATA_DIR ?? mkdtempSync(join(inject('stages'), 'stage-'));
  // The drawn documents, and the secret of their seals.
  cpSync(first, data, { recursive: true });
  const settings = { ...env, DATA_DIR: data };
  return how ? serverOn(database, settings) : serverOfWorker(database, settings);
}

/** In the server process of this worker, on the same port for every file. */
async function serverOfWorker(database: string, env: Readonly<Record<string, string>>): Promise<JourneyServer> {
  const host = await findWorkerHost();
  const url = `http://localhost:${host.port}`;
  await host.open(settingsOf(database, host.port, env));
  return {
    url,
    database,
    stop: async () => {
      await host.close();
      await dropDatabase(database);
    },
  };
}

async function firstStart(database: string, data: string): Promise<void> {
  const { stop } = await serverOn(database, { DATA_DIR: data });
  const open = `select from agreement a where a.status = 'partially_signed'
    and not exists (select from agreement_party p where p.agreement_id = a.id and p.status <> 'signed')
    union all select from job.job where state < 'completed' and start_after <= now() limit 1`;
  try {
    for (let tries = 0; tries < 600 && (await runWithConnection(database, (client) => queryRows(client, open))).length > 0; tries++) await pause(200);
  } finally {
    await stop();
  }
}

/** In a process of its own, as in production. */
async function serverOn(database: string, env: Readonly<Record<string, string>>): Promise<JourneyServer> {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const child = await serverAt(url, settingsOf(database, port, env));
  return { url, database, stop: () => stop(child) };
}

const settingsOf = (database: string, port: number, env: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'production',
  DEMO: 'on',
  PORT: String(port),
  DATABASE_URL: database,
  LOG_LEVEL: 'error',
  RATE_LIMIT: '100000',
  APP_URL: `http://localhost:${port}`,
  // No outside server is called, so that no journey depends on the internet.
  MAP_STYLE_URL: 'own',
  ...env,
});

/** A connection for one query, because the cluster may stop before a pool would. */
export async function runWithConnection<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
export const queryRows = async <Row extends object>(client: pg.Client, text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await client.query<Row>(text, [...values])).rows;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** On a busy host the database may not answer a starting server in time. The server is then started again, as a process manager does. */
async function serverAt(url: string, env: NodeJS.ProcessEnv, chances = 3): Promise<ChildProcess> {
  // The channel closes when this process ends, so that an interrupted run leaves no server behind.
  const server = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    await ready(server, url);
    return server;
  } catch (problem) {
    await stop(server);
    if (chances === 1) throw problem;
    return serverAt(url, env, chances - 1);
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}

async function ready(server: ChildProcess, url: string): Promise<void> {
  const answers = () =>
    fetch(`${url}/healthz`).then(
      (r) => r.ok,
      () => false,
    );
  for (const end = Date.now() + 300_000; Date.now() < end; ) {
    if (server.exitCode !== null) throw new Error('the server of the journey stopped while starting');
    if (await answers()) return;
    await pause(100);
  }
  throw new Error('the server of the journey did not answer within five minutes');
}
