import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { searchResultsPerPage } from '#contract/search/limits.ts';
import { fillDemo } from '#server/db/demo/fill.ts';
import { fillLoadTestData } from '#server/db/demo/scale.ts';
import { startCluster } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { fillVocabulary } from '#server/db/vocabulary.ts';
import { memoryEnv, memoryFlags } from '../bin/lib.mjs';
import { calculateMedian, type LoadMeasurement, listProcessTree, measureLoad, readCpuSeconds } from './load.ts';
import { findPostmaster, readResidentMb, runPgbench } from './reference-measures.ts';
import { buildSearchWorkloads } from './search.ts';

/**
 * `npm run bench -- --units 100000 --requests 1500`: the cost of a request, compared with a bare node:http + pg server and pgbench that run the same
 * SQL in the same run. `--database` measures an existing database (made by `npm run demo -- --units …`).
 */
const { values: asked } = parseArgs({
  options: { units: { type: 'string', default: '5000' }, requests: { type: 'string', default: '1000' }, database: { type: 'string' } },
});
const requests = Number(asked.requests);
const rounds = 3;
/** The number of the next request. It is part of the address, so that every page is requested for the first time. */
let asks = Date.now() % 1_000_000;
const clients = 20;
const dir = mkdtempSync(join(tmpdir(), 'makao-bench-'));
const [productPort, barePort] = [3991, 3992];
const origin = `http://localhost:${productPort}`;
const children: ChildProcess[] = [];
const menuQuery =
  "select id, slug, title, title_sw, user_type, kind from policy where deleted_at is null and status = 'published' and user_type = 0 order by title limit 10";

const cluster = asked.database ? null : await startCluster({ dir: join(dir, 'postgres'), scratch: true });
const url = asked.database ?? cluster?.url ?? '';
try {
  if (cluster) {
    await migrate(url);
    await fillVocabulary(url);
    await fillDemo(url, { appUrl: origin });
    await fillLoadTestData(url, Number(asked.units), (line) => console.log(line));
  }
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const postmaster = cluster?.pid ?? (await findPostmaster(pool));
  const searches = await buildSearchWorkloads(pool);
  await pool.end();
  const start = (args: string[], env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } });
    children.push(child);
    return child.pid ?? 0;
  };
  const product = start([...memoryFlags, 'server/main.ts'], {
    ...memoryEnv,
    NODE_ENV: 'production',
    PORT: String(productPort),
    APP_URL: origin,
    DATABASE_URL: url,
    DATA_DIR: join(dir, 'data'),
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '100000000',
  });
  const bare = start([
    'bench/bare-server.ts',
    url,
    String(barePort),
    JSON.stringify([{ text: menuQuery, values: [] }, ...searches.map((w) => w.statement)]),
  ]);
  await up(`${origin}/healthz`);
  await up(`http://127.0.0.1:${barePort}/`);
  const database = () => listProcessTree(postmaster);
  const measured =
    (address: string, pid: number, check: (status: number, body: string) => boolean, headers: Record<string, string> = {}) =>
    () =>
      measureLoad({ url: address, headers, requests, clients, pids: () => [pid, ...database()], check });
  const policy = `${origin}/policy/1/tenant-terms`;
  const ok = (status: number) => status === 200;
  const isList = (status: number, body: string) => ok(status) && body.includes('tenant-terms');
  const isPage = (status: number, body: string) => ok(status) && body.includes('Terms for tenants');
  const listed = `${origin}/listings?type=rent`;
  const isFound = (status: number, body: string) =>
    ok(status) && (body.match(/<a href="\/property\/\d+\/[^"]*" data-soft/g)?.length ?? 0) >= searchResultsPerPage.usual;
  const jobs: Record<string, () => Promise<LoadMeasurement>> = {
    'menu_policies · bare': measured(`http://127.0.0.1:${barePort}/0`, bare, isList),
    // A token lives for five minutes, a run for longer.
    menu_policies: async () =>
      measured(`${origin}/api/v2/policy/menu_policies/?page=1`, product, isList, { authorization: `Bearer ${await signIn()}` })(),
    'policy page, rendered': () =>
      rendered(
        (n) => `${policy}?n=${n}`,
        () => [product, ...database()],
        isPage,
      ),
    'policy page, cached': measured(policy, product, ok, { 'accept-encoding': 'br' }),
  };
  for (const [at, work] of searches.entries()) {
    jobs[`${work.name} · bare`] = measured(`http://127.0.0.1:${barePort}/${at + 1}`, bare, ok);
    jobs[work.name] = measured(origin + work.path, product, work.check);
  }
  // A maximum price above all prices gives another address with the same listings. An unknown parameter would be redirected.
  jobs['listing page, rendered'] = () =>
    rendered(
      (n) => `${listed}&max=${90_000_000 + n}`,
      () => [product, ...database()],
      isFound,
    );
  jobs['  of it the Node process'] = () =>
    rendered(
      (n) => `${listed}&max=${90_000_000 + n}`,
      () => [product],
      isFound,
    );
  jobs['listing page, cached'] = measured(listed, product, ok, { 'accept-encoding': 'br' });
  if (!isFound(200, await (await fetch(listed)).text())) throw new Error('the listing page shows no offers');
  const results = new Map<string, LoadMeasurement[]>();
  for (const job of Object.values(jobs)) await job();
  for (let round = 0; round < rounds; round++)
    for (const [name, job] of Object.entries(jobs)) results.set(name, [...(results.get(name) ?? []), await job()]);
  print(results);
  for (const work of searches)
    console.log(`pgbench, ${work.name}: ${(await runPgbench(url, work.statement, dir)) ?? 'not installed or not possible'}`);
  console.log(`server memory: ${Math.round(readResidentMb(product))} MB`);
  for (const path of ['/', '/policy/1/tenant-terms', '/listings'])
    console.log(`JavaScript of ${path}: ${((await scriptBytes(path)) / 1024).toFixed(1)} KB gzip`);
} finally {
  for (const child of children) child.kill('SIGTERM');
  await cluster?.stop();
  rmSync(dir, { recursive: true, force: true });
}

