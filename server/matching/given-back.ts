import type { Happenings } from '#contract/kernel/happenings.ts';
import { cents } from '#contract/money/cents.ts';
import { leftOf, type PaymentRow } from '#server/collection/service.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { type CreditRow, restOf } from './credit.ts';

const why = 'what a credit note gave back of what was paid';

/** The most that can be given back of it at once: what has no owner, or one of its credits; a refund is out of one of them. */
export const refundable = (payment: PaymentRow, credits: readonly CreditRow[]): number => Math.max(leftOf(payment), ...credits.map(restOf));

/** Whether it is of what a credit note gave back. */
export const isGiven = async (db: Db, creditId: number): Promise<boolean> =>
  (await everything(db, 'payment_credit', why)
    .select()
    .select('id')
    .where('id', '=', creditId)
    .where('allocation_id', 'is not', null)
    .executeTakeFirst()) !== undefined;

/** A credit note gave back what was paid of a line, which is held: of the newest part first, and it is credit of the payment that came with. */
export async function followCredited(ctx: Ctx, { invoiceId, lineId, cents: back }: Happenings['invoice.credited']): Promise<void> {
  const rows = await everything(ctx.db, 'allocation', why)
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
    const returned = cents(row.returned_cents + part);
    await everything(ctx.db, 'allocation', why).change().set({ returned_cents: returned }).where('id', '=', row.id).execute();
    if (row.payment_id !== null)
      await add(ctx, 'payment_credit')
        .values({
          ...{
            payment_id: row.payment_id,
            allocation_id: row.id,
            company_id: row.company_id,
            tenancy_id: row.tenancy_id,
            booking_id: row.booking_id,
          },
          ...{ fund: row.fund, cents: cents(part) },
        })
        .onConflict((oc) => oc.column('allocation_id').doUpdateSet((eb) => ({ cents: eb('payment_credit.cents', '+', eb.ref('excluded.cents')) })))
        .execute();
    await happened(ctx, 'payment.given_back', { allocationId: row.id, cents: part, left: row.cents - returned });
  }
}
