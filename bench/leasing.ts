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
import { readEnv } from '#server/kernel/env.ts';
import { openServices } from '#server/services.ts';
import { signInForApiToken } from '#test/client.ts';
import { createOwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson } from '#test/people.ts';
import { startApiProcesses } from '#test/processes/api-processes.ts';
import { compareWithBareServer } from './compare-bare.ts';
import { insertLeasingRows, insertScreenedApplicants } from './leasing-rows.ts';
import { calculateMedian, listProcessTree, readCpuSeconds } from './load.ts';

/**
 * `node bench/leasing.ts --tenancies 200000 --requests 300`: the CPU of the lists of bookings and tenancies, Node's and PostgreSQL's together,
 * compared with bare node:http + pg that sends the same statements (goal: 1.5 ×); and the cost of many simultaneous approvals, over two processes. It
 * needs no build. `--explain` prints the query plans of the lists.
 */
const { values: asked } = parseArgs({
  options: {
    tenancies: { type: 'string', default: '200000' },
    requests: { type: 'string', default: '300' },
    explain: { type: 'boolean', default: false },
  },
});
const dir = mkdtempSync(join(tmpdir(), 'makao-leasing-'));
const cluster = await startCluster({ dir: join(dir, 'postgres'), scratch: true });
try {
  await migrate(cluster.url);
  await fillVocabulary(cluster.url);
  const env = {
    DATABASE_URL: cluster.url,
    DATA_DIR: join(dir, 'data'),
    APP_URL: 'http://localhost:3000',
    AUTH_SECRET: randomBytes(32).toString('hex'),
  };
  const services = openServices(readEnv({ ...env, NODE_ENV: 'production', LOG_LEVEL: 'error', RATE_LIMIT: '1000000000' }), cluster.url);
  const here = await createOwnerWithUnit(services as never);
  const superadmin = await createPerson(services as never, 'superadmin');
  const began = performance.now();
  await insertLeasingRows(cluster.url, here, Number(asked.tenancies));
  console.log(`${asked.tenancies} tenancies made in ${((performance.now() - began) / 1000).toFixed(0)} s; ${new Date().toISOString().slice(0, 10)}`);
  const app = await makeApp(services, null);
  const servers = await startApiProcesses(2, { ...env, NODE_ENV: 'production' });
  const [server] = servers;
  if (!server) throw new Error('no server');
  await compareWithBareServer(
    [
      { name: 'tenancies of an owner', who: here.owner, path: '/api/v2/tenancy/all_tenancies/?page=1&page_size=20' },
      { name: 'bookings of an owner', who: here.owner, path: '/api/v2/booking/all_bookings/?page=1&page_size=20' },
      { name: 'tenancies, superadmin', who: superadmin, path: '/api/v2/tenancy/all_tenancies/?page=1&page_size=20' },
      { name: 'bookings, superadmin', who: superadmin, path: '/api/v2/booking/all_bookings/?page=1&page_size=20' },
    ],
    { app, server, cluster, requests: Number(asked.requests), explain: asked.explain },
  );
  const pool = new pg.Pool({ connectionString: cluster.url, max: 2 });
  for (const oneHome of [true, false]) {
    const ids = await insertScreenedApplicants(pool, here.property, 50, oneHome);
    const headers = { authorization: `Bearer ${await signInForApiToken(app, here.owner)}`, 'content-type': 'application/json' };
    const before = readCpuSeconds([...servers.map((one) => one.pid), ...listProcessTree(cluster.pid)]);
    const start = performance.now();
    const answers = await Promise.all(
      ids.map(async (id, i) => {
        const { status } = await fetch(`${servers[i % 2]?.url}/api/v2/booking/approve/?id=${id}`, { method: 'PATCH', headers, body: '{}' });
        return { status, ms: performance.now() - start };
      }),
    );
    const cpu = readCpuSeconds([...servers.map((one) => one.pid), ...listProcessTree(cluster.pid)]) - before;
    const by = Object.entries(Object.groupBy(answers, (one) => one.status)).map(([status, all]) => `${all?.length} × ${status}`);
    console.log(
      `50 approvals at once over two processes, ${oneHome ? 'one home' : 'a home each'}: ${by.join(', ')}; all answered in ${Math.max(...answers.map((one) => one.ms)).toFixed(0)} ms, half in ${calculateMedian(answers.map((one) => one.ms)).toFixed(0)} ms, CPU ${((cpu * 1000) / 50).toFixed(1)} ms each`,
    );
  }
  await pool.end();
  await Promise.all(servers.map((one) => one.stop()));
  await app.close();
  await services.database.close();
} finally {
  await cluster.stop();
  rmSync(dir, { recursive: true, force: true });
}