/** Each request has a different address, so that the page cache never contains its page. */
async function rendered(
  page: (n: number) => string,
  pids: () => number[],
  check: (status: number, body: string) => boolean,
): Promise<LoadMeasurement> {
  const batch = Math.min(200, requests);
  const times: number[] = [];
  const before = readCpuSeconds(pids());
  const began = performance.now();
  for (let i = 0; i < batch; i++) {
    const asked = performance.now();
    const response = await fetch(page(asks++), { redirect: 'error' });
    if (!check(response.status, await response.text())) throw new Error(`${response.url} is not what it should be`);
    times.push(performance.now() - asked);
  }
  const ms = performance.now() - began;
  const cpuMs = ((readCpuSeconds(pids()) - before) * 1000) / batch;
  times.sort((a, b) => a - b);
  return { perSecond: (batch / ms) * 1000, p50: calculateMedian(times), p99: times[Math.floor(batch * 0.99)] ?? 0, cpuMs };
}

function print(results: Map<string, LoadMeasurement[]>): void {
  const of = (name: string, pick: (r: LoadMeasurement) => number) => calculateMedian((results.get(name) ?? []).map(pick));
  console.log(
    `${'workload'.padEnd(38)}${'req/s'.padStart(9)}${'p50 ms'.padStart(9)}${'p99 ms'.padStart(9)}${'CPU ms'.padStart(9)}${'× bare'.padStart(9)}`,
  );
  for (const name of results.keys()) {
    const base = results.has(`${name} · bare`) ? of(`${name} · bare`, (r) => r.cpuMs) : Number.NaN;
    const ratio = of(name, (r) => r.cpuMs) / base;
    const cells = [
      of(name, (r) => r.perSecond).toFixed(0),
      of(name, (r) => r.p50).toFixed(2),
      of(name, (r) => r.p99).toFixed(2),
      of(name, (r) => r.cpuMs).toFixed(3),
      Number.isNaN(ratio) ? '' : ratio.toFixed(2),
    ];
    console.log(name.padEnd(38) + cells.map((c) => c.padStart(9)).join(''));
  }
}

/** The gzipped size of all scripts that a browser loads for a page: the modules in its HTML and those they import immediately. */
async function scriptBytes(path: string): Promise<number> {
  const html = await (await fetch(origin + path)).text();
  // The manifest of all routes is left out, because the page loads it only in parts.
  const files = new Set([...html.matchAll(/\/assets\/(?!manifest-)[\w.-]+\.js/g)].map(([file]) => file));
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join('build/client', file)), { level: 9 }).length, 0);
}

async function signIn(): Promise<string> {
  const csrf = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookie = csrf.headers
    .getSetCookie()
    .map((c) => c.split(';')[0])
    .join('; ');
  const body = new URLSearchParams({ csrfToken, email: 'tenant@makao.test', password: 'Karibu-2026!', json: 'true' });
  const done = await fetch(`${origin}/api/auth/callback/credentials`, { method: 'POST', body, headers: { cookie } });
  const all = [cookie, ...done.headers.getSetCookie().map((c) => c.split(';')[0])].join('; ');
  return ((await (await fetch(`${origin}/api/token`, { headers: { cookie: all } })).json()) as { accessToken: string }).accessToken;
}

async function up(url: string): Promise<void> {
  for (let i = 0; i < 900; i++) {
    if (
      await fetch(url).then(
        (r) => r.ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not come up`);
}
