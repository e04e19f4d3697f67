import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fillDemo } from '#server/db/demo/fill.ts';
import { startCluster } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { cpuSeconds, family, load, median, type Run } from './load.ts';

/** `npm run bench`: what a request costs, beside a bare node:http + pg server doing the same query in the same run. */
const [requests = '1500'] = process.argv.slice(2);
const rounds = 3;
const dir = mkdtempSync(join(tmpdir(), 'makao-bench-'));
const [productPort, barePort] = [3991, 3992];
const origin = `http://localhost:${productPort}`;
const children: ChildProcess[] = [];
const menuQuery =
  "select id, slug, title, title_sw, user_type, kind from policy where deleted_at is null and status = 'published' and user_type = 0 order by title limit 10";

const cluster = await startCluster({ dir: join(dir, 'postgres') });
try {
  await migrate(cluster.url);
  await fillDemo(cluster.url, { appUrl: origin });
  const start = (args: string[], env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } });
    children.push(child);
    return child.pid ?? 0;
  };
  const product = start(['server/main.ts'], {
    NODE_ENV: 'production',
    PORT: String(productPort),
    APP_URL: origin,
    DATABASE_URL: cluster.url,
    DATA_DIR: join(dir, 'data'),
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '100000000',
  });
  const bare = start(['bench/bare.ts', cluster.url, String(barePort), menuQuery]);
  await up(`${origin}/healthz`);
  await up(`http://127.0.0.1:${barePort}/`);
  const token = await signIn();
  const database = () => family(cluster.pid);
  const policy = `${origin}/policy/1/tenant-terms`;
  const isList = (status: number, body: string) => status === 200 && body.includes('tenant-terms');
  const isPage = (status: number, body: string) => status === 200 && body.includes('Terms for tenants');
  const jobs: Record<string, () => Promise<Run>> = {
    'bare node:http + pg, same query': () =>
      load({ url: `http://127.0.0.1:${barePort}/`, requests: Number(requests), clients: 8, pids: () => [bare, ...database()], check: isList }),
    'menu_policies, signed in': () =>
      load({
        url: `${origin}/api/v2/policy/menu_policies/?page=1`,
        headers: { authorization: `Bearer ${token}` },
        requests: Number(requests),
        clients: 8,
        pids: () => [product, ...database()],
        check: isList,
      }),
    'policy page, rendered': () => rendered(policy, [product, ...database()], isPage),
    'policy page, cached': () =>
      load({
        url: policy,
        headers: { 'accept-encoding': 'br' },
        requests: Number(requests),
        clients: 8,
        pids: () => [product, ...database()],
        check: (s) => s === 200,
      }),
  };
  const results = new Map<string, Run[]>();
  for (const job of Object.values(jobs)) await job();
  for (let round = 0; round < rounds; round++)
    for (const [name, job] of Object.entries(jobs)) results.set(name, [...(results.get(name) ?? []), await job()]);
  print(results);
  for (const path of ['/', '/policy/1/tenant-terms']) console.log(`JavaScript of ${path}: ${((await scriptBytes(path)) / 1024).toFixed(1)} KB gzip`);
} finally {
  for (const child of children) child.kill('SIGTERM');
  await cluster.stop();
  rmSync(dir, { recursive: true, force: true });
}

/** A different address each time, so that the shelf of cached pages never has it. */
async function rendered(page: string, pids: number[], check: (status: number, body: string) => boolean): Promise<Run> {
  const batch = 200;
  const before = cpuSeconds(pids);
  const began = performance.now();
  for (let i = 0; i < batch; i++) {
    const response = await fetch(`${page}?n=${Math.random()}`);
    if (!check(response.status, await response.text())) throw new Error('the policy page is not what it should be');
  }
  const ms = performance.now() - began;
  return { perSecond: (batch / ms) * 1000, p50: ms / batch, p99: Number.NaN, cpuMs: ((cpuSeconds(pids) - before) * 1000) / batch };
}

function print(results: Map<string, Run[]>): void {
  const base = median((results.get('bare node:http + pg, same query') ?? []).map((r) => r.cpuMs));
  console.log(
    `${'workload'.padEnd(34)}${'req/s'.padStart(9)}${'p50 ms'.padStart(9)}${'p99 ms'.padStart(9)}${'CPU ms'.padStart(9)}${'× bare'.padStart(9)}`,
  );
  for (const [name, runs] of results) {
    const of = (pick: (r: Run) => number) => median(runs.map(pick));
    const cells = [
      of((r) => r.perSecond).toFixed(0),
      of((r) => r.p50).toFixed(2),
      of((r) => r.p99).toFixed(2),
      of((r) => r.cpuMs).toFixed(3),
      (of((r) => r.cpuMs) / base).toFixed(2),
    ];
    console.log(name.padEnd(34) + cells.map((c) => c.padStart(9)).join(''));
  }
}

/** Everything a browser loads as script for a page: the modules it names and those they import at once. */
async function scriptBytes(path: string): Promise<number> {
  const html = await (await fetch(origin + path)).text();
  // The manifest of all routes is named in the page but only asked for piece by piece.
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
  for (let i = 0; i < 200; i++) {
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
