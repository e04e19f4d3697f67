import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import { buildPaymentLogFacts, notifyPaymentReversed, type PaymentRow, reversePaymentAndReceipt, updatePayment } from '#server/collection/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { reverseJournal } from '#server/ledger/service.ts';
import { m } from '#words/messages.js';
import { lockPaymentWithAllocations, unallocatePayment } from './unallocate.ts';

/**
 * Who may reverse a payment: people reverse what they recorded; staff of Makao reverse what M-Pesa or a bank confirmed. The holder of confirmed cash
 * cannot reverse it alone: the owner company does so for its agent, and Makao for companies that it collects for.
 */
export function canReversePayment(
  { role, companyId }: Ctx['me'],
  row: Pick<PaymentRow, 'recorded_by' | 'code_until' | 'company_id' | 'holder_id'>,
): boolean {
  if (role === 'admin' || role === 'superadmin') return true;
  if (row.recorded_by === null) return false;
  return row.code_until === null || (companyId === row.company_id && companyId !== row.holder_id);
}

/**
 * Reverses a payment: undoes its allocations and its receipt in the ledger, reopens the invoices and notifies people. A second call changes nothing.
 * `on` is the day of the reversal.
 */
export async function applyPaymentReversal(ctx: Ctx, paymentId: number, reason: string, on: Day = clock.today()): Promise<boolean> {
  const seen = await lockPaymentWithAllocations(ctx, paymentId);
  if (seen.status !== 'completed') return false;
  if (seen.refunded_cents > 0) throw new Refusal('conflict', m.payment_refusal_refunded());
  await publishEvent(ctx, 'payment.freeing', { paymentId, reason, credit: false });
  const payment = await unallocatePayment(ctx, seen, { reason });
  const receipt = await reversePaymentAndReceipt(ctx, paymentId, reason);
  if (receipt && payment.spent_cents === 0)
    await reverseJournal(ctx.db, {
      of: `receipt:${receipt.id}`,
      key: `receipt:${receipt.id}:undo`,
      kind: 'money_reversed',
      by: ctx.me.userId,
      valueDay: on,
    });
  // A module that sold something for the payment reverses that first, from the accounts that hold the money now.
  await publishEvent(ctx, 'payment.reversed', { paymentId });
  if (receipt && payment.spent_cents > 0)
    await reverseJournal(ctx.db, {
      of: `receipt:${receipt.id}`,
      key: `receipt:${receipt.id}:undo`,
      kind: 'money_reversed',
      by: ctx.me.userId,
      valueDay: on,
    });
  const after = await updatePayment(ctx.db, paymentId, { match: 'unmatched', spent_cents: 0 });
  await record(ctx, seen, after, reason);
  await notifyPaymentReversed(ctx, after, reason);
  return true;
}
const record = (ctx: Ctx, before: PaymentRow, after: PaymentRow, reason: string): Promise<void> =>
  audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'payments',
    id: after.id,
    code: after.code,
    before: buildPaymentLogFacts(before),
    after: buildPaymentLogFacts(after),
    reason,
  });
