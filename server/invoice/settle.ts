import { sql } from 'kysely';
import { getInvoiceClosureKind } from '#contract/invoice/closure.ts';
import { getOpenLineAmount } from '#contract/invoice/lines.ts';
import { invoiceMachine } from '#contract/invoice/machine.ts';
import { sumCents, toCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { confirmBookingByPayment } from '#server/booking/service.ts';
import { audit, writeAuditEntries } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { moveRows } from '#server/kernel/move.ts';
import { publishEvent, publishEvents } from '#server/kernel/publish.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { announceListChange } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import { lockInvoices, readInvoiceLines } from './locks.ts';
import { notifyInvoiceManagers, notifyInvoicePayers, readInvoiceMessageFacts, toInvoiceEventParams } from './notify.ts';
import { buildInvoiceLogFacts, type InvoiceRow, invoiceNotFound } from './rows.ts';

const why = 'an invoice that the caller has locked';

type Sums = Pick<InvoiceRow, 'kind' | 'total_cents' | 'paid_cents' | 'returned_cents' | 'credited_cents' | 'written_off_cents'>;
type InvoiceMove = 'pay' | 'close' | 'pay_part' | 'reopen_part' | 'reopen';

/** The status that the sums of an invoice imply, and the move that leads to it. */
function impliedStatus(before: InvoiceRow, now: Sums): { status: InvoiceRow['status']; move: InvoiceMove | null } {
  const open = now.total_cents - now.paid_cents - now.credited_cents;
  const status = open === 0 ? 'paid' : now.paid_cents > 0 ? 'active' : 'unpaid';
  if (status === before.status) return { status, move: null };
  if (status === 'paid') return { status, move: getInvoiceClosureKind({ ...now, status }) === 'paid' ? 'pay' : 'close' };
  if (status === 'active') return { status, move: before.status === 'paid' ? 'reopen_part' : 'pay_part' };
  return { status, move: 'reopen' };
}

/** Moves an invoice to the status that its sums imply, and returns that status. */
export async function updateInvoiceStatus(ctx: Ctx, before: InvoiceRow, now: Sums, reason: string): Promise<InvoiceRow['status']> {
  const { status, move } = impliedStatus(before, now);
  if (move) await moveRows(ctx, invoiceMachine, move, [before.id], reason, 'clock');
  return status;
}

/** Writes the change of an invoice's totals to the audit log. */
export const logInvoiceChange = (ctx: Ctx, row: InvoiceRow, after: InvoiceRow, reason: string): Promise<void> =>
  audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'invoices',
    id: row.id,
    code: row.code,
    before: buildInvoiceLogFacts(row),
    after: buildInvoiceLogFacts(after),
    reason,
  });

type Part = { readonly lineId: number; readonly cents: number };
export type AllocationChange = {
  readonly invoiceId: number;
  /** A negative amount unallocates money from the line. */
  readonly parts: readonly Part[];
  readonly on: string;
  /** The payment method. */
  readonly how: string;
  /** Whether the caller notifies the payer: one payment gets one receipt, whatever it paid. */
  readonly told?: boolean;
};
type Settled = { readonly before: InvoiceRow; readonly after: InvoiceRow; readonly last: AllocationChange; readonly move: InvoiceMove | null };

/**
 * Adds money that was allocated to invoice lines, or unallocated from them, to the totals of the invoices. The caller holds the locks
 * (`lockInvoicesForPayment`) and posts the journal entries. With `quiet`, no receipts are sent, but a paid move-in invoice still confirms its
 * booking.
 */
export async function applyAllocations(ctx: Ctx, given: readonly AllocationChange[], { quiet = false }: { quiet?: boolean } = {}): Promise<void> {
  if (given.length === 0) return;
  const rows = await lockInvoices(ctx, [...new Set(given.map(({ invoiceId }) => invoiceId))]);
  await addToLines(ctx, given, rows);
  const settled = await addToInvoices(ctx, given, rows);
  // Invoices with the same move and reason are moved together.
  for (const some of Map.groupBy(settled, ({ move, last }) => `${move}:${last.how}`).values()) {
    const [first] = some;
    if (!first?.move) continue;
    await moveRows(
      ctx,
      invoiceMachine,
      first.move,
      some.map(({ before }) => before.id),
      first.last.how,
      'clock',
    );
  }
  await writeAuditEntries(
    ctx.db,
    ctx,
    settled.map(({ before, after, last }) => ({
      kind: 'edit' as const,
      document: 'invoices' as const,
      id: before.id,
      code: before.code,
      reason: last.how,
      before: buildInvoiceLogFacts(before),
      after: buildInvoiceLogFacts(after),
    })),
  );
  for (const company of new Set(settled.map(({ before }) => before.company_id))) await announceListChange(ctx, { module: 'invoice', company });
  const done = settled.filter(({ after }) => after.status === 'paid');
  const notified = done.filter(({ after }) => !quiet || after.kind === 'move_in');
  await publishEvents(
    ctx,
    'invoice.paid',
    done.filter((one) => !notified.includes(one)).map(({ after }) => ({ invoiceId: after.id })),
  );
  for (const { after, last } of notified) await onInvoicePaid(ctx, after, last.on, last.how, last.told);
}

