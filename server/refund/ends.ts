import type { Happenings } from '#contract/kernel/happenings.ts';
import { refundMachine } from '#contract/refund/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { paymentOf } from '#server/collection/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { everything } from '#server/kernel/scoped.ts';
import { tellRefundRefused } from './tell.ts';

/**
 * What is no more where it was asked back from cannot be given back: what waits for a second person ends here, and who asked hears why. What was
 * approved is settled by people first. `credit`: of those out of what its tenant had over.
 */
export async function endRefunds(ctx: Ctx, { paymentId, reason, credit }: Happenings['payment.freeing']): Promise<void> {
  const asked = await everything(ctx.db, 'refund', 'what was asked for of it ends')
    .change()
    .set({ decided_at: clock.now(), decision: reason })
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'asked')
    .$if(credit, (rows) => rows.where('credit_id', 'is not', null))
    .returning(['id', 'code', 'cents', 'asked_by'])
    .execute();
  const payment = asked.length > 0 ? await paymentOf(ctx.db, paymentId) : undefined;
  if (payment)
    for (const refund of asked) {
      await move(ctx, refundMachine, 'refuse', refund.id, reason, 'clock');
      await tellRefundRefused(ctx, payment, refund, reason);
    }
}
