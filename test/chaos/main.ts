import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeApp } from '#server/app.ts';
import { type PostgresCluster, startCluster } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { fillVocabulary } from '#server/db/vocabulary.ts';
import { readEnv } from '#server/kernel/env.ts';
import { openServices } from '#server/services.ts';
import { signInForApiToken } from '#test/client.ts';
import { addListing, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { nodeExitCounts, type ServerNode, startNode, waitUntilReady } from './nodes.ts';
import { verifyWriteTally } from './verify.ts';
import { createWriteTally, writeRecordsUntilAcknowledged } from './writers.ts';

/**
 * `npm run chaos`: two web nodes and two workers on one database, while everything that can fail fails. Writers note every acknowledged write;
 * afterwards each must exist exactly once. The duration in seconds is an argument: `npm run chaos -- 60` (default 90).
 */
const seconds = Math.min(Number(process.argv[2] ?? 90), 150);
const writers = 6;
const limit = setTimeout(() => {
  console.error('chaos took longer than it may');
  process.exit(1);
}, 280_000);

const dir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'makao-chaos-'));
// A disk of its own that can be filled safely. Without the permission to mount one, that part is skipped.
const ownDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=768m,mode=755', 'tmpfs', dir]).status === 0;
const log = join(tmpdir(), `makao-chaos-${process.pid}.log`);
const nodes: ServerNode[] = [];
let cluster: PostgresCluster | null = null;
const faults = new Map<string, number>();

try {
  cluster = await startCluster({ dir: join(dir, 'postgres') });
  await migrate(cluster.url);
  await fillVocabulary(cluster.url);
  const env = {
    DATA_DIR: join(dir, 'data'),
    DATABASE_URL: cluster.url,
    AUTH_SECRET: randomBytes(32).toString('hex'),
    APP_URL: 'http://localhost:3000',
    RATE_LIMIT: '100000000',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  };
  mkdirSync(env.DATA_DIR);
  const services = openServices(readEnv({ ...env, NODE_ENV: 'test' }), cluster.url);
  const app = await makeApp(services, null);
  const at = await createOwnerWithUnit(services);
  const given = { listing: await addListing(services, at), token: await signInForApiToken(app, at.owner) };
  for (const role of ['web', 'web', 'worker', 'worker'] as const) nodes.push(await startNode(role, env, log));
  const web = nodes.filter((node) => node.role === 'web');
  await Promise.all(web.map((node) => waitUntilReady(node.url)));

  const tally = createWriteTally();
  const until = Date.now() + seconds * 1000;
  const when = { running: () => Date.now() < until, giveUp: () => Date.now() > until + 45_000 };
  const writing = Array.from({ length: writers }, (_, i) => writeRecordsUntilAcknowledged(i, web, given, tally, when));
  await harm(cluster, when.running);
  await Promise.all(web.map((node) => waitUntilReady(node.url)));
  await Promise.all(writing);
  const found = await verifyWriteTally(services, tally);
  report(tally.acknowledged.length, { ...found, repeats: tally.repeats, statuses: [...tally.statuses] });
  const wrong = found.lost + found.doubled + found.gone + found.untold + nodeExitCounts.unasked + nodeExitCounts.slow;
  process.exitCode = wrong === 0 && tally.acknowledged.length > 0 ? 0 : 1;
  await app.close();
  await services.database.close();
} finally {
  await Promise.all(nodes.map((node) => node.stop()));
  await cluster?.stop();
  if (ownDisk) spawnSync('umount', ['-l', dir]);
  rmSync(dir, { recursive: true, force: true });
  clearTimeout(limit);
}

/** One fault after the other, in a random order, until the time is over. */
async function harm(database: PostgresCluster, running: () => boolean): Promise<void> {
  const kinds: Record<string, () => Promise<void> | void> = {
    'web node killed (-9)': () => some('web').end('SIGKILL'),
    'worker killed (-9)': () => some('worker').end('SIGKILL'),
    'web node stopped (SIGTERM)': () => some('web').end('SIGTERM'),
    'PostgreSQL killed (-9)': () => void process.kill(database.pid, 'SIGKILL'),
    'all connections cut': () => cut(database.url),
    ...(ownDisk ? { 'disk filled for 2 s': fill } : {}),
  };
  await pause(1000);
  while (running()) {
    for (const [name, fault] of Object.entries(kinds).sort(() => Math.random() - 0.5)) {
      if (!running()) return;
      await fault();
      faults.set(name, (faults.get(name) ?? 0) + 1);
      await pause(1500 + Math.random() * 1500);
    }
  }
}

function some(role: ServerNode['role']): ServerNode {
  const ones = nodes.filter((node) => node.role === role);
  const one = ones[Math.floor(Math.random() * ones.length)];
  if (!one) throw new Error(`no ${role}`);
  return one;
}

async function cut(url: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()');
    await client.end();
  } catch {
    // The disk is already unmounted.
  }
}

async function fill(): Promise<void> {
  const { bavail, bsize } = statfsSync(dir);
  const file = join(dir, 'fills-the-disk');
  try {
    writeFileSync(file, '');
    spawnSync('fallocate', ['-l', String(Math.max(1, bavail - 8) * bsize), file]);
    await pause(2000);
  } finally {
    rmSync(file, { force: true });
  }
}

function report(acknowledged: number, found: Record<string, unknown>): void {
  const rows: [string, unknown][] = [
    ...[...faults].map(([name, n]): [string, unknown] => [name, n]),
    ['writes acknowledged', acknowledged],
    ['  sent again under their key', found.repeats],
    ['  answers by status', (found.statuses as [string, number][]).map(([status, n]) => `${status}: ${n}`).join(', ')],
    ['lost (acknowledged, not there)', found.lost],
    ['doubled (there twice)', found.doubled],
    ['files named whose bytes are gone', found.gone],
    ['enquiries nobody was told of', found.untold],
    ['processes that ended by themselves', nodeExitCounts.unasked],
    ['  (starts without a database)', nodeExitCounts.unready],
    ['stops that took over 10 s', nodeExitCounts.slow],
  ];
  console.log(`\nchaos, ${seconds} s${ownDisk ? '' : ' (the disk was not filled: mounting one needs root)'}; what the nodes said: ${log}`);
  for (const [name, value] of rows) console.log(`  ${name.padEnd(36)} ${value}`);
}
