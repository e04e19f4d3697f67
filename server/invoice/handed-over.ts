import { openOfLine } from '#contract/invoice/lines.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { clock } from '#contract/time/clock.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { bookingApproved, undoIssue } from './follows.ts';
import { heldRows, linesOf } from './money.ts';
import type { InvoiceRow } from './rows.ts';
import { aboutOf, calledIn, tellPayers } from './tell.ts';

const why = 'the home they are for has another holder';

const refused = (rows: readonly InvoiceRow[]): Refusal =>
  new Refusal('conflict', m.invoice_refusal_sale({ codes: rows.map(({ code }) => code).join(', ') }));
async function takenBack(ctx: Ctx, row: InvoiceRow, reason: string): Promise<void> {
  await undoIssue(ctx, row, reason, 'void', 'clock');
  const about = await aboutOf(ctx, row.id);
  if (about) await tellPayers(ctx, about, 'invoice.void', calledIn(about), 'void');
}

/**
 * What is asked for the time before stays with who let the home then. Rent asked ahead is taken back: the next holder's own is asked for by the clock.
 * Where some of it is paid, or a deposit is still to come, a person decides first.
 */
export async function handedOver(ctx: Ctx, { tenancyId, fromCompany, why: reason }: Happenings['tenancy.handed_over']): Promise<void> {
  const seen = await everything(ctx.db, 'invoice', why)
    .select()
    .select('id')
    .where('tenancy_id', '=', tenancyId)
    .where('company_id', '=', fromCompany)
    .where('status', 'in', ['unpaid', 'active'])
    .execute();
  if (seen.length === 0) return;
  const ids = seen.map(({ id }) => id);
  const rows = await heldRows(ctx, ids);
  const deposits = new Set(
    (await linesOf(ctx.db, ids)).filter((line) => line.kind === 'deposit' && openOfLine(line) > 0).map((line) => line.invoice_id),
  );
  const isAhead = (row: InvoiceRow) => row.period_from !== null && row.period_from > clock.today();
  const simple = (row: InvoiceRow) => row.kind === 'rent' && row.paid_cents === 0 && row.returned_cents === 0 && !deposits.has(row.id);
  const theirs = rows.filter((row) => isAhead(row) || deposits.has(row.id));
  const decided = theirs.filter((row) => !simple(row));
  if (decided.length > 0) throw refused(decided);
  for (const row of theirs) await takenBack(ctx, row, reason);
}

/** A booking that was approved and not paid goes on with the next holder, who asks for it. */
export async function bookingsSold(ctx: Ctx, { propertyId, toCompany }: Happenings['property.sold']): Promise<void> {
  if (toCompany === null) return;
  const seen = await everything(ctx.db, 'invoice', why)
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
  const rows = await heldRows(
    ctx,
    seen.map(({ id }) => id),
  );
  const decided = rows.filter((row) => row.paid_cents > 0);
  if (decided.length > 0) throw refused(decided);
  for (const row of rows) {
    await undoIssue(ctx, row, 'the home was sold', 'void', 'clock');
    await bookingApproved(ctx, { bookingId: requiredId(row.booking_id, 'the booking of a move-in invoice'), unitId: row.unit_id });
  }
}
