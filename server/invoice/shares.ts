import { type RawBuilder, sql } from 'kysely';
import { calculateRemainingShare } from '#contract/collection/share.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';

type Row = { id: number; tenant_id: number; name: string; asked: number; open: number; paid: number; bp: number };
type Share = { readonly id: number; readonly tenant_id: number; readonly name: string; readonly left: number };
/**
 * The amount that each payer still has to pay of each invoice (`i`; `n` is the payer). Tenant credit reduces the amount of all of them, and they
 * share the rest. A payer without an account is identified by the phone number that paid.
 */
async function shares(db: Db, which: RawBuilder<unknown>): Promise<Share[]> {
  const invoice = sql.ref('i.id');
  const { rows } = await sql<Row>`/* unscoped: shares of invoices that the caller sees or is notified about */
    select i.id, n.id as tenant_id, n.name, i.open_cents as open, tp.share_bp as bp, i.total_cents - i.credited_cents - ${getLookup('creditOn')(invoice)} as asked,
      ${getLookup('paidBy')(invoice, { person: sql.ref('n.person_id'), phone: sql.ref('n.phone') })} as paid
    from invoice i join tenancy_person tp on tp.tenancy_id = i.tenancy_id and tp.role in ('lead', 'co_tenant') and tp.until is null
    join tenant n on n.id = tp.tenant_id where ${which} order by i.id, tp.id`.execute(db);
  return rows.map((row) => ({ id: Number(row.id), tenant_id: Number(row.tenant_id), name: row.name, left: calculateRemainingShare(row, row.bp) }));
}
/** The caller's share of each of these invoices. Invoices of a tenancy in which the caller pays nothing are left out. */
export async function readOwnInvoiceShares(db: Db, personId: number | null, invoiceIds: readonly number[]): Promise<Map<number, number>> {
  if (personId === null || invoiceIds.length === 0) return new Map();
  const own = await shares(db, sql`n.person_id = ${personId} and i.id = any (${[...invoiceIds]}::bigint[])`);
  return new Map(own.map((one) => [one.id, one.left]));
}
/** The payers who still owe a share of one invoice, with the amounts. Empty if one person pays all of it. */
export async function readInvoiceShares(db: Db, invoiceId: number): Promise<Share[]> {
  const all = await shares(db, sql`i.id = ${invoiceId}`);
  return all.length > 1 ? all.filter(({ left }) => left > 0) : [];
}
