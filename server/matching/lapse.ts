import { lockPayment, owed, putPayment } from '#server/collection/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { keepCredit } from './credit.ts';
import { takeBack } from './unallocate.ts';

/** An invoice goes with its booking: what was put to it is the tenant's credit first, to be given back or used for another home. */
export async function lapsing(ctx: Ctx, { invoiceId }: { readonly invoiceId: number }): Promise<void> {
  const rows = await everything(ctx.db, 'allocation', 'what was put to an invoice that lapses')
    .select()
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .execute();
  const [one] = await owed(ctx.db, { ids: [invoiceId] }, { open: false });
  if (!one || rows.length === 0) return;
  const whose = { companyId: one.companyId, tenancyId: one.tenancyId, bookingId: one.bookingId };
  for (const paymentId of [...new Set(rows.flatMap((row) => row.payment_id ?? []))].sort((a, b) => a - b)) await lockPayment(ctx.db, paymentId);
  for (const row of rows) {
    const payment = row.payment_id === null ? null : await lockPayment(ctx.db, row.payment_id);
    await takeBack(ctx, [row], payment);
    // What came out of credit is credit again by that.
    if (payment === null || row.source === 'credit') continue;
    await keepCredit(ctx, payment, whose, row.cents);
    await putPayment(ctx.db, payment.id, {
      allocated_cents: payment.allocated_cents - row.cents,
      credited_cents: payment.credited_cents + row.cents,
    });
  }
}
