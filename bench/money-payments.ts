import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { simulatorCredentials } from '#contract/daraja/simulator-credentials.ts';
import { formatDarajaTimestamp } from '#contract/daraja/times.ts';
import { toCents, toShillings } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { processInvoiceRun } from '#server/invoice/service.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { runLedgerChecks } from '#server/ledger/ledger-checks.ts';
import { buildScheduledJobs } from '#server/modules.ts';
import { buildMpesaCallbackPath, findOrCreatePlatformPaybill, makeDarajaClientForAccount } from '#server/treasury/service.ts';
import { startSimulator } from '#simulator/start.ts';
import { startApiProcesses } from '#test/processes/api-processes.ts';
import { listProcessTree, readCpuSeconds } from './load.ts';
import { measurePaymentsWithPgbench } from './money-pgbench.ts';
import { createInvoiceRun } from './money-rows.ts';
import { measurePlainSqlBaseline } from './money-yardstick.ts';

const clients = 8;
type Open = { id: number; tenancy_id: number; company_id: number; code: string; line_id: number; cents: number };
type Where = {
  readonly services: RunningServices;
  readonly url: string;
  readonly postgres: number;
  readonly env: Readonly<Record<string, string>>;
  readonly payments: number;
  readonly brief: boolean;
};

/**
 * Sends payments to the paybill: confirmations in any order, a tenth of them twice, a third without the three letters before the account number, a
 * twentieth with an unknown or mistyped account number, and a twentieth reversed without a notification. They pass through the hooks of a server and
 * the code of a worker, which is killed three times on the way.
 */
export async function measureIncomingPayments({ services, url, postgres, env, payments, brief }: Where): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  await pool.query(`insert into ledger_book (company_id, mode) select id, 'trust' from company on conflict do nothing`);
  const { runId } = await createInvoiceRun(url);
  await processInvoiceRun(services.database.db, runId);
  await pool.query('vacuum (analyze) invoice, invoice_line, journal, journal_entry, ledger_account, ledger_total, tenancy, tenant');
  const { rows: open } = await pool.query<Open>(
    `select i.id::int, i.tenancy_id::int, i.company_id::int, t.code, l.id::int as line_id, i.open_cents::int as cents from invoice i join tenancy t on t.id = i.tenancy_id
     join invoice_line l on l.invoice_id = i.id and l.n = 1 where i.run_id = $1 order by i.id`,
    [runId],
  );
  const bare = Math.min(2000, Math.max(200, Math.floor(open.length / 8)));
  const sim = await startSimulator({ pace: { resultMs: 5 } });
  const around = { ...env, NODE_ENV: 'production', DARAJA_URL: sim.url, LOG_LEVEL: 'error' };
  const [server] = await startApiProcesses(1, around);
  if (!server) throw new Error('no server');
  const account = await findOrCreatePlatformPaybill({ env: { ...services.env, DARAJA_URL: sim.url } }, services.database.db);
  if (!account) throw new Error('no paybill');
  const half = Math.floor(bare / 2);
  const ms = async <T>(count: number, work: () => Promise<T>) => {
    const used = () => readCpuSeconds([...listProcessTree(postgres), process.pid]);
    const before = used();
    return { perSecond: await work(), cpu: ((used() - before) * 1000) / count };
  };
  const yard = {
    client: await ms(half, () => measurePlainSqlBaseline(url, clients, open.slice(0, half), account.id)),
    pgbench: await ms(bare - half, () => measurePaymentsWithPgbench(pool, url, clients, open.slice(half, bare), account.id)),
  };
  const workerEnv = { ...around, MPESA_CALLBACK_URL: server.url };
  const workers: ChildProcess[] = [await worker(workerEnv)];
  try {
    const told = await people(sim, open.slice(bare, bare + payments));
    const hook = server.url + buildMpesaCallbackPath(account, 'c2b');
    const done = async (count: number) => {
      for (let last = -1, same = 0; ; await pause(250)) {
        const { rows } = await pool.query<{ n: number }>(
          `select count(*)::int as n from payment where external not like 'YARD%' and looked_at is not null`,
        );
        const n = rows[0]?.n ?? 0;
        if (n >= count) return;
        same = n === last ? same + 1 : 0;
        last = n;
        if (same > 480) throw new Error(`${n} of ${count} and nothing more for two minutes`);
      }
    };
    await idle(pool);
    const third = Math.floor(told.length * 0.3);
    const rate = async (from: number, to: number) => {
      const began = performance.now();
      await deliver(hook, told.slice(from, to));
      await done(to);
      return (to - from) / ((performance.now() - began) / 1000);
    };
    const parts = { PostgreSQL: postgres, server: server.pid, worker: workers[0]?.pid ?? 0, 'simulator and payers': process.pid };
    const spent = () => Object.values(parts).map((pid) => readCpuSeconds(pid === process.pid ? [pid] : listProcessTree(pid)));
    const before = spent();
    const one = await rate(0, third);
    const cost = spent().map((now, n) => `${Object.keys(parts)[n]} ${(((now - (before[n] ?? 0)) * 1000) / third).toFixed(1)}`);
    workers.push(await worker(workerEnv));
    await idle(pool);
    const two = await rate(third, 2 * third);
    pace({ one, two, yard, cost });
    if (brief) return;
    await kill(workers.splice(0, 1)[0]);
    const rest = rate(2 * third, told.length);
    for (let n = 1; n <= 3; n++) {
      await Promise.race([rest.then(() => undefined), pause(Math.max(1500, (told.length - 2 * third) * 4))]);
      await kill(workers.splice(0, 1)[0]);
      workers.push(await worker(workerEnv));
    }
    await rest;
    const settled = await figures(pool);
    const taken = told.filter((_, n) => n % 20 === 7);
    for (const { receipt } of taken) if (sim.reverse(receipt) === null) throw new Error('nothing to take back');
    const again = openedWith(services, { DARAJA_URL: sim.url, MPESA_CALLBACK_URL: server.url });
    const registered = await makeDarajaClientForAccount(again, account).pullRegister({
      phone: '254708374149',
      callback: buildMpesaCallbackPath(account, 'result'),
    });
    if (registered.kind !== 'accepted') throw new Error(`Pull is not registered: ${registered.text}`);
    // The pull API is queried by the second, so a reversal of the current second appears only in the next answer.
    await pause(1500);
    for (const name of ['payment.pull', 'payment.sweep'])
      await buildScheduledJobs(again)
        .find((job) => job.name === name)
        ?.run(services.database.db);
    // All messages are sent once more in reverse order, and the result must not change.
    const standing = await figures(pool);
    await deliver(hook, told.toReversed());
    await pause(3000);
    const after = await figures(pool);
    const ways = await against(pool, told);
    const proven = await services.database.db.transaction().execute((tx) => runLedgerChecks(tx, 'all'));
    report({ ways, told, taken: taken.length, settled, after, same: JSON.stringify(standing) === JSON.stringify(after), proven });
  } finally {
    for (const child of workers) await kill(child);
    await server.stop();
    await sim.close();
    await pool.end();
  }
}
/** Waits until earlier work is done, because the messages of the invoice run are not a cost of payments. */
async function idle(pool: pg.Pool): Promise<void> {
  const waiting = () => pool.query(`select 1 from job.job where state in ('created', 'retry', 'active') and start_after <= now() limit 1`);
  while ((await waiting()).rows.length > 0) await pause(250);
}
const openedWith = (services: RunningServices, env: Record<string, string>): RunningServices => ({ ...services, env: { ...services.env, ...env } });

