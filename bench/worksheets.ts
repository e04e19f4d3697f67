import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { prepareWorksheet, readWorksheet } from '#server/accounting/service.ts';
import { processStatement } from '#server/bank-statement/import-lines.ts';
import { uploadStatement } from '#server/bank-statement/statements.ts';
import { startCluster } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { fillVocabulary } from '#server/db/vocabulary.ts';
import { readEnv } from '#server/kernel/env.ts';
import { openServices } from '#server/services.ts';
import { createCollectionAccount } from '#server/treasury/accounts.ts';
import { type StatementLine, statementCsv } from '#test/fixtures/statements.ts';
import { createPerson, runAsPerson } from '#test/people.ts';
import { importApproved } from '#test/statement-imports.ts';
import { calculateMedian, listProcessTree, readCpuSeconds } from './load.ts';

/**
 * `npm run bench:worksheets` measures the CPU of Node.js and PostgreSQL for one reconciliation worksheet of an account whose statement has 20,000
 * lines, compared with the sum of the same lines in SQL. `-- --lines 2000` makes it smaller. It needs no build.
 */
const { values: asked } = parseArgs({ options: { lines: { type: 'string', default: '20000' }, runs: { type: 'string', default: '10' } } });
const [count, runs] = [Number(asked.lines), Number(asked.runs)];
const dir = mkdtempSync(join(tmpdir(), 'makao-worksheets-'));
const cluster = await startCluster({ dir: join(dir, 'postgres'), scratch: true });

type Cost = { readonly node: number; readonly postgres: number };
/** CPU in milliseconds of one run: the average of several, because the clock of a process has steps of 10 ms. */
async function measure(work: () => Promise<unknown>): Promise<Cost> {
  const used = () => [readCpuSeconds([process.pid]), readCpuSeconds(listProcessTree(cluster.pid))] as const;
  const [node, postgres] = used();
  for (let n = 0; n < runs; n += 1) await work();
  const after = used();
  return { node: ((after[0] - node) * 1000) / runs, postgres: ((after[1] - postgres) * 1000) / runs };
}
/** The median of three measurements. */
async function report(what: string, work: () => Promise<unknown>): Promise<number> {
  await work();
  const all = [await measure(work), await measure(work), await measure(work)];
  const [node, postgres] = [calculateMedian(all.map((one) => one.node)), calculateMedian(all.map((one) => one.postgres))];
  console.log(`${what}: ${(node + postgres).toFixed(0)} ms of CPU (Node.js ${node.toFixed(0)}, PostgreSQL ${postgres.toFixed(0)})`);
  return node + postgres;
}

try {
  await migrate(cluster.url);
  await fillVocabulary(cluster.url);
  const env = { DATABASE_URL: cluster.url, DATA_DIR: join(dir, 'data'), APP_URL: 'http://localhost:3000' };
  const services = openServices(
    readEnv({ ...env, AUTH_SECRET: randomBytes(32).toString('hex'), NODE_ENV: 'production', LOG_LEVEL: 'error' }),
    cluster.url,
  );
  try {
    const { db, pool } = services.database;
    const head = await createPerson(services, 'superadmin');
    const account = await createCollectionAccount(db, {
      company_id: null,
      rail: 'bank',
      name: 'Clients',
      number: '0110012345',
      bank_code: '01',
      fund: 'C',
    });
    const [account_id, today] = [account?.id ?? 0, clock.today()];
    const lines = Array.from(
      { length: count },
      (_, n): StatementLine => [
        addDays(today, -29 + Math.floor((n * 29) / count)),
        n % 20 === 19 ? 'LEDGER FEE' : `EFT FROM PAYER ${n} RENT ${n % 500}`,
        `FT${1_000_000 + n}`,
        n % 20 === 19 ? -150 : toCents(500_000 + n),
      ],
    );
    const csv = statementCsv(0, lines);
    const { id } = await runAsPerson(services, head, (ctx) => uploadStatement(ctx, { account_id, name: 'month.csv', csv }));
    await importApproved(services, head, id);
    await processStatement(services, id);
    await pool.query('analyze');
    const plain = await report('sum of the lines in SQL', () =>
      pool.query('select count(*), sum(cents) from statement_line where statement_id = $1', [id]),
    );
    const at = { account_id, day: addDays(today, -1) };
    const read = await report(`worksheet of ${count} lines, read`, () => runAsPerson(services, head, (ctx) => readWorksheet(ctx, at)));
    let n = 0;
    const made = await report(`worksheet of ${count} lines, prepared`, async () => {
      n += 1;
      const day = addDays(today, -(n % 28));
      await db
        .updateTable('account_worksheet' as never)
        .set({ status: 'withdrawn' } as never)
        .execute();
      await runAsPerson(services, head, (ctx) => prepareWorksheet(ctx, { account_id, day, note: 'The lines have no journals yet' }));
    });
    const times = (cost: number) => (cost / Math.max(plain, 0.1)).toFixed(0);
    console.log(`compared with the sum: read ${times(read)} ×, prepared ${times(made)} ×; load of the machine ${loadavg()[0]?.toFixed(1)}`);
  } finally {
    await services.database.close();
  }
} finally {
  await cluster.stop();
  rmSync(dir, { recursive: true, force: true });
}
