import { clock } from '#contract/time/clock.ts';
import { type PaymentRow, readPayment } from '#server/collection/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { notifyRefunded } from './notify.ts';
import { updateRefund } from './rows.ts';

const why = 'evidence that a manually recorded refund was sent';
const told = (ctx: Ctx) =>
  unscopedTable(ctx.db, 'refund', why).select().selectAll('refund').where('refund.status', '=', 'paid').where('paid_how', '=', 'mpesa');

/** A statement line proves the refund, and the payer is notified once. Whether it is proven is read from the line while its statement is imported. */
export async function onRefundProven(ctx: Ctx, journalId: number): Promise<void> {
  const journal = await unscopedTable(ctx.db, 'journal', why).select().select('event_key').where('id', '=', journalId).executeTakeFirstOrThrow();
  const id = /^refund:(\d+):paid$/.exec(journal.event_key)?.[1];
  const row = id === undefined ? undefined : await told(ctx).where('refund.id', '=', Number(id)).executeTakeFirst();
  const payment = row && (await readPayment(ctx.db, row.payment_id));
  if (payment) await notifyRefunded(ctx, payment, { code: row.code, cents: row.cents, proof: row.proof ?? '' });
}

/** M-Pesa reversed the payment under the code that was recorded for its refund: that reversal was the refund, and nothing else was paid. */
export async function isReversalOfRecordedRefund(
  ctx: Ctx,
  payment: PaymentRow,
  { external, cents }: { external: string; cents: number },
): Promise<boolean> {
  const row = (await told(ctx).where('payment_id', '=', payment.id).where('cents', '=', cents).execute()).find(
    ({ proof }) => proof?.trim().toUpperCase() === external.toUpperCase(),
  );
  if (!row) return false;
  if (row.proven_at === null) await updateRefund(ctx.db, row.id, { proven_at: clock.now() });
  await notifyRefunded(ctx, payment, { code: row.code, cents: row.cents, proof: row.proof ?? '' });
  return true;
}
