import { kesPlain } from '#contract/money/format.ts';
import type { RefundTrouble } from '#contract/refund/kinds.ts';
import { nameOf, type PaymentRow, tellDesk, tellPayer } from '#server/collection/service.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { audience, notify } from '#server/notification/service.ts';
import { companyName } from '#server/people/service.ts';

const why = 'whom a refund is about, to be told of it';

/** Taken off its home it is still its payer's: whoever it was put to last. */
async function asItStood(db: Db, row: PaymentRow): Promise<PaymentRow> {
  if (row.tenancy_id !== null || row.booking_id !== null) return row;
  const was = await everything(db, 'allocation', why)
    .select()
    .innerJoin('invoice', 'invoice.id', 'allocation.invoice_id')
    .select(['invoice.tenancy_id', 'invoice.tenant_id'])
    .where('allocation.payment_id', '=', row.id)
    .orderBy('allocation.id', 'desc')
    .executeTakeFirst();
  return was ? { ...row, ...was } : row;
}
/** Of what the platform holds its own people decide. Who paid hears of it before it goes. */
export async function tellRefundAsked(
  ctx: Ctx,
  row: PaymentRow,
  refund: { code: string; cents: number; to: string; where: 'same' | 'other' },
): Promise<void> {
  const { code, to, where } = refund;
  const [sum, name] = [kesPlain(refund.cents), nameOf(row)];
  await tellDesk(ctx, row.fund === 'C' ? null : row.company_id, 'payment.refund_asked', { sum, name, code, to, where }, code, row, { refund: true });
  const who = ctx.me.companyId === null ? 'Makao' : await companyName(ctx.db, ctx.me.companyId);
  await tellPayer(ctx, await asItStood(ctx.db, row), 'payment.refund_wanted', { sum, who, external: row.external ?? row.code, to }, `:${code}`);
}
/** What the platform sent is its own people's to look after. */
export const tellRefundStuck = (
  ctx: Ctx,
  row: PaymentRow,
  refund: { code: string; cents: number; attempt: number; why: RefundTrouble },
): Promise<void> =>
  tellDesk(
    ctx,
    null,
    'payment.refund_stuck',
    { sum: kesPlain(refund.cents), name: nameOf(row), code: refund.code, why: refund.why },
    `${refund.code}:${refund.attempt}:${refund.why}`,
    row,
    { refund: true },
  );
/** Whoever asked hears that it is not given back, and why; who takes back their own knows. */
export async function tellRefundRefused(
  ctx: Ctx,
  row: PaymentRow,
  refund: { code: string; cents: number; asked_by: number | null },
  reason: string,
): Promise<void> {
  const params = { sum: kesPlain(refund.cents), name: nameOf(row), code: refund.code, reason };
  await notify(ctx, 'payment.refund_refused', params, audience().person(refund.asked_by).except(ctx.me.userId), { key: refund.code });
}
export const tellRefunded = async (ctx: Ctx, row: PaymentRow, refund: { code: string; cents: number; proof: string }): Promise<void> =>
  tellPayer(ctx, await asItStood(ctx.db, row), 'payment.refunded', { sum: kesPlain(refund.cents), proof: refund.proof }, `:${refund.code}`);
