import { lockPayment, readOpenInvoicesForPayment, updatePayment } from '#server/collection/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { recordTenantCredit } from './credit.ts';
import { undoPaymentAllocations } from './unallocate.ts';

/**
 * The move-in invoice is cancelled with its booking: payments allocated to it become tenant credit, which can be refunded or used for another unit.
 */
export async function onBookingExpired(ctx: Ctx, { invoiceId }: { readonly invoiceId: number }): Promise<void> {
  const rows = await unscopedTable(ctx.db, 'allocation', 'allocations to an invoice of a booking that lapsed')
    .select()
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .execute();
  const [one] = await readOpenInvoicesForPayment(ctx.db, { ids: [invoiceId] }, { open: false });
  if (!one || rows.length === 0) return;
  const whose = { companyId: one.companyId, tenancyId: one.tenancyId, bookingId: one.bookingId };
  for (const paymentId of [...new Set(rows.flatMap((row) => row.payment_id ?? []))].sort((a, b) => a - b)) await lockPayment(ctx.db, paymentId);
  for (const row of rows) {
    const payment = row.payment_id === null ? null : await lockPayment(ctx.db, row.payment_id);
    await undoPaymentAllocations(ctx, [row], payment);
    // An allocation from tenant credit is undone, which makes it credit again.
    if (payment === null || row.source === 'credit') continue;
    await recordTenantCredit(ctx, payment, whose, row.cents);
    await updatePayment(ctx.db, payment.id, {
      allocated_cents: payment.allocated_cents - row.cents,
      credited_cents: payment.credited_cents + row.cents,
    });
  }
}
