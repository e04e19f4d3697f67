import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';

type Open = { readonly id: number; readonly tenancy_id: number; readonly company_id: number; readonly line_id: number; readonly cents: number };

/** Finds the bench of an installed PostgreSQL, because the embedded PostgreSQL has none. */
function find(): string | null {
  const versions = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql').map((name) => join('/usr/lib/postgresql', name, 'bin'))
    : [];
  return [...(process.env.PATH ?? '').split(':'), ...versions].map((dir) => join(dir, 'pgbench')).find((path) => existsSync(path)) ?? null;
}

/**
 * The three transactions by pgbench: a payment is received, its receipt in the ledger, its allocation in the ledger. Null if pgbench is not
 * installed.
 */
export async function measurePaymentsWithPgbench(
  pool: pg.Pool,
  url: string,
  clients: number,
  invoices: readonly Open[],
  account: number,
): Promise<number | null> {
  const path = find();
  if (path === null) return null;
  const each = Math.floor(invoices.length / clients);
  await pool.query(
    `create table yard as select row_number() over ()::int as n, $2::int as account, y.*, 'C:1000:::collection:' || $2 as till, 'C:2030:::' as came,
      'C:1100:' || company_id || ':' || tenancy_id || ':' as owed, 'C:2110:' || company_id || ':' || tenancy_id || ':' as held, 'C:2000:' || company_id || '::' as owner
    from jsonb_to_recordset($1::jsonb) as y (id bigint, tenancy_id bigint, company_id bigint, line_id bigint, cents bigint)`,
    [JSON.stringify(invoices), account],
  );
  await pool.query('create unique index on yard (n)');
  await pool.query('create sequence yard_n');
  await pool.query('analyze yard');
  const dir = mkdtempSync(join(tmpdir(), 'makao-pgbench-'));
  try {
    writeFileSync(join(dir, 'pay.sql'), script);
    const { stdout } = await promisify(execFile)(path, [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '2',
      '-t',
      String(each),
      '-f',
      join(dir, 'pay.sql'),
      url,
    ]);
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    if (!(perSecond > 0)) throw new Error(`pgbench said nothing of use: ${stdout}`);
    return perSecond;
  } finally {
    rmSync(dir, { recursive: true, force: true });
    await pool.query('drop table yard; drop sequence yard_n');
  }
}

const journal = (key: string, kind: string, source: string, pairs: string) =>
  `select * from ledger_post(jsonb_build_array(jsonb_build_object('key', ${key}, 'kind', '${kind}', 'day', app.today(), 'value_day', app.today(), 'source', ${source},
    'company_id', :company_id::bigint, 'params', '{}'::jsonb, 'pairs', ${pairs})));`.replaceAll(/\s*\n\s*/g, ' ');
const script = [
  "select n, account, id as invoice, tenancy_id, company_id, line_id, cents, till, came, owed, held, owner from yard where n = (select nextval('yard_n')) \\gset",
  `insert into inbox (channel, account_id, sha256, body, from_address, state) values ('c2b', :account::bigint, sha256(convert_to('BENCH' || :n::text, 'UTF8')), convert_to(repeat('BENCH' || :n::text, 40), 'UTF8'), '127.0.0.1', 'done');`,
  'begin;',
  `insert into payment (purpose, status, how, fund, cents, company_id, tenancy_id, account_id, external, received_at, paid_on, looked_at)
    values (1, 'completed', 'paybill', 'C', :cents::bigint, :company_id::bigint, :tenancy_id::bigint, :account::bigint, 'YARDB' || :n::text, app.now(), app.today(), app.now()) returning id as payment \\gset`.replaceAll(
    /\s*\n\s*/g,
    ' ',
  ),
  `insert into receipt (rail, external_id, account_id, payment_id, fund, cents, paid_at, verified_by) values ('mpesa', 'YARDB' || :n::text, :account::bigint, :payment::bigint, 'C', :cents::bigint, app.now(), 'pull') returning id as receipt \\gset`,
  journal(
    `'receipt' || chr(58) || :receipt::text`,
    'money_received',
    `'payment', 'source_id', :payment::bigint`,
    `jsonb_build_array(jsonb_build_array('C', :till::text, :came::text, :cents::bigint))`,
  ),
  'commit;',
  'begin;',
  'select id from invoice where id = :invoice::bigint for no key update;',
  'select id from payment where id = :payment::bigint for update;',
  `insert into allocation (payment_id, invoice_id, line_id, source, cents, paid_on) values (:payment::bigint, :invoice::bigint, :line_id::bigint, 'receipt', :cents::bigint, app.today()) returning id as allocation \\gset`,
  'update invoice_line set paid_cents = paid_cents + :cents::bigint where id = :line_id::bigint;',
  `update invoice set paid_cents = paid_cents + :cents::bigint, status = 'paid', paid_on = app.today() where id = :invoice::bigint;`,
  `update payment set allocated_cents = :cents::bigint, match = 'matched' where id = :payment::bigint;`,
  journal(
    `'allocation' || chr(58) || :allocation::text`,
    'money_allocated',
    `'allocation', 'source_id', :allocation::bigint`,
    `jsonb_build_array(jsonb_build_array('C', :came::text, :owed::text, :cents::bigint), jsonb_build_array('C', :held::text, :owner::text, :cents::bigint))`,
  ),
  'commit;',
  '',
].join('\n');
