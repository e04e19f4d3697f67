import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { refundMachine } from '#contract/refund/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { readPayment } from '#server/collection/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { notifyRefundRejected } from './notify.ts';

/**
 * Ends pending refunds whose source of money is gone, and notifies the requesters. Approved ones are settled by people first. `credit`: refunds of
 * tenant credit.
 */
export async function cancelUnfundedRefunds(ctx: Ctx, { paymentId, reason, credit }: DomainEvents['payment.freeing']): Promise<void> {
  const asked = await unscopedTable(ctx.db, 'refund', 'refunds end when their payment is reversed')
    .change()
    .set({ decided_at: clock.now(), decision: reason })
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'asked')
    .$if(credit, (rows) => rows.where('credit_id', 'is not', null))
    .returning(['id', 'code', 'cents', 'asked_by'])
    .execute();
  const payment = asked.length > 0 ? await readPayment(ctx.db, paymentId) : undefined;
  if (payment)
    for (const refund of asked) {
      await makeMove(ctx, refundMachine, 'refuse', refund.id, reason, 'clock');
      await notifyRefundRejected(ctx, payment, refund, reason);
    }
}
