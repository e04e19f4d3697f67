import { sql } from 'kysely';
import type { LineKind } from '#contract/invoice/kinds.ts';
import { openOfLine } from '#contract/invoice/lines.ts';
import { invoiceMachine } from '#contract/invoice/machine.ts';
import { settledOf } from '#contract/invoice/settled.ts';
import { cents } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { bookingHeld, confirmedByMoney } from '#server/booking/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { sentence } from '#server/kernel/locale.ts';
import { move } from '#server/kernel/move.ts';
import { everything } from '#server/kernel/scoped.ts';
import { changed } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import { accountOf, factsOf, type InvoiceRow, type LineRow, missing } from './rows.ts';
import { aboutOf, calledIn, tellManagers, tellPayers } from './tell.ts';

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
  everything(db, 'invoice_line', why)
    .select()
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
  everything(ctx.db, 'invoice', why)
    .select()
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

/** Where it stands by what was paid: the one writer of that status. Answers it. */
export async function restate(
  ctx: Ctx,
  before: InvoiceRow,
  now: Pick<InvoiceRow, 'kind' | 'total_cents' | 'paid_cents' | 'returned_cents' | 'credited_cents' | 'written_off_cents'>,
  reason: string,
): Promise<InvoiceRow['status']> {
  const open = now.total_cents - now.paid_cents - now.credited_cents;
  const to = open === 0 ? 'paid' : now.paid_cents > 0 ? 'active' : 'unpaid';
  if (to === before.status) return to;
  const name =
    to === 'paid'
      ? settledOf({ ...now, status: to }) === 'paid'
        ? 'pay'
        : 'close'
      : to === 'active'
        ? before.status === 'paid'
          ? 'reopen_part'
          : 'pay_part'
        : 'reopen';
  await move(ctx, invoiceMachine, name, before.id, reason, 'clock');
  return to;
}

type Part = { readonly lineId: number; readonly cents: number };
/** What became of an invoice's sums, as it stands in the log. */
export const logged = (ctx: Ctx, row: InvoiceRow, after: InvoiceRow, reason: string): Promise<void> =>
  audit(ctx.db, ctx, { kind: 'edit', document: 'invoices', id: row.id, code: row.code, before: factsOf(row), after: factsOf(after), reason });

export type Settling = {
  readonly invoiceId: number;
  /** Below zero takes back what was put to a line. */
  readonly parts: readonly Part[];
  readonly on: string;
  /** How it came, as a person reads it. */
  readonly how: string;
  /** Whoever put it there tells of it: one payment, one receipt, whatever it paid. */
  readonly told?: boolean;
};

/** Money was put to lines of an invoice that is held, or taken back from them. The books are whoever's put it there. */
export async function settle(ctx: Ctx, { invoiceId, parts, on, how, told = false }: Settling): Promise<void> {
  const row = await heldInvoice(ctx, invoiceId);
  if (row.status === 'expired') throw new Refusal('conflict', m.invoice_refusal_expired());
  const lines = new Map((await linesOf(ctx.db, [invoiceId])).map((line) => [line.id, line]));
  let sum = 0;
  for (const { lineId, cents: given } of parts) {
    const moved = cents(given);
    const line = lines.get(lineId);
    if (!line) throw missing();
    if (moved > openOfLine(line) || line.paid_cents + moved < 0) throw new Refusal('conflict', sentence('changedMeanwhile'));
    lines.set(lineId, { ...line, paid_cents: cents(line.paid_cents + moved) });
    sum += moved;
    await everything(ctx.db, 'invoice_line', why)
      .change()
      .set((eb) => ({ paid_cents: eb('paid_cents', '+', moved) }))
      .where('id', '=', lineId)
      .execute();
  }
  const paid = cents(row.paid_cents + sum);
  const done = paid + row.credited_cents === row.total_cents;
  const counted = await put(ctx, row, { paid_cents: paid, paid_on: done && paid > 0 && row.written_off_cents === 0 ? on : null });
  const after = { ...counted, status: await restate(ctx, row, counted, how) };
  await logged(ctx, row, after, how);
  await changed(ctx, { room: 'invoice', company: row.company_id });
  if (done) await paidUp(ctx, after, on, how, told);
}

/** Nothing of it is open any more: its receipt is told where nobody else does, a booking it was asked for is confirmed, and whoever follows knows. */
export async function paidUp(ctx: Ctx, row: InvoiceRow, on: string, how: string, told = false): Promise<void> {
  const about = settledOf(row) === 'paid' && row.paid_cents > 0 && !told ? await aboutOf(ctx, row.id) : null;
  if (about) await tellPayers(ctx, about, 'receipt', { ...calledIn(about), sum: kesPlain(row.paid_cents), how }, `paid:${row.revision}`);
  await tellDeposit(ctx, row.id);
  if (row.kind === 'move_in' && row.booking_id !== null) await confirmedByMoney(ctx, row.booking_id, { cents: row.paid_cents, on, how });
  await happened(ctx, 'invoice.paid', { invoiceId: row.id });
}

/** Both sides hear that the deposit is held. */
async function tellDeposit(ctx: Ctx, id: number): Promise<void> {
  const { cents } = await everything(ctx.db, 'invoice_line', why)
    .select()
    .select(sql<number>`coalesce(sum(paid_cents), 0)::bigint`.as('cents'))
    .where('invoice_id', '=', id)
    .where('kind', '=', 'deposit')
    .executeTakeFirstOrThrow();
  const about = cents > 0 ? await aboutOf(ctx, id) : null;
  if (!about) return;
  const params = { ...calledIn(about), sum: kesPlain(cents) };
  await tellPayers(ctx, about, 'deposit.held', params, 'held');
  await tellManagers(ctx, about, 'deposit.held', params, 'held');
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
export const put = (ctx: Pick<Ctx, 'db'>, row: Pick<InvoiceRow, 'id'>, facts: Facts): Promise<InvoiceRow> =>
  everything(ctx.db, 'invoice', why)
    .change()
    .set((eb) => ({ ...facts, revision: eb('revision', '+', 1), updated_at: clock.now() }))
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();

export { accountOf, type LineRow };
