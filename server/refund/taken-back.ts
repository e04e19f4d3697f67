import type { VerifiedBy } from '#contract/collection/kinds.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { dayOf } from '#contract/time/days.ts';
import { openDoubt, type PaymentRow, paymentOf } from '#server/collection/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { creditsOf, reverseBy } from '#server/matching/service.ts';
import { type AccountRow, accountOf } from '#server/treasury/service.ts';
import { isRefundTold } from './proof.ts';

/**
 * What of a payment was given back: out of what had no owner, and out of what its tenant had over. What a credit note had given them before is asked for
 * again by its invoice, and no loss.
 */
export const givenBack = async (ctx: Pick<Ctx, 'db'>, payment: PaymentRow): Promise<number> =>
  (await creditsOf(ctx.db, payment.id))
    .filter((credit) => credit.allocation_id === null)
    .reduce<number>((sum, credit) => sum + credit.refunded_cents, payment.refunded_cents);

type Told = {
  readonly account: AccountRow;
  readonly external: string;
  readonly cents: number;
  readonly at: Date;
  readonly reason: string;
  readonly verifiedBy: VerifiedBy;
};
/**
 * M-Pesa or a bank says that money is gone again. Where part of it was given back before, more has left than ever came; where another sum is gone than
 * came, the rest is still here: who bears that is decided at the desk, and the books stay as they are until then.
 */
export async function takenBack(
  ctx: Ctx,
  payment: PaymentRow,
  { account, external, cents, at, reason, verifiedBy }: Told,
): Promise<'reversed' | 'known' | 'doubt'> {
  if (await isRefundTold(ctx, payment, { external, cents })) return 'known';
  if (payment.status === 'completed' && (cents !== payment.cents || (await givenBack(ctx, payment)) > 0)) {
    await openDoubt(ctx, { kind: 'reversal', account, payment, external, cents, at, payer: payment.payer ?? '', verifiedBy });
    return 'doubt';
  }
  return (await reverseBy(ctx, payment.id, reason, dayOf(at))) ? 'reversed' : 'known';
}

export async function followRecalled(ctx: Ctx, { paymentId, accountId, ...told }: Happenings['payment.recalled']): Promise<void> {
  const payment = await paymentOf(ctx.db, paymentId);
  if (payment) await takenBack(ctx, payment, { ...told, account: await accountOf(ctx.db, accountId), verifiedBy: 'pull' });
}
