import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { makeApp } from '#server/app.ts';
import { startCluster } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { fillVocabulary } from '#server/db/vocabulary.ts';
import { readEnv } from '#server/kernel/env.ts';
import { openServices } from '#server/services.ts';
import { createOwnerWithUnit } from '#test/fixtures/market.ts';
import { startApiProcesses } from '#test/processes/api-processes.ts';
import { compareWithBareServer } from './compare-bare.ts';
import { insertLeasingRows } from './leasing-rows.ts';
import { measureIncomingPayments } from './money-payments.ts';
import { insertInvoices } from './money-rows.ts';
import { measureInvoiceRun } from './money-run.ts';

/**
 * `npm run bench:money` measures invoices and payments. `-- --only lists`: the CPU of an owner's invoice list and of the chart of twelve months,
 * compared with bare node (goals 1.5 × and 2 ×). `--only run`: a month's invoices of every tenancy, with one killed process (goal 3 minutes). `--only
 * payments`: payments to the paybill through the callbacks and the worker, compared with plain SQL. `--tenancies 5000 --requests 100 --payments 1000`
 * makes it smaller, `--months 24` sets the months of earlier invoices, and `--brief` measures payments without killing processes. It needs no build.
 */
const { values: asked } = parseArgs({
  options: {
    only: { type: 'string' },
    tenancies: { type: 'string', default: '100000' },
    months: { type: 'string', default: '24' },
    payments: { type: 'string', default: '10000' },
    requests: { type: 'string', default: '300' },
    brief: { type: 'boolean', default: false },
    explain: { type: 'boolean', default: false },
  },
});
const wanted = (part: string) => asked.only === undefined || asked.only.split(',').includes(part);
const load = () =>
  `load of the machine ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}`;
const dir = mkdtempSync(join(tmpdir(), 'makao-money-'));
// The scratch cluster does not wait for disk writes. This is the same for both sides of every comparison.
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
  console.log(`${new Date().toISOString().slice(0, 16)}, ${load()}`);
  if (wanted('lists') || wanted('run')) {
    const here = await createOwnerWithUnit(services);
    await timed(`${asked.tenancies} tenancies made`, () => insertLeasingRows(cluster.url, here, Number(asked.tenancies)));
    if (wanted('lists')) {
      const made = await timed('invoices made', () => insertInvoices(cluster.url, Number(asked.months)));
      console.log(`${made} invoices; ${load()}`);
      const app = await makeApp(services, null);
      const [server] = await startApiProcesses(1, { ...env, NODE_ENV: 'production' });
      if (!server) throw new Error('no server');
      await compareWithBareServer(
        [
          { name: 'invoices of an owner', who: here.owner, path: '/api/v2/invoice/all_invoices/?page=1&page_size=20' },
          { name: 'with counts of its tabs', who: here.owner, path: '/api/v2/invoice/all_invoices/?page=1&page_size=20&tabs=true' },
          { name: 'chart of 12 months', who: here.owner, path: '/api/v2/invoice/months/' },
        ],
        { app, server, cluster, requests: Number(asked.requests), explain: asked.explain },
      );
      await server.stop();
      await app.close();
    }
    if (wanted('run')) await measureInvoiceRun({ cluster, env });
  }
  await services.database.close();
  if (wanted('payments')) await payments(env);
  console.log(load());
} finally {
  await cluster.stop();
  rmSync(dir, { recursive: true, force: true });
}

/** The payments are measured on a separate database, with as many units as payments and some more for the comparison in plain SQL. */
async function payments(env: Record<string, string>): Promise<void> {
  const url = cluster.urlFor('payments');
  const maker = new pg.Client({ connectionString: cluster.url });
  await maker.connect();
  await maker.query('create database payments');
  await maker.end();
  await migrate(url);
  await fillVocabulary(url);
  const own = { ...env, DATABASE_URL: url };
  const services = openServices(readEnv({ ...own, NODE_ENV: 'production', LOG_LEVEL: 'error', RATE_LIMIT: '1000000000' }), url);
  const here = await createOwnerWithUnit(services);
  const homes = Math.ceil(Number(asked.payments) * 1.3) + 600;
  await timed(`${homes} tenancies made`, () => insertLeasingRows(url, here, homes));
  await measureIncomingPayments({ services, url, postgres: cluster.pid, env: own, payments: Number(asked.payments), brief: asked.brief });
  await services.database.close();
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const answer = await work();
  console.log(`${what} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return answer;
}
