import { sql } from 'kysely';
import type { InvoiceLineKind } from '#contract/invoice/kinds.ts';
import { getOpenLineAmount } from '#contract/invoice/lines.ts';
import { clock } from '#contract/time/clock.ts';
import { lockBooking } from '#server/booking/service.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { type ScopedRow, sameRow, systemRows } from '#server/kernel/scoped-row.ts';
import { getReceivableAccount, type InvoiceLineRow, type InvoiceRow, invoiceNotFound } from './rows.ts';

const why = 'a payment is allocated to the invoice, or the invoice was loaded through the scope';

type OpenLine = {
  readonly id: number;
  readonly kind: InvoiceLineKind;
  readonly label: string;
  readonly open_cents: number;
  readonly paid_cents: number;
};
/** The data of an invoice that allocating a payment needs. */
type OpenInvoice = Pick<
  InvoiceRow,
  | 'id'
  | 'code'
  | 'company_id'
  | 'agent_company_id'
  | 'property_id'
  | 'unit_id'
  | 'tenancy_id'
  | 'booking_id'
  | 'tenant_id'
  | 'fund'
  | 'kind'
  | 'status'
  | 'issued_on'
  | 'due_on'
  | 'total_cents'
  | 'paid_cents'
  | 'credited_cents'
  | 'account_ref'
> & {
  readonly open_cents: number;
  readonly lines: readonly OpenLine[];
  /** Whether the tenancy is or was occupied, so that payments belong to the owner at once. */
  readonly active: boolean;
};

export const readInvoiceLines = (db: Db, ids: readonly number[]) =>
  systemRows(db, 'invoice_line', why)
    .selectAll()
    .where('invoice_id', 'in', [...ids])
    .orderBy('invoice_id')
    .orderBy('n')
    .execute();

async function opened(db: Db, rows: readonly InvoiceRow[]): Promise<OpenInvoice[]> {
  if (rows.length === 0) return [];
  const lines = Map.groupBy(
    await readInvoiceLines(
      db,
      rows.map((row) => row.id),
    ),
    (line) => line.invoice_id,
  );
  const lived = await livedIn(db, rows);
  return rows.map((row) => ({
    ...row,
    open_cents: row.open_cents ?? 0,
    active: row.tenancy_id !== null && lived.has(row.tenancy_id),
    lines: (lines.get(row.id) ?? []).map((line) => ({
      id: line.id,
      kind: line.kind,
      label: line.label,
      open_cents: row.status === 'expired' ? 0 : getOpenLineAmount(line),
      paid_cents: line.paid_cents,
    })),
  }));
}
/** The tenancies among these that are or were occupied. */
async function livedIn(db: Db, rows: readonly InvoiceRow[]): Promise<Set<number>> {
  const ids = rows.flatMap((row) => row.tenancy_id ?? []);
  if (ids.length === 0) return new Set();
  const { rows: found } = await sql<{ id: number }>`/* unscoped: checks whether a payment has been transferred to the owner yet */
    select id from tenancy where id = any (${ids}::bigint[]) and app.lived_in(tenancy)`.execute(db);
  return new Set(found.map((row) => Number(row.id)));
}
/** Whether payments of this invoice already belong to the owner. */
export const isTenancyOccupied = async (db: Db, row: InvoiceRow): Promise<boolean> =>
  row.tenancy_id !== null && (await livedIn(db, [row])).has(row.tenancy_id);

/**
 * Locks invoices for payment in a fixed order: first the units and bookings concerned (a paid move-in invoice confirms its booking), then the
 * invoices by id.
 */
export async function lockInvoicesForPayment(ctx: Ctx, ids: readonly number[]): Promise<OpenInvoice[]> {
  if (ids.length === 0) return [];
  const seen = await unscopedTable(ctx.db, 'invoice', why)
    .select()
    .select(['id', 'booking_id', 'kind', 'status'])
    .where('id', 'in', [...ids])
    .execute();
  if (seen.length !== new Set(ids).size) throw invoiceNotFound();
  const bookings = [...new Set(seen.filter((row) => row.kind === 'move_in' && row.status !== 'paid').flatMap((row) => row.booking_id ?? []))];
  for (const id of bookings.toSorted((a, b) => a - b)) await lockBooking(ctx, id);
  return opened(ctx.db, await lockInvoices(ctx, ids));
}
export const lockInvoices = (ctx: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<InvoiceRow[]> =>
  systemRows(ctx.db, 'invoice', why)
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
export async function lockInvoice(ctx: Pick<Ctx, 'db'>, id: number): Promise<InvoiceRow> {
  const [row] = await lockInvoices(ctx, [id]);
  if (!row) throw invoiceNotFound();
  return row;
}

type Facts = Partial<
  Pick<
    InvoiceRow,
    'paid_cents' | 'credited_cents' | 'returned_cents' | 'written_off_cents' | 'paid_on' | 'disputed_at' | 'fees_off_at' | 'tenancy_id'
  >
> & {
  readonly dispute?: string | null;
  readonly fees_off?: string;
};
/** Updates an invoice, increments its revision and returns the updated row. */
export const updateInvoice = (ctx: Pick<Ctx, 'db'>, row: ScopedRow<'invoice'>, facts: Facts): Promise<InvoiceRow> =>
  sameRow(ctx.db, 'invoice', row)
    .change()
    .set((eb) => ({ ...facts, revision: eb('revision', '+', 1), updated_at: clock.now() }))
    .returningAll()
    .executeTakeFirstOrThrow();

export { getReceivableAccount, type InvoiceLineRow };
