import { getOpenLineAmount } from '#contract/invoice/lines.ts';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { clock } from '#contract/time/clock.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { onBookingApproved, undoInvoiceIssue } from './event-handlers.ts';
import { lockInvoices, readInvoiceLines } from './locks.ts';
import { notifyInvoicePayers, readInvoiceMessageFacts, toInvoiceEventParams } from './notify.ts';
import type { InvoiceRow } from './rows.ts';

const why = 'the unit of the invoice has a new owner';

const refused = (rows: readonly InvoiceRow[]): Refusal =>
  new Refusal('conflict', m.invoice_refusal_sale({ codes: rows.map(({ code }) => code).join(', ') }));
async function voidForSale(ctx: Ctx, row: InvoiceRow, reason: string): Promise<void> {
  await undoInvoiceIssue(ctx, row, reason, 'void', 'clock');
  const about = await readInvoiceMessageFacts(ctx, row.id);
  if (about) await notifyInvoicePayers(ctx, about, 'invoice.void', toInvoiceEventParams(about), 'void');
}

/**
 * A tenancy has a new owner. Invoices for the time before (arrears) stay with the former owner. Rent billed ahead is voided, and the scheduler bills
 * it for the new owner. If such rent is partly paid, or a deposit is still due, the sale is refused until a person has settled it.
 */
export async function onTenancyHandedOver(ctx: Ctx, { tenancyId, fromCompany, why: reason }: DomainEvents['tenancy.handed_over']): Promise<void> {
  const seen = await unscopedTable(ctx.db, 'invoice', why)
    .select()
    .select('id')
    .where('tenancy_id', '=', tenancyId)
    .where('company_id', '=', fromCompany)
    .where('status', 'in', ['unpaid', 'active'])
    .execute();
  if (seen.length === 0) return;
  const ids = seen.map(({ id }) => id);
  const rows = await lockInvoices(ctx, ids);
  const deposits = new Set(
    (await readInvoiceLines(ctx.db, ids)).filter((line) => line.kind === 'deposit' && getOpenLineAmount(line) > 0).map((line) => line.invoice_id),
  );
  const isAhead = (row: InvoiceRow) => row.period_from !== null && row.period_from > clock.today();
  const simple = (row: InvoiceRow) => row.kind === 'rent' && row.paid_cents === 0 && row.returned_cents === 0 && !deposits.has(row.id);
  const theirs = rows.filter((row) => isAhead(row) || deposits.has(row.id));
  const decided = theirs.filter((row) => !simple(row));
  if (decided.length > 0) throw refused(decided);
  for (const row of theirs) await voidForSale(ctx, row, reason);
}

/** A property was sold: the move-in invoice of an approved but unpaid booking is replaced by one of the new owner. */
export async function onPropertySold(ctx: Ctx, { propertyId, toCompany }: DomainEvents['property.sold']): Promise<void> {
  if (toCompany === null) return;
  const seen = await unscopedTable(ctx.db, 'invoice', why)
    .select()
    .innerJoin('booking', 'booking.id', 'invoice.booking_id')
    .select('invoice.id')
    .where('booking.property_id', '=', propertyId)
    .where('booking.company_id', '=', toCompany)
    .where('invoice.company_id', '<>', toCompany)
    .where('invoice.kind', '=', 'move_in')
    .where('invoice.tenancy_id', 'is', null)
    .where('invoice.status', 'in', ['unpaid', 'active'])
    .execute();
  if (seen.length === 0) return;
  const rows = await lockInvoices(
    ctx,
    seen.map(({ id }) => id),
  );
  const decided = rows.filter((row) => row.paid_cents > 0);
  if (decided.length > 0) throw refused(decided);
  for (const row of rows) {
    await undoInvoiceIssue(ctx, row, 'the home was sold', 'void', 'clock');
    await onBookingApproved(ctx, { bookingId: requiredId(row.booking_id, 'the booking of a move-in invoice'), unitId: row.unit_id });
  }
}
