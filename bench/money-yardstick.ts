import pg from 'pg';

/**
 * The same three transactions in plain SQL without the product: the message is stored, it becomes a receipt in the ledger, and the ledger allocates
 * the receipt to an invoice.
 */
export async function measurePlainSqlBaseline(
  url: string,
  clients: number,
  invoices: readonly { id: number; tenancy_id: number; company_id: number; line_id: number; cents: number }[],
  account: number,
): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: clients });
  pool.on('error', () => undefined);
  const { rows } = await pool.query<{ day: string }>('select app.today()::text as day');
  const day = rows[0]?.day ?? '';
  let next = 0;
  const began = performance.now();
  const one = async () => {
    const client = await pool.connect();
    for (let n = next++; n < invoices.length; n = next++) {
      const it = invoices[n];
      if (it) await pay(client, it, `YARD${n}`, { account, day });
    }
    client.release();
  };
  await Promise.all(Array.from({ length: clients }, one));
  const perSecond = invoices.length / ((performance.now() - began) / 1000);
  await pool.end();
  return perSecond;
}

type Open = Parameters<typeof measurePlainSqlBaseline>[2][number];
async function pay(
  client: pg.PoolClient,
  { id, tenancy_id, company_id, line_id, cents }: Open,
  external: string,
  { account, day }: { account: number; day: string },
): Promise<void> {
  const journal = (key: string, kind: string, source: [string, number], pairs: unknown[]) =>
    JSON.stringify([{ key, kind, day, value_day: day, source: source[0], source_id: source[1], company_id, params: {}, pairs }]);
  const post = 'select * from ledger_post($1::jsonb)';
  await client.query({
    name: 'inbox',
    text: `insert into inbox (channel, account_id, sha256, body, from_address, state) values ('c2b', $1, sha256(convert_to($2, 'UTF8')), convert_to(repeat($2, 40), 'UTF8'), '127.0.0.1', 'done')`,
    values: [account, external],
  });
  await client.query('begin');
  const made = await client.query<{ id: string }>({
    name: 'payment',
    text: `insert into payment (purpose, status, how, fund, cents, company_id, tenancy_id, account_id, external, received_at, paid_on, looked_at)
      values (1, 'completed', 'paybill', 'C', $1, $2, $3, $4, $5, app.now(), app.today(), app.now()) returning id`,
    values: [cents, company_id, tenancy_id, account, external],
  });
  const payment = Number(made.rows[0]?.id);
  const receipt = await client.query<{ id: string }>({
    name: 'receipt',
    text: `insert into receipt (rail, external_id, account_id, payment_id, fund, cents, paid_at, verified_by) values ('mpesa', $1, $2, $3, 'C', $4, app.now(), 'pull') returning id`,
    values: [external, account, payment, cents],
  });
  const till = `C:1000:::collection:${account}`;
  await client.query({
    name: 'post',
    text: post,
    values: [journal(`receipt:${receipt.rows[0]?.id}`, 'money_received', ['payment', payment], [['C', till, 'C:2030:::', cents]])],
  });
  await client.query('commit');
  await client.query('begin');
  await client.query({ name: 'hold', text: 'select id from invoice where id = $1 for no key update', values: [id] });
  await client.query({ name: 'hold2', text: 'select id from payment where id = $1 for update', values: [payment] });
  const put = await client.query<{ id: string }>({
    name: 'allocation',
    text: `insert into allocation (payment_id, invoice_id, line_id, source, cents, paid_on) values ($1, $2, $3, 'receipt', $4, app.today()) returning id`,
    values: [payment, id, line_id, cents],
  });
  await client.query({ name: 'line', text: 'update invoice_line set paid_cents = paid_cents + $2 where id = $1', values: [line_id, cents] });
  await client.query({
    name: 'invoice',
    text: `update invoice set paid_cents = paid_cents + $2, status = 'paid', paid_on = app.today() where id = $1`,
    values: [id, cents],
  });
  await client.query({ name: 'paid', text: `update payment set allocated_cents = $2, match = 'matched' where id = $1`, values: [payment, cents] });
  const pairs = [
    ['C', 'C:2030:::', `C:1100:${company_id}:${tenancy_id}:`, cents],
    ['C', `C:2110:${company_id}:${tenancy_id}:`, `C:2000:${company_id}::`, cents],
  ];
  await client.query({
    name: 'post',
    text: post,
    values: [journal(`allocation:${put.rows[0]?.id}`, 'money_allocated', ['allocation', Number(put.rows[0]?.id)], pairs)],
  });
  await client.query('commit');
}
