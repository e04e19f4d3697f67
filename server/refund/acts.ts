import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { refundCalls } from '#contract/refund/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { assertCanApprove } from '#server/approval/service.ts';
import type { PaymentRow } from '#server/collection/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { confirmTransfer } from '#server/transfer/service.ts';
import { m } from '#words/messages.js';
import { refundResendApproval } from './approvals.ts';
import { requestRefundFailure } from './failure-request.ts';
import { assertProofUnused } from './proof.ts';
import { lockRefundAndPayment, readRefundResponse } from './refunds.ts';
import { type RefundRow, type RefundTransferRow, readAttempts, updateRefundTransfer } from './rows.ts';
import { lockRefundPaybill, readRefundBlockedReason, startRefundTransfer } from './send.ts';
import { lockAttemptsForAction } from './state.ts';
import { recordDuplicateRefund, refundTransferPurpose } from './transfers.ts';

type Calls = typeof refundCalls;
type Fact = { readonly external?: string };
const done = async (ctx: Ctx, payment: PaymentRow, refund: RefundRow, reason: string, after: Fact = {}) => {
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'payments',
    id: payment.id,
    code: payment.code,
    after: { refund: refund.code, ...after },
    reason,
  });
  return readRefundResponse(ctx, refund.id);
};

/** Unknown: queries the same key again. Certainly failed: makes another attempt with a new key. */
export async function retryRefundTransfer(ctx: Ctx, { id }: HandlerInput<Calls['sendRefund']>): Promise<HandlerResult<Calls['sendRefund']>> {
  const { payment, refund } = await lockRefundAndPayment(ctx, id);
  const [failed] = (await readAttempts(ctx.db, id)).filter(({ status }, n) => n === 0 && status === 'failed');
  if (failed) await assertCanApprove(ctx, refundResendApproval, failed.id);
  const [last] = await lockAttemptsForAction(ctx, refund, 'ask', 'send');
  if (last?.status === 'unknown') {
    await updateRefundTransfer(ctx.db, last.id, { ask_at: clock.now() });
    return done(ctx, payment, refund, `M-Pesa is asked about ${last.key}`);
  }
  const stopped = await readRefundBlockedReason(ctx.db, payment, refund);
  if (stopped) throw new Refusal('conflict', stopped);
  await startRefundTransfer(ctx, refund, await lockRefundPaybill(ctx, payment, refund, true));
  return done(ctx, payment, refund, `sent again, attempt ${(last?.attempt ?? 0) + 1}`);
}

/**
 * The outcome that a person read on M-Pesa's statement, for a refund that is unknown or has contradicting answers. That it arrived is recorded at once,
 * because the money has left; that it failed is a request, because the money could then leave again.
 */
export async function recordRefundOutcome(
  ctx: Ctx,
  { id, arrived, proof, reason }: HandlerInput<Calls['settleRefund']>,
): Promise<HandlerResult<Calls['settleRefund']>> {
  const { payment, refund } = await lockRefundAndPayment(ctx, id);
  const attempts = await lockAttemptsForAction(ctx, refund, ...(arrived ? (['arrived', 'twice'] as const) : (['failed'] as const)));
  const disputed = attempts.find((one) => one.disputed_at !== null);
  const about = disputed ?? attempts[0];
  if (!about) throw new Refusal('wrongState', m.shell_refusal_state());
  if (!arrived) {
    await requestRefundFailure(ctx, { payment, refund, about }, reason);
    return readRefundResponse(ctx, refund.id);
  }
  await itArrived(ctx, refund, about, { proof, reason });
  return done(ctx, payment, refund, `it arrived: ${reason}`, { external: proof });
}
type Read = { readonly proof: string; readonly reason: string };
async function itArrived(ctx: Ctx, { status }: RefundRow, about: RefundTransferRow, { proof, reason }: Read) {
  const number = proof.trim().toUpperCase();
  if (number.length < 3) throw invalidInputRefusal({ proof: m.payment_problem_refund_number() });
  await assertProofUnused(ctx, number);
  if (status === 'paid') return recordDuplicateRefund(ctx, about.id, { external: number, text: reason });
  await confirmTransfer(ctx, refundTransferPurpose, about.id, { external: number, text: reason }, 'person');
}