type Told = {
  readonly receipt: string;
  readonly body: string;
  readonly kind: 'right' | 'slip' | 'nobody';
  readonly cents: number;
  readonly tenancy: number;
};
/** Sends payments and reversals to the simulator in the format of Safaricom. The order is shuffled, but the same in each run. */
async function people(sim: Awaited<ReturnType<typeof startSimulator>>, open: readonly Open[]): Promise<Told[]> {
  const told: Told[] = [];
  for (const [n, one] of open.entries()) {
    const kind = n % 40 === 3 ? 'slip' : n % 40 === 23 ? 'nobody' : 'right';
    const code = one.code.replaceAll('-', '');
    const right = n % 3 === 1 ? code.slice(3) : code;
    const typed = kind === 'right' ? right : kind === 'slip' ? `${code.slice(0, -1)}${code.endsWith('7') ? '8' : '7'}` : `RENT ${n}`;
    const paid = await sim.pay({
      shortcode: simulatorCredentials.shortcode,
      account: typed,
      cents: toCents(one.cents),
      phone: `25470${String(n).padStart(7, '0')}`,
      name: `Payer ${n}`,
    });
    if (!paid.paid) throw new Error(`the simulator refused: ${paid.code}`);
    const body = {
      TransactionType: 'Pay Bill',
      TransID: paid.receipt,
      TransTime: formatDarajaTimestamp(clock.now()),
      TransAmount: toShillings(one.cents).toFixed(2),
    };
    told.push({
      receipt: paid.receipt,
      kind,
      cents: one.cents,
      tenancy: one.tenancy_id,
      body: JSON.stringify({
        ...body,
        BusinessShortCode: simulatorCredentials.shortcode,
        BillRefNumber: typed,
        OrgAccountBalance: '',
        MSISDN: '2547 ***** 000',
        FirstName: 'PAYER',
      }),
    });
  }
  return told
    .map((one, n) => ({ one, at: (n * 7919) % 10_007 }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** Sends the callbacks over a few connections, a tenth of them twice. A callback without a 200 answer is sent again. */
async function deliver(hook: string, told: readonly Told[]): Promise<void> {
  const all = told.flatMap((one, n) => (n % 10 === 4 ? [one, one] : [one]));
  let next = 0;
  const line = async () => {
    for (let one = all[next++]; one; one = all[next++])
      for (let tries = 0; tries < 20; tries++) {
        const answer = await fetch(hook, { method: 'POST', body: one.body, headers: { 'content-type': 'application/json' } }).catch(() => null);
        if (answer?.ok) break;
        await pause(200);
      }
  };
  await Promise.all(Array.from({ length: clients }, line));
}

type Figures = { receipts: number; cents: number; matched: number; desk: number; reversed: number; journals: number };
async function figures(pool: pg.Pool): Promise<Figures> {
  const { rows } = await pool.query<Figures>(
    `select count(*)::int as receipts, coalesce(sum(r.cents), 0)::float8 as cents, count(*) filter (where p.match = 'matched')::int as matched,
      count(*) filter (where p.status = 'completed' and p.match <> 'matched')::int as desk, count(*) filter (where p.status = 'reversed')::int as reversed,
      (select count(*)::int from journal) as journals
     from receipt r join payment p on p.id = r.payment_id where r.external_id not like 'YARD%'`,
  );
  const [row] = rows;
  if (!row) throw new Error('no figures');
  return row;
}

/** Compares the credited amount of each M-Pesa code with the sent amount, and checks which tenancies received it. */
async function against(pool: pg.Pool, told: readonly Told[]): Promise<{ lost: number; double: number; astray: number }> {
  const { rows } = await pool.query<{ external: string; cents: number; homes: number[] }>(
    `select p.external, sum(r.cents)::float8 as cents, array_remove(array_agg(p.tenancy_id::int), null) as homes
     from receipt r join payment p on p.id = r.payment_id where p.external not like 'YARD%' group by p.external`,
  );
  const sent = new Map(told.map((one) => [one.receipt, one]));
  const found = new Set(rows.map(({ external }) => external));
  return {
    lost: told.filter(({ receipt }) => !found.has(receipt)).length,
    double: rows.filter(({ external, cents: sum }) => sum !== sent.get(external)?.cents).length,
    astray: rows.filter(({ external, homes }) => homes.some((home) => home !== sent.get(external)?.tenancy)).length,
  };
}

type Report = {
  ways: Awaited<ReturnType<typeof against>>;
  told: Told[];
  taken: number;
  settled: Figures;
  after: Figures;
  same: boolean;
  proven: Awaited<ReturnType<typeof runLedgerChecks>>;
};
function report({ ways, told, taken, settled, after, same, proven }: Report): void {
  const sum = told.reduce((all, { cents: part }) => all + part, 0);
  const matchable = told.filter(({ kind }) => kind !== 'nobody').length;
  const auto = settled.matched;
  console.log(
    `${told.length} payments, ${Math.ceil(told.length / 10)} told twice, ${told.filter(({ kind }) => kind !== 'right').length} with a wrong reference, ${taken} taken back, worker killed 3 times: ` +
      `lost ${ways.lost}, credited with another sum than was sent ${ways.double}, to another home ${ways.astray}, sum out by ${sum - after.cents}, taken back ${after.reversed} of ${taken}, told once more ${same ? 'and nothing changed' : 'AND SOMETHING CHANGED'}`,
  );
  console.log(
    `  matched by themselves ${auto} of ${matchable} (${((auto / matchable) * 100).toFixed(1)} %, goal 95), on the desk ${settled.desk}; proofs ${proven.ok ? 'hold' : JSON.stringify(proven.failed)}`,
  );
}

/** Payments per second, and milliseconds of CPU for each, including the client. */
type Yard<T> = { readonly perSecond: T; readonly cpu: number };
type Pace = {
  readonly one: number;
  readonly two: number;
  readonly yard: Readonly<Record<'client', Yard<number>> & Record<'pgbench', Yard<number | null>>>;
  readonly cost: readonly string[];
};
function pace({ one, two, yard, cost }: Pace): void {
  const beside = (name: string, perSecond: number | null, cpu: number) =>
    perSecond === null
      ? `no ${name} here`
      : `by ${name} ${perSecond.toFixed(0)} (${(one / perSecond).toFixed(2)} × and ${(two / perSecond).toFixed(2)} ×, goal 0.3), ${cpu.toFixed(1)} ms of CPU`;
  console.log(
    `a second over HTTP: ${one.toFixed(1)} with one worker, ${two.toFixed(1)} with two; the same three transactions with ${clients} clients ` +
      `${beside('pgbench', yard.pgbench.perSecond, yard.pgbench.cpu)}; ${beside('a client in Node', yard.client.perSecond, yard.client.cpu)}`,
  );
  console.log(`  CPU a payment with one worker, ms: ${cost.join(', ')}`);
}

async function worker(env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['bench/money-worker.ts'], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`a worker ended: ${code}`)));
  });
  child.removeAllListeners('exit');
  return child;
}
async function kill(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
