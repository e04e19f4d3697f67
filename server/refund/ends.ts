import { refundMachine } from '#contract/collection/machine.ts';
import { clock } from '#contract/time/clock.ts';
import type { PaymentRow } from '#server/collection/rows.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { everything } from '#server/kernel/scoped.ts';
import { tellRefundRefused } from './tell.ts';

/**
 * What is no more where it was asked back from cannot be given back: what waits for a second person ends here, and who asked hears why. What was
 * approved is settled by people first. `credit`: of those out of what its tenant had over.
 */
export async function endRefunds(ctx: Ctx, payment: PaymentRow, reason: string, { credit = false } = {}): Promise<void> {
  const asked = await everything(ctx.db, 'refund', 'what was asked for of it ends')
    .change()
    .set({ decided_at: clock.now(), decision: reason })
    .where('payment_id', '=', payment.id)
    .where('status', '=', 'asked')
    .$if(credit, (rows) => rows.where('credit_id', 'is not', null))
    .returning(['id', 'code', 'cents', 'asked_by'])
    .execute();
  for (const refund of asked) {
    await move(ctx, refundMachine, 'refuse', refund.id, reason, 'clock');
    await tellRefundRefused(ctx, payment, refund, reason);
  }
}
