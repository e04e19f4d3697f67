import type { PaymentVerificationSource } from '#contract/collection/kinds.ts';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { openPaymentException, type PaymentRow, readPayment } from '#server/collection/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { applyPaymentReversal, readPaymentCredits } from '#server/matching/service.ts';
import { type CollectionAccountRow, readCollectionAccount } from '#server/treasury/service.ts';
import { isReversalOfRecordedRefund } from './proof.ts';

/**
 * The refunded amount of a payment: from unallocated money and from tenant credit. What a credit note had returned is due again on its invoice and
 * is no loss.
 */
export const sumRefunded = async (ctx: Pick<Ctx, 'db'>, payment: PaymentRow): Promise<number> =>
  (await readPaymentCredits(ctx.db, payment.id))
    .filter((credit) => credit.allocation_id === null)
    .reduce<number>((sum, credit) => sum + credit.refunded_cents, payment.refunded_cents);

type Told = {
  readonly account: CollectionAccountRow;
  readonly external: string;
  readonly cents: number;
  readonly at: Date;
  readonly reason: string;
  readonly verifiedBy: PaymentVerificationSource;
};
/**
 * M-Pesa or a bank reversed a payment. If part of it was refunded before, more was paid out than received; if the amounts differ, part of the payment
 * remains. Staff decide about the loss, and the ledger does not change until then.
 */
export async function applyExternalReversal(
  ctx: Ctx,
  payment: PaymentRow,
  { account, external, cents, at, reason, verifiedBy }: Told,
): Promise<'reversed' | 'known' | 'doubt'> {
  if (await isReversalOfRecordedRefund(ctx, payment, { external, cents })) return 'known';
  if (payment.status === 'completed' && (cents !== payment.cents || (await sumRefunded(ctx, payment)) > 0)) {
    await openPaymentException(ctx, { kind: 'reversal', account, payment, external, cents, at, payer: payment.payer ?? '', verifiedBy });
    return 'doubt';
  }
  return (await applyPaymentReversal(ctx, payment.id, { reason, cause: 'provider', on: toNairobiDay(at) })) ? 'reversed' : 'known';
}

export async function onPaymentRecalled(ctx: Ctx, { paymentId, accountId, ...told }: DomainEvents['payment.recalled']): Promise<void> {
  const payment = await readPayment(ctx.db, paymentId);
  if (payment) await applyExternalReversal(ctx, payment, { ...told, account: await readCollectionAccount(ctx.db, accountId), verifiedBy: 'pull' });
}
