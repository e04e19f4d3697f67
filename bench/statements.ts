import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { processStatement } from '#server/bank-statement/import-lines.ts';
import { readStatementDetails } from '#server/bank-statement/statement-lists.ts';
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

/**
 * `npm run bench:statements` measures a month's statement of client money: upload with preview, the request with its approval, and the import in parts
 * with matching and reconciliation, compared with inserting the same lines in one SQL statement. `-- --lines 2000` makes it smaller. It needs no build.
 */
const { values: asked } = parseArgs({ options: { lines: { type: 'string', default: '20000' } } });
const count = Number(asked.lines);
const dir = mkdtempSync(join(tmpdir(), 'makao-statements-'));
const cluster = await startCluster({ dir: join(dir, 'postgres'), scratch: true });
const seconds = async <T>(what: string, work: () => Promise<T>): Promise<{ result: T; took: number }> => {
  const start = performance.now();
  const result = await work();
  const took = (performance.now() - start) / 1000;
  console.log(`${what} in ${took.toFixed(1)} s, ${Math.round(count / took)} lines a second`);
  return { result, took };
};
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
  try {
    const { db } = services.database;
    const head = await createPerson(services, 'superadmin');
    const account = await createCollectionAccount(db, {
      company_id: null,
      rail: 'bank',
      name: 'Clients',
      number: '0110012345',
      bank_code: '01',
      fund: 'C',
    });
    const today = clock.today();
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
    const read = await seconds('read and preview', () =>
      runAsPerson(services, head, (ctx) => uploadStatement(ctx, { account_id: account?.id ?? 0, name: 'month.csv', csv })),
    );
    const { id } = read.result;
    await seconds('request and approve', () => importApproved(services, head, id));
    const taken = await seconds('import, match and reconcile', () => processStatement(services, id));
    const { status } = await runAsPerson(services, head, (ctx) => readStatementDetails(ctx, { id }));
    await db.schema.createTable('bench_line').addColumn('n', 'integer').addColumn('cells', 'jsonb').execute();
    const plain = await seconds('plain insert of the same lines', async () => {
      for (let at = 0; at < count; at += 100)
        await db
          .insertInto('bench_line' as never)
          .values(lines.slice(at, at + 100).map((cells, n) => ({ n: at + n, cells: JSON.stringify(cells) })) as never)
          .execute();
    });
    console.log(`${status}; import and plain insert: ${(taken.took / plain.took).toFixed(0)} ×; load of the machine ${loadavg()[0]?.toFixed(1)}`);
  } finally {
    await services.database.close();
  }
} finally {
  await cluster.stop();
  rmSync(dir, { recursive: true, force: true });
}
