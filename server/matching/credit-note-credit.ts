import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { toCents } from '#contract/money/cents.ts';
import { calculateUnallocatedCents, type PaymentRow } from '#server/collection/service.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { type CreditRow, calculateUnusedCredit } from './credit.ts';

const why = 'the credit that a credit note gave for a payment';

/** The largest amount that one refund can return: the unallocated rest, or one of the credits. */
export const calculateRefundableAmount = (payment: PaymentRow, credits: readonly CreditRow[]): number =>
  Math.max(calculateUnallocatedCents(payment), ...credits.map(calculateUnusedCredit));

/** Whether the credit comes from a credit note. */
export const isCreditNoteCredit = async (db: Db, creditId: number): Promise<boolean> =>
  (await unscopedTable(db, 'payment_credit', why)
    .select()
    .select('id')
    .where('id', '=', creditId)
    .where('allocation_id', 'is not', null)
    .executeTakeFirst()) !== undefined;

/**
 * A credit note reduced a paid line, which is locked. The newest allocation of the line becomes tenant credit first, on the payment that it came
 * from.
 */
export async function onInvoiceCreditedForMatching(ctx: Ctx, { invoiceId, lineId, cents: back }: DomainEvents['invoice.credited']): Promise<void> {
  const rows = await unscopedTable(ctx.db, 'allocation', why)
    .select()
    .innerJoin('invoice', 'invoice.id', 'allocation.invoice_id')
    .selectAll('allocation')
    .select(['invoice.company_id', 'invoice.tenancy_id', 'invoice.booking_id', 'invoice.fund'])
    .where('allocation.invoice_id', '=', invoiceId)
    .where('line_id', '=', lineId)
    .where('undone_at', 'is', null)
    .orderBy('allocation.id', 'desc')
    .execute();
  let left: number = back;
  for (const row of rows) {
    const part = Math.min(left, row.cents - row.returned_cents);
    if (part <= 0) continue;
    left -= part;
    const returned = toCents(row.returned_cents + part);
    await unscopedTable(ctx.db, 'allocation', why).change().set({ returned_cents: returned }).where('id', '=', row.id).execute();
    if (row.payment_id !== null)
      await add(ctx, 'payment_credit')
        .values({
          payment_id: row.payment_id,
          allocation_id: row.id,
          company_id: row.company_id,
          tenancy_id: row.tenancy_id,
          booking_id: row.booking_id,
          fund: row.fund,
          cents: toCents(part),
        })
        .onConflict((oc) => oc.column('allocation_id').doUpdateSet((eb) => ({ cents: eb('payment_credit.cents', '+', eb.ref('excluded.cents')) })))
        .execute();
    await publishEvent(ctx, 'payment.given_back', { allocationId: row.id, cents: part, left: row.cents - returned });
  }
}
