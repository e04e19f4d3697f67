import { formatKesPlain } from '#contract/money/format.ts';
import type { RefundProblem } from '#contract/refund/kinds.ts';
import { readCallerName } from '#server/approval/service.ts';
import { getPayerName, notifyPayer, notifyPaymentStaff, type PaymentRow } from '#server/collection/service.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { readCompanyName } from '#server/people/service.ts';

const why = 'finds the people to notify about a refund';

/** An unallocated payment still belongs to its payer's last home. */
async function asItStood(db: Db, row: PaymentRow): Promise<PaymentRow> {
  if (row.tenancy_id !== null || row.booking_id !== null) return row;
  const was = await unscopedTable(db, 'allocation', why)
    .select()
    .innerJoin('invoice', 'invoice.id', 'allocation.invoice_id')
    .select(['invoice.tenancy_id', 'invoice.tenant_id'])
    .where('allocation.payment_id', '=', row.id)
    .orderBy('allocation.id', 'desc')
    .executeTakeFirst();
  return was ? { ...row, ...was } : row;
}
/** Platform staff decide about client money. The payer is notified before the refund is paid. */
export async function notifyRefundRequested(
  ctx: Ctx,
  row: PaymentRow,
  refund: { code: string; cents: number; to: string; where: 'same' | 'other' },
): Promise<void> {
  const { code, to, where } = refund;
  const [sum, name] = [formatKesPlain(refund.cents), getPayerName(row)];
  await notifyPaymentStaff(
    ctx,
    row.fund === 'C' ? null : row.company_id,
    'payment.refund_asked',
    { sum, name, code, to, where, by: await readCallerName(ctx) },
    code,
    row,
    {
      refund: true,
    },
  );
  const who = ctx.me.companyId === null ? 'Makao' : await readCompanyName(ctx.db, ctx.me.companyId);
  await notifyPayer(ctx, await asItStood(ctx.db, row), 'payment.refund_wanted', { sum, who, external: row.external ?? row.code, to }, `:${code}`);
}
/** Notifies platform staff of errors of refunds that the platform sent. */
export const notifyRefundTransferProblem = (
  ctx: Ctx,
  row: PaymentRow,
  refund: { code: string; cents: number; attempt: number; why: RefundProblem },
): Promise<void> =>
  notifyPaymentStaff(
    ctx,
    null,
    'payment.refund_stuck',
    { sum: formatKesPlain(refund.cents), name: getPayerName(row), code: refund.code, why: refund.why },
    `${refund.code}:${refund.attempt}:${refund.why}`,
    row,
    { refund: true },
  );
/** Notifies the requester of a rejection and its reason, unless they cancelled it themselves. */
export async function notifyRefundRejected(
  ctx: Ctx,
  row: PaymentRow,
  refund: { code: string; cents: number; asked_by: number | null },
  reason: string,
): Promise<void> {
  const params = { sum: formatKesPlain(refund.cents), name: getPayerName(row), code: refund.code, reason, by: await readCallerName(ctx) };
  await notifyAudience(ctx, 'payment.refund_refused', params, createNotificationAudience().person(refund.asked_by).except(ctx.me.userId), {
    key: refund.code,
  });
}
export const notifyRefunded = async (ctx: Ctx, row: PaymentRow, refund: { code: string; cents: number; proof: string }): Promise<void> =>
  notifyPayer(ctx, await asItStood(ctx.db, row), 'payment.refunded', { sum: formatKesPlain(refund.cents), proof: refund.proof }, `:${refund.code}`);
