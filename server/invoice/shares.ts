import { sql } from 'kysely';
import { shareLeft } from '#contract/payment/share.ts';
import type { Db } from '#server/kernel/ctx.ts';

type Row = { id: number; asked: number; open: number; paid: number; bp: number };
/** What of each of these invoices is the caller's to pay, for every page that says so; those of a home they pay nothing in are not there. */
export async function ownShares(db: Db, personId: number | null, invoiceIds: readonly number[]): Promise<Map<number, number>> {
  if (personId === null || invoiceIds.length === 0) return new Map();
  const { rows } = await sql<Row>`/* all: the caller’s own share of invoices they see */
    select i.id, i.total_cents - i.credited_cents as asked, i.open_cents as open, tp.share_bp as bp,
      coalesce((select sum(a.cents) from allocation a join payment y on y.id = a.payment_id
        where a.invoice_id = i.id and a.undone_at is null and y.person_id = ${personId}), 0)::bigint as paid
    from invoice i join tenancy_person tp on tp.tenancy_id = i.tenancy_id and tp.role in ('lead', 'co_tenant') and tp.until is null
    join tenant n on n.id = tp.tenant_id and n.person_id = ${personId} where i.id = any (${[...invoiceIds]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, shareLeft(row, row.bp)]));
}
