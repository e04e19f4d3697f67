import pg from 'pg';

/**
 * Creates millions of invoices inside the database: the given number of months of every tenancy, with a line each. The last months are partly paid
 * and partly open, and older months are paid. They have no journal entries, because the code that is measured with them reads invoices only.
 */
export async function insertInvoices(url: string, months: number): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query("set local work_mem = '256MB'; set local maintenance_work_mem = '512MB'");
    await client.query("set local session_replication_role = 'replica'");
    for (const text of steps(months)) await client.query(text);
    await client.query('commit');
    await client.query('vacuum (analyze) invoice, invoice_line');
    const { rows } = await client.query<{ count: string }>('select count(*) from invoice');
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
}

const steps = (months: number): string[] => [
  `create temp table put_away on commit drop as select pg_get_indexdef(i.indexrelid) as made, i.indexrelid::regclass::text as name from pg_index i
    where i.indrelid in ('invoice'::regclass, 'invoice_line'::regclass) and not i.indisunique`,
  "do $$ declare one record; begin for one in select name from put_away loop execute format('drop index %s', one.name); end loop; end $$",
  `insert into invoice (company_id, property_id, unit_id, tenancy_id, tenant_id, fund, kind, once_key, period_from, period_last, issued_on, due_on, status, total_cents, paid_cents, paid_on, token)
    select t.company_id, t.property_id, t.unit_id, t.id, p.tenant_id, 'M', 'rent', 'rent:' || t.id || ':' || m.first, m.first, m.last, m.first - 7, m.first + 4, s.status, 4500000,
      case s.status when 'paid' then 4500000 when 'active' then 2000000 else 0 end, case s.status when 'paid' then m.first + (t.id % 9)::int end, 'bench-token-of-invoice-' || t.id || '-' || m.n
    from tenancy t join tenancy_person p on p.tenancy_id = t.id and p.role = 'lead'
      cross join (select n, first::date, (first + interval '1 month - 1 day')::date as last from generate_series(0, ${months - 1}) n,
        lateral (select date_trunc('month', app.today()) - make_interval(months => n) as first) f) m
      cross join lateral (select case when m.n > 2 or (t.id + m.n) % 5 < 3 - m.n % 2 then 'paid' when (t.id + m.n) % 5 = 3 then 'active' else 'unpaid' end as status) s
    order by m.n desc, t.id`,
  `insert into invoice_line (invoice_id, n, kind, unit_cents, cents, paid_cents, from_day, last_day)
    select id, 1, 'rent', total_cents, total_cents, paid_cents, period_from, period_last from invoice`,
  'do $$ declare one record; begin for one in select made from put_away loop execute one.made; end loop; end $$',
];

/** Starts the invoice run over every occupied tenancy, for the month after the current one. */
export async function createInvoiceRun(url: string): Promise<{ runId: number; of: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `insert into invoice_run (month, as_of) select m, m + 20 from (select (date_trunc('month', app.today()) + interval '1 month')::date as m) x returning id`,
    );
    const counted = await client.query<{ count: string }>(`select count(*) from tenancy where status in ('active', 'expired')`);
    return { runId: Number(rows[0]?.id), of: Number(counted.rows[0]?.count) };
  } finally {
    await client.end();
  }
}

export type InvoiceRunTotals = {
  readonly made: number;
  readonly twice: number;
  readonly journals: number;
  readonly unbalanced: number;
  readonly cursor: number;
};
/** The results of a run: its invoices, duplicate invoices, their journal entries, and the difference of the ledger. */
export async function readInvoiceRunTotals(url: string, runId: number): Promise<InvoiceRunTotals> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<keyof InvoiceRunTotals, string>>(
      `select (select count(*) from invoice where run_id = $1) as made,
        (select count(*) from (select tenancy_id from invoice where run_id = $1 group by 1 having count(*) > 1) x) as twice,
        (select count(*) from journal j join invoice i on i.id = j.source_id where j.source = 'invoice' and i.run_id = $1) as journals,
        (select coalesce(abs(sum(dr) - sum(cr)), 0) from ledger_total) as unbalanced, (select cursor from invoice_run where id = $1) as cursor`,
      [runId],
    );
    const row = rows[0];
    return {
      made: Number(row?.made),
      twice: Number(row?.twice),
      journals: Number(row?.journals),
      unbalanced: Number(row?.unbalanced),
      cursor: Number(row?.cursor),
    };
  } finally {
    await client.end();
  }
}