/** Refuses to allocate more than a line's open amount, or to unallocate more than was paid on the line. */
async function addToLines(ctx: Ctx, given: readonly AllocationChange[], rows: readonly InvoiceRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const lines = new Map((await readInvoiceLines(ctx.db, ids)).map((line) => [line.id, line]));
  for (const { invoiceId, parts } of given)
    for (const { lineId, cents: given } of parts) {
      const moved = toCents(given);
      const line = lines.get(lineId);
      if (line?.invoice_id !== invoiceId) throw invoiceNotFound();
      if (moved > getOpenLineAmount(line) || line.paid_cents + moved < 0) throw new Refusal('conflict', sentence('editConflict'));
      lines.set(lineId, { ...line, paid_cents: toCents(line.paid_cents + moved) });
    }
  const changes = [...new Set(given.flatMap(({ parts }) => parts.map(({ lineId }) => lineId)))].map((id) => ({
    id,
    paid: lines.get(id)?.paid_cents,
  }));
  await sql`/* unscoped: lines of invoices that the caller has locked */
    update invoice_line l set paid_cents = s.paid from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as s (id bigint, paid bigint)
    where l.id = s.id`.execute(ctx.db);
}

async function addToInvoices(ctx: Ctx, given: readonly AllocationChange[], rows: readonly InvoiceRow[]): Promise<Settled[]> {
  const counted = rows.map((row) => {
    if (row.status === 'expired') throw new Refusal('conflict', m.invoice_refusal_expired());
    const own = given.filter(({ invoiceId }) => invoiceId === row.id);
    const last = own.at(-1);
    if (!last) throw invoiceNotFound();
    const paid = toCents(row.paid_cents + sumCents(own.flatMap(({ parts }) => parts.map((part) => part.cents))));
    const { status, move } = impliedStatus(row, { ...row, paid_cents: paid });
    const paid_on = status === 'paid' && paid > 0 && row.written_off_cents === 0 ? last.on : null;
    return { before: row, last, move, status, paid, paid_on };
  });
  const changes = counted.map(({ before, paid, paid_on }) => ({ id: before.id, paid, paid_on }));
  const now = clock.now();
  await sql`/* unscoped: invoices that the caller has locked */
    update invoice i set paid_cents = s.paid, paid_on = s.paid_on, revision = i.revision + 1, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as s (id bigint, paid bigint, paid_on date) where i.id = s.id`.execute(ctx.db);
  const after = new Map(
    (
      await lockInvoices(
        ctx,
        changes.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  return counted.map(({ before, last, move, status }) => {
    const row = after.get(before.id);
    if (!row) throw invoiceNotFound();
    return { before, last, move, after: { ...row, status } };
  });
}

/** The invoice has no balance due: sends the receipt unless the caller does, confirms its booking and publishes the event. */
export async function onInvoicePaid(ctx: Ctx, row: InvoiceRow, on: string, how: string, told = false): Promise<void> {
  const about = getInvoiceClosureKind(row) === 'paid' && row.paid_cents > 0 && !told ? await readInvoiceMessageFacts(ctx, row.id) : null;
  if (about)
    await notifyInvoicePayers(
      ctx,
      about,
      'receipt',
      { ...toInvoiceEventParams(about), sum: formatKesPlain(row.paid_cents), how },
      `paid:${row.revision}`,
    );
  await notifyDeposit(ctx, row.id);
  if (row.kind === 'move_in' && row.booking_id !== null) await confirmBookingByPayment(ctx, row.booking_id, { cents: row.paid_cents, on, how });
  await publishEvent(ctx, 'invoice.paid', { invoiceId: row.id });
}

/** Both sides are notified that the deposit is held. */
async function notifyDeposit(ctx: Ctx, id: number): Promise<void> {
  const { cents } = await unscopedTable(ctx.db, 'invoice_line', why)
    .select()
    .select(sql<number>`coalesce(sum(paid_cents), 0)::bigint`.as('cents'))
    .where('invoice_id', '=', id)
    .where('kind', '=', 'deposit')
    .executeTakeFirstOrThrow();
  const about = cents > 0 ? await readInvoiceMessageFacts(ctx, id) : null;
  if (!about) return;
  const params = { ...toInvoiceEventParams(about), sum: formatKesPlain(cents) };
  await notifyInvoicePayers(ctx, about, 'deposit.held', params, 'held');
  await notifyInvoiceManagers(ctx, about, 'deposit.held', params, 'held');
}
