import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import { factsOf, type PaymentRow, putPayment, putReversed, tellReversed } from '#server/collection/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { undo } from '#server/ledger/service.ts';
import { m } from '#words/messages.js';
import { free, holdAll } from './unallocate.ts';

/**
 * What people wrote down they take back; what M-Pesa or a bank proved the platform writes down as taken back. Cash its payer said they gave is not
 * undone by the word of who has it: the company whose rent it is does so for its agent, and the platform for those it holds money for.
 */
export function mayReverse(
  { role, companyId }: Ctx['me'],
  row: Pick<PaymentRow, 'recorded_by' | 'code_until' | 'company_id' | 'holder_id'>,
): boolean {
  if (role === 'admin' || role === 'superadmin') return true;
  if (row.recorded_by === null) return false;
  return row.code_until === null || (companyId === row.company_id && companyId !== row.holder_id);
}

/** The money is gone again: what it was put to is open once more, its receipt is undone in the books, and people hear of it. Twice is once. `on`: the day it went. */
export async function reverseBy(ctx: Ctx, paymentId: number, reason: string, on: Day = clock.today()): Promise<boolean> {
  const seen = await holdAll(ctx, paymentId);
  if (seen.status !== 'completed') return false;
  if (seen.refunded_cents > 0) throw new Refusal('conflict', m.payment_refusal_refunded());
  await happened(ctx, 'payment.freeing', { paymentId, reason, credit: false });
  const payment = await free(ctx, seen, { reason });
  const receipt = await putReversed(ctx, paymentId, reason);
  if (receipt && payment.spent_cents === 0)
    await undo(ctx.db, { of: `receipt:${receipt.id}`, key: `receipt:${receipt.id}:undo`, kind: 'money_reversed', by: ctx.me.userId, valueDay: on });
  // Whoever sold something for it takes that back first, from where it stands by now.
  await happened(ctx, 'payment.reversed', { paymentId });
  if (receipt && payment.spent_cents > 0)
    await undo(ctx.db, { of: `receipt:${receipt.id}`, key: `receipt:${receipt.id}:undo`, kind: 'money_reversed', by: ctx.me.userId, valueDay: on });
  const after = await putPayment(ctx.db, paymentId, { match: 'unmatched', spent_cents: 0 });
  await record(ctx, seen, after, reason);
  await tellReversed(ctx, after, reason);
  return true;
}
const record = (ctx: Ctx, before: PaymentRow, after: PaymentRow, reason: string): Promise<void> =>
  audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id: after.id, code: after.code, before: factsOf(before), after: factsOf(after), reason });
