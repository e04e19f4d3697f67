import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { makeApp } from '#server/app.ts';
import { startCluster } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { fillVocabulary } from '#server/db/vocabulary.ts';
import { openHouse } from '#server/house.ts';
import { readEnv } from '#server/kernel/env.ts';
import { apiProcesses } from '#test/api-processes.ts';
import { send, tokenFor } from '#test/client.ts';
import { place } from '#test/market.ts';
import { type Somebody, somebody } from '#test/world.ts';
import { fillApplicants, fillLeasing } from './leasing-rows.ts';
import { cpuSeconds, family, load, median } from './load.ts';

/**
 * `node bench/leasing.ts --tenancies 200000 --requests 300`: CPU of the lists of bookings and tenancies, Node's and PostgreSQL's together,
 * beside bare node:http + pg sending the very statements the list sends (goal: 1.5 ×); and what approving costs when many do it at once,
 * over two processes. Needs no build. `--explain` prints the plans of what the lists send.
 */
const { values: asked } = parseArgs({
  options: {
    tenancies: { type: 'string', default: '200000' },
    requests: { type: 'string', default: '300' },
    explain: { type: 'boolean', default: false },
  },
});
const [requests, clients, rounds, barePort] = [Number(asked.requests), 8, 3, 3995];
type Statement = { text: string; values: unknown[] };
/** What this process sends is written down while `heard` is a list. Said before any connection is opened: each takes its `query` along. */
const ear: { heard: Statement[] | null } = { heard: null };
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, given: string | { text?: string; values?: unknown[] }, values?: unknown, ...rest: unknown[]) {
  const text = typeof given === 'string' ? given : given?.text;
  const own = typeof given === 'string' ? undefined : given?.values;
  if (typeof text === 'string') ear.heard?.push({ text, values: Array.isArray(values) ? values : (own ?? []) });
  return (query as (...all: unknown[]) => unknown).call(this, given, values, ...rest);
} as typeof query;
const dir = mkdtempSync(join(tmpdir(), 'makao-leasing-'));
const cluster = await startCluster({ dir: join(dir, 'postgres'), scratch: true });
const children: ChildProcess[] = [];
try {
  await migrate(cluster.url);
  await fillVocabulary(cluster.url);
  const env = {
    DATABASE_URL: cluster.url,
    DATA_DIR: join(dir, 'data'),
    APP_URL: 'http://localhost:3000',
    AUTH_SECRET: randomBytes(32).toString('hex'),
  };
  const house = openHouse(readEnv({ ...env, NODE_ENV: 'production', LOG_LEVEL: 'error', RATE_LIMIT: '1000000000' }), cluster.url);
  const here = await place(house as never);
  const superadmin = await somebody(house as never, 'superadmin');
  const began = performance.now();
  await fillLeasing(cluster.url, here, Number(asked.tenancies));
  console.log(`${asked.tenancies} tenancies made in ${((performance.now() - began) / 1000).toFixed(0)} s; ${new Date().toISOString().slice(0, 10)}`);
  const app = await makeApp(house, null);
  const servers = await apiProcesses(2, { ...env, NODE_ENV: 'production' });
  const [server] = servers;
  if (!server) throw new Error('no server');
  const lists: { name: string; who: Somebody; path: string }[] = [
    { name: 'tenancies of an owner', who: here.owner, path: '/api/v2/tenancy/all_tenancies/?page=1&page_size=20' },
    { name: 'bookings of an owner', who: here.owner, path: '/api/v2/booking/all_bookings/?page=1&page_size=20' },
    { name: 'tenancies, superadmin', who: superadmin, path: '/api/v2/tenancy/all_tenancies/?page=1&page_size=20' },
    { name: 'bookings, superadmin', who: superadmin, path: '/api/v2/booking/all_bookings/?page=1&page_size=20' },
  ];
  const statements: Statement[][] = [];
  for (const { name, who, path } of lists) {
    const token = await tokenFor(app, who);
    await send(app, path, { token });
    ear.heard = [];
    const answer = await send(app, path, { token });
    statements.push(ear.heard);
    ear.heard = null;
    if (statements.at(-1)?.length === 0) throw new Error(`${name}: nothing was overheard`);
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
    console.log(`${name}: ${answer.json.count} in all, ${statements.at(-1)?.length} statements`);
  }
  if (asked.explain) {
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    for (const { text, values } of statements.flat().filter((one) => /^select/i.test(one.text))) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, costs off, timing off) ${text}`, values);
      console.log(`${text}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}\n`);
    }
    await client.end();
  }
  const bare = spawn(process.execPath, ['bench/bare.ts', cluster.url, String(barePort), JSON.stringify(statements)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(bare);
  for (let tries = 0; tries < 600 && !(await fetch(`http://127.0.0.1:${barePort}/0`).catch(() => null))?.ok; tries++) await pause(100);
  const measure = async (url: string, pid: number, token: string | null) => {
    const both: number[] = [];
    const p50: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const run = await load({
        url,
        headers: token ? { authorization: `Bearer ${token}` } : {},
        ...{ requests, clients },
        pids: () => [pid, ...family(cluster.pid)],
        check: (status) => status === 200,
      });
      // The first round warms up.
      if (round > 0) {
        both.push(run.cpuMs);
        p50.push(run.p50);
      }
    }
    return { cpu: median(both), p50: median(p50) };
  };
  console.log(`${'CPU ms a request'.padEnd(26)}${['bare', 'ours', '× bare', 'p50 ms'].map((c) => c.padStart(9)).join('')}`);
  for (const [at, { name, who, path }] of lists.entries()) {
    const yardstick = await measure(`http://127.0.0.1:${barePort}/${at}`, bare.pid ?? 0, null);
    const ours = await measure(server.url + path, server.pid, await tokenFor(app, who));
    const cells = [yardstick.cpu.toFixed(2), ours.cpu.toFixed(2), (ours.cpu / yardstick.cpu).toFixed(2), ours.p50.toFixed(1)];
    console.log(name.padEnd(26) + cells.map((c) => c.padStart(9)).join(''));
  }
  const pool = new pg.Pool({ connectionString: cluster.url, max: 2 });
  for (const oneHome of [true, false]) {
    const ids = await fillApplicants(pool, here.property, 50, oneHome);
    const headers = { authorization: `Bearer ${await tokenFor(app, here.owner)}`, 'content-type': 'application/json' };
    const before = cpuSeconds([...servers.map((one) => one.pid), ...family(cluster.pid)]);
    const start = performance.now();
    const answers = await Promise.all(
      ids.map(async (id, i) => {
        const { status } = await fetch(`${servers[i % 2]?.url}/api/v2/booking/approve/?id=${id}`, { method: 'PATCH', headers, body: '{}' });
        return { status, ms: performance.now() - start };
      }),
    );
    const cpu = cpuSeconds([...servers.map((one) => one.pid), ...family(cluster.pid)]) - before;
    const by = Object.entries(Object.groupBy(answers, (one) => one.status)).map(([status, all]) => `${all?.length} × ${status}`);
    console.log(
      `50 approvals at once over two processes, ${oneHome ? 'one home' : 'a home each'}: ${by.join(', ')}; all answered in ${Math.max(...answers.map((one) => one.ms)).toFixed(0)} ms, half in ${median(answers.map((one) => one.ms)).toFixed(0)} ms, CPU ${((cpu * 1000) / 50).toFixed(1)} ms each`,
    );
  }
  await pool.end();
  await Promise.all(servers.map((one) => one.stop()));
  await app.close();
  await house.database.close();
} finally {
  for (const child of children) child.kill('SIGTERM');
  await cluster.stop();
  rmSync(dir, { recursive: true, force: true });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
