import { clock } from '#contract/time/clock.ts';
import { type PaymentRow, paymentOf } from '#server/collection/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { putRefund } from './rows.ts';
import { tellRefunded } from './tell.ts';

const why = 'what shows that a refund somebody told of has left';
const told = (ctx: Ctx) =>
  everything(ctx.db, 'refund', why).select().selectAll('refund').where('refund.status', '=', 'paid').where('paid_how', '=', 'mpesa');

/** A statement's line is its journal: now its payer hears of it, once. That it is proven is read from the line, as long as its statement stands. */
export async function provenByLine(ctx: Ctx, journalId: number): Promise<void> {
  const journal = await everything(ctx.db, 'journal', why).select().select('event_key').where('id', '=', journalId).executeTakeFirstOrThrow();
  const id = /^refund:(\d+):paid$/.exec(journal.event_key)?.[1];
  const row = id === undefined ? undefined : await told(ctx).where('refund.id', '=', Number(id)).executeTakeFirst();
  const payment = row && (await paymentOf(ctx.db, row.payment_id));
  if (payment) await tellRefunded(ctx, payment, { code: row.code, cents: row.cents, proof: row.proof ?? '' });
}

/** M-Pesa took the payment back under the number that somebody gave for its refund: that was the refund, and nothing else left. */
export async function isRefundTold(ctx: Ctx, payment: PaymentRow, { external, cents }: { external: string; cents: number }): Promise<boolean> {
  const row = (await told(ctx).where('payment_id', '=', payment.id).where('cents', '=', cents).execute()).find(
    ({ proof }) => proof?.trim().toUpperCase() === external.toUpperCase(),
  );
  if (!row) return false;
  if (row.proven_at === null) await putRefund(ctx.db, row.id, { proven_at: clock.now() });
  await tellRefunded(ctx, payment, { code: row.code, cents: row.cents, proof: row.proof ?? '' });
  return true;
}
