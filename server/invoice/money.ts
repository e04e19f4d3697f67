import { sql } from 'kysely';
import type { LineKind } from '#contract/invoice/kinds.ts';
import { openOfLine } from '#contract/invoice/lines.ts';
import { clock } from '#contract/time/clock.ts';
import { bookingHeld } from '#server/booking/service.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { itself, type ScopedRow, systemRows } from '#server/kernel/scoped-row.ts';
import { accountOf, type InvoiceRow, type LineRow, missing } from './rows.ts';

const why = 'an invoice money is put to, or one that was seen first';

type OpenLine = {
  readonly id: number;
  readonly kind: LineKind;
  readonly label: string;
  readonly open_cents: number;
  readonly paid_cents: number;
};
/** What a payment needs to know of an invoice. */
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
  /** Its tenancy is lived in, or was: what is paid is the owner's at once. */
  readonly active: boolean;
};

export const linesOf = (db: Db, ids: readonly number[]) =>
  systemRows(db, 'invoice_line', why)
    .selectAll()
    .where('invoice_id', 'in', [...ids])
    .orderBy('invoice_id')
    .orderBy('n')
    .execute();

async function opened(db: Db, rows: readonly InvoiceRow[]): Promise<OpenInvoice[]> {
  if (rows.length === 0) return [];
  const lines = Map.groupBy(
    await linesOf(
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
      open_cents: row.status === 'expired' ? 0 : openOfLine(line),
      paid_cents: line.paid_cents,
    })),
  }));
}
/** Of these, the tenancies somebody lives or lived in. */
async function livedIn(db: Db, rows: readonly InvoiceRow[]): Promise<Set<number>> {
  const ids = rows.flatMap((row) => row.tenancy_id ?? []);
  if (ids.length === 0) return new Set();
  const { rows: found } = await sql<{ id: number }>`/* all: whether what is paid is the owner's yet */
    select id from tenancy where id = any (${ids}::bigint[]) and app.lived_in(tenancy)`.execute(db);
  return new Set(found.map((row) => Number(row.id)));
}
/** Whether what was paid on an invoice is the owner's by now. */
export const isLivedIn = async (db: Db, row: InvoiceRow): Promise<boolean> =>
  row.tenancy_id !== null && (await livedIn(db, [row])).has(row.tenancy_id);

/** Under lock, whoever asks: what decides about homes first (a move-in invoice confirms its booking), then invoices by id. */
export async function lockForPaying(ctx: Ctx, ids: readonly number[]): Promise<OpenInvoice[]> {
  if (ids.length === 0) return [];
  const seen = await everything(ctx.db, 'invoice', why)
    .select()
    .select(['id', 'booking_id', 'kind', 'status'])
    .where('id', 'in', [...ids])
    .execute();
  if (seen.length !== new Set(ids).size) throw missing();
  const bookings = [...new Set(seen.filter((row) => row.kind === 'move_in' && row.status !== 'paid').flatMap((row) => row.booking_id ?? []))];
  for (const id of bookings.toSorted((a, b) => a - b)) await bookingHeld(ctx, id);
  return opened(ctx.db, await heldRows(ctx, ids));
}
export const heldRows = (ctx: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<InvoiceRow[]> =>
  systemRows(ctx.db, 'invoice', why)
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
export async function heldInvoice(ctx: Pick<Ctx, 'db'>, id: number): Promise<InvoiceRow> {
  const [row] = await heldRows(ctx, [id]);
  if (!row) throw missing();
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
/** Every change of an invoice counts its revision on; answers it as it is now. */
export const put = (ctx: Pick<Ctx, 'db'>, row: ScopedRow<'invoice'>, facts: Facts): Promise<InvoiceRow> =>
  itself(ctx.db, 'invoice', row)
    .change()
    .set((eb) => ({ ...facts, revision: eb('revision', '+', 1), updated_at: clock.now() }))
    .returningAll()
    .executeTakeFirstOrThrow();

export { accountOf, type LineRow };
