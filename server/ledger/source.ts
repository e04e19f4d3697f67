import { sql } from 'kysely';
import type { SourcePage } from '#contract/ledger/source.ts';
import type { Db } from '#server/kernel/ctx.ts';

type Source = { readonly source: string; readonly source_id: number };

/** What a person opens to see what journals are about, for all of them at once; whether they may is said by the page. */
export async function pagesFor(db: Db, sources: readonly Source[]): Promise<(one: Source) => SourcePage | null> {
  const keyOf = ({ source, source_id }: Source): string => `${source}:${source_id}`;
  const asked = [...new Map(sources.map((one) => [keyOf(one), { source: one.source, source_id: one.source_id }])).values()];
  if (asked.length === 0) return () => null;
  const { rows } = await sql<Source & SourcePage>`/* all: what journals the caller reads are about */
    with w as (select a.source, a.source_id, case a.source when 'invoice' then a.source_id when 'credit_note' then (select n.invoice_id from credit_note n where n.id = a.source_id) end as invoice_id
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (source text, source_id bigint))
    select w.source, w.source_id, s.of, s.id, s.code from w
    cross join lateral (
      select 'payment' as of, p.id, p.code from payment p where w.source = 'payment' and p.id = w.source_id
      union all select 'payment', p.id, p.code from allocation a join payment p on p.id = a.payment_id where w.source = 'allocation' and a.id = w.source_id
      union all select 'payment', p.id, p.code from payment p where w.source = 'featured_booking' and p.for_table = 'featured_booking' and p.for_id = w.source_id and p.status = 'completed'
      union all select 'tenancy', t.id, t.code from tenancy t where w.source = 'tenancy' and t.id = w.source_id
      union all select 'tenancy', t.id, t.code from invoice i join tenancy t on t.id = i.tenancy_id where i.id = w.invoice_id
      union all select 'booking', b.id, b.code from booking b where w.source = 'booking' and b.id = w.source_id
      union all select 'booking', b.id, b.code from invoice i join booking b on b.id = i.booking_id where i.id = w.invoice_id and i.tenancy_id is null
      union all select 'commission', c.id, c.code from commission c where w.source = 'commission' and c.id = w.source_id
      union all select 'settlement', p.id, p.code from settlement_payment p where w.source = 'settlement_payment' and p.id = w.source_id
      union all select 'transfer', p.id, p.code from settlement_transaction p where w.source = 'settlement_transaction' and p.id = w.source_id
      union all select 'wallet', x.id, x.code from wallet_adjustment a join wallet x on x.company_id = a.company_id where w.source = 'wallet_adjustment' and a.id = w.source_id
      union all select 'wallet', x.id, x.code from wallet x where w.source = 'company' and x.company_id = w.source_id
      union all select 'wallet', x.id, x.code from featured_booking f join wallet x on x.company_id = f.company_id where w.source = 'featured_booking' and f.id = w.source_id
      union all select 'cash', c.id, c.code from cash_move c where w.source = 'cash_move' and c.id = w.source_id
      union all select 'statement', s.id, s.name from statement_line l join statement s on s.id = l.statement_id where w.source = 'statement_line' and l.id = w.source_id
      limit 1) s`.execute(db);
  const found = new Map(rows.map(({ of, id, code, ...one }) => [keyOf(one), { of, id, code }]));
  return (one) => found.get(keyOf(one)) ?? null;
}
