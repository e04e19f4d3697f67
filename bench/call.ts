import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDemo } from '#server/db/demo/fill.ts';
import { startCluster } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { fillVocabulary } from '#server/db/vocabulary.ts';
import { memoryEnv, memoryFlags } from '../bin/lib.mjs';
import { calculateMedian, listProcessTree, measureLoad, readCpuSeconds } from './load.ts';

/**
 * `node bench/call.ts` (after `npm run build`): measures the CPU of one small authenticated GET, Node's and PostgreSQL's separately, compared with
 * bare node:http + pg. `node bench/call.ts profile` also writes a .cpuprofile of the server into a temporary directory and prints its path.
 */
const profile = process.argv[2] === 'profile';
const [requests, clients, rounds] = [2000, 8, 3];
const dir = mkdtempSync(join(tmpdir(), 'makao-call-'));
const [productPort, barePort] = [3993, 3994];
const origin = `http://localhost:${productPort}`;
const menu =
  "select id, slug, title, title_sw, user_type, kind from policy where deleted_at is null and status = 'published' and user_type = 0 order by title limit 10";
const children: ChildProcess[] = [];
const cluster = await startCluster({ dir: join(dir, 'postgres'), scratch: true });
try {
  await migrate(cluster.url);
  await fillVocabulary(cluster.url);
  await fillDemo(cluster.url, { appUrl: origin });
  const start = (args: string[], env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } });
    children.push(child);
    return child.pid ?? 0;
  };
  const product = start([...memoryFlags, ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${tmpdir()}/makao-profile`] : []), 'server/main.ts'], {
    ...memoryEnv,
    NODE_ENV: 'production',
    ROLE: 'web',
    PORT: String(productPort),
    APP_URL: origin,
    DATABASE_URL: cluster.url,
    DATA_DIR: join(dir, 'data'),
    LOG_LEVEL: 'info',
    RATE_LIMIT: '100000000',
  });
  const bare = start(['bench/bare-server.ts', cluster.url, String(barePort), JSON.stringify([{ text: menu, values: [] }])]);
  for (const url of [`${origin}/readyz`, `http://127.0.0.1:${barePort}/0`])
    for (let tries = 0; tries < 900 && !(await fetch(url).catch(() => null))?.ok; tries += 1) await new Promise((done) => setTimeout(done, 100));
  const measure = async (name: string, url: string, pid: number, token?: string) => {
    const runs: { node: number; postgres: number; p50: number }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const before = readCpuSeconds(listProcessTree(cluster.pid));
      const run = await measureLoad({
        url,
        headers: token ? { authorization: `Bearer ${token}` } : {},
        requests,
        clients,
        pids: () => [pid],
        check: (status) => status === 200,
      });
      // The first round warms up.
      if (round > 0)
        runs.push({ node: run.cpuMs, postgres: ((readCpuSeconds(listProcessTree(cluster.pid)) - before) * 1000) / requests, p50: run.p50 });
    }
    const of = (pick: (run: (typeof runs)[number]) => number) => calculateMedian(runs.map(pick)).toFixed(3).padStart(9);
    console.log(`${name.padEnd(24)}${of((r) => r.node)}${of((r) => r.postgres)}${of((r) => r.node + r.postgres)}${of((r) => r.p50)}`);
  };
  console.log(`${'CPU ms a request'.padEnd(24)}${['Node', 'Postgres', 'both', 'p50 ms'].map((c) => c.padStart(9)).join('')}`);
  await measure('bare', `http://127.0.0.1:${barePort}/0`, bare);
  await measure('menu_policies, tenant', `${origin}/api/v2/policy/menu_policies/?page=1`, product, await signIn('tenant@makao.test'));
  await measure('all_leads, owner', `${origin}/api/v2/lead/all_leads/?page=1`, product, await signIn('owner@makao.test'));
} finally {
  const gone = Promise.all(children.map((child) => new Promise((done) => child.once('exit', done))));
  for (const child of children) child.kill('SIGTERM');
  await gone;
  await cluster.stop();
  rmSync(dir, { recursive: true, force: true });
}

async function signIn(email: string): Promise<string> {
  const pairs = (response: Response) => response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  const csrf = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const body = new URLSearchParams({ csrfToken, email, password: 'Karibu-2026!', json: 'true' });
  const done = await fetch(`${origin}/api/auth/callback/credentials`, { method: 'POST', body, headers: { cookie: pairs(csrf).join('; ') } });
  const cookie = [...pairs(csrf), ...pairs(done)].join('; ');
  return ((await (await fetch(`${origin}/api/token`, { headers: { cookie } })).json()) as { accessToken: string }).accessToken;
}
