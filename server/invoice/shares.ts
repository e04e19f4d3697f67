import { type RawBuilder, sql } from 'kysely';
import { shareLeft } from '#contract/collection/share.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { lookup } from '#server/kernel/lookups.ts';

type Row = { id: number; tenant_id: number; name: string; asked: number; open: number; paid: number; bp: number };
type Share = { readonly id: number; readonly tenant_id: number; readonly name: string; readonly left: number };
/**
 * What each of those who pay still has to pay of each invoice (`i`, who they are `n`). What the home had over paid for all of them: they share the rest.
 * Who has no account is known by the number they paid from.
 */
async function shares(db: Db, which: RawBuilder<unknown>): Promise<Share[]> {
  const invoice = sql.ref('i.id');
  const { rows } = await sql<Row>`/* all: shares of invoices the caller sees, or is to be told of */
    select i.id, n.id as tenant_id, n.name, i.open_cents as open, tp.share_bp as bp, i.total_cents - i.credited_cents - ${lookup('creditOn')(invoice)} as asked,
      ${lookup('paidBy')(invoice, { person: sql.ref('n.person_id'), phone: sql.ref('n.phone') })} as paid
    from invoice i join tenancy_person tp on tp.tenancy_id = i.tenancy_id and tp.role in ('lead', 'co_tenant') and tp.until is null
    join tenant n on n.id = tp.tenant_id where ${which} order by i.id, tp.id`.execute(db);
  return rows.map((row) => ({ id: Number(row.id), tenant_id: Number(row.tenant_id), name: row.name, left: shareLeft(row, row.bp) }));
}
/** What of each of these invoices is the caller's to pay, for every page that says so; those of a home they pay nothing in are not there. */
export async function ownShares(db: Db, personId: number | null, invoiceIds: readonly number[]): Promise<Map<number, number>> {
  if (personId === null || invoiceIds.length === 0) return new Map();
  const own = await shares(db, sql`n.person_id = ${personId} and i.id = any (${[...invoiceIds]}::bigint[])`);
  return new Map(own.map((one) => [one.id, one.left]));
}
/** Who of several has something left of one invoice, and how much; nobody where one pays it all. */
export async function sharesOf(db: Db, invoiceId: number): Promise<Share[]> {
  const all = await shares(db, sql`i.id = ${invoiceId}`);
  return all.length > 1 ? all.filter(({ left }) => left > 0) : [];
}
