import type { Input, Result } from '#contract/kernel/call.ts';
import type { refundCalls } from '#contract/refund/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { assertMayApprove } from '#server/approval/service.ts';
import type { PaymentRow } from '#server/collection/service.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { settlementsStopped } from '#server/ledger/service.ts';
import { confirm, fail } from '#server/transfer/service.ts';
import { m } from '#words/messages.js';
import { resendApproval } from './approvals.ts';
import { held, insistProvesNoOther, shown } from './refunds.ts';
import { attemptsOf, putTransfer, type RefundRow, type TransferRow } from './rows.ts';
import { begin, leavingBy } from './send.ts';
import { insistAct } from './state.ts';
import { recordDuplicate, refundTransfers } from './transfers.ts';

type Calls = typeof refundCalls;
type Fact = { readonly external?: string };
const done = async (ctx: Ctx, payment: PaymentRow, refund: RefundRow, reason: string, after: Fact = {}) => {
  await audit(ctx.db, ctx, {
    ...{ kind: 'edit', document: 'payments', id: payment.id, code: payment.code, after: { refund: refund.code, ...after } },
    reason,
  });
  return shown(ctx, refund.id);
};

/** Unknown: the same key is asked after again. Certainly failed: another attempt under another key. */
export async function sendRefund(ctx: Ctx, { id }: Input<Calls['sendRefund']>): Promise<Result<Calls['sendRefund']>> {
  const { payment, refund } = await held(ctx, id);
  const [failed] = (await attemptsOf(ctx.db, id)).filter(({ status }, n) => n === 0 && status === 'failed');
  if (failed) await assertMayApprove(ctx, resendApproval, failed.id);
  const [last] = await insistAct(ctx, refund, 'ask', 'send');
  if (last?.status === 'unknown') {
    await putTransfer(ctx.db, last.id, { ask_at: clock.now() });
    return done(ctx, payment, refund, `M-Pesa is asked about ${last.key}`);
  }
  const stopped = await settlementsStopped(ctx.db);
  if (stopped) throw new Refusal('conflict', stopped);
  await begin(ctx, refund, await leavingBy(ctx, payment, refund, true));
  return done(ctx, payment, refund, `sent again, attempt ${(last?.attempt ?? 0) + 1}`);
}

/** What a person read on M-Pesa's statement of one that nobody knows about, or of which the answers disagree. */
export async function settleRefund(ctx: Ctx, { id, arrived, proof, reason }: Input<Calls['settleRefund']>): Promise<Result<Calls['settleRefund']>> {
  const { payment, refund } = await held(ctx, id);
  const attempts = await insistAct(ctx, refund, ...(arrived ? (['arrived', 'twice'] as const) : (['failed'] as const)));
  const disputed = attempts.find((one) => one.disputed_at !== null);
  const about = disputed ?? attempts[0];
  if (!about) throw new Refusal('wrongState', m.shell_refusal_state());
  await (arrived ? itArrived(ctx, refund, about, { proof, reason }) : itFailed(ctx, about, reason));
  return done(ctx, payment, refund, `${arrived ? 'it arrived' : 'it did not arrive'}: ${reason}`, arrived ? { external: proof } : {});
}
type Read = { readonly proof: string; readonly reason: string };
async function itArrived(ctx: Ctx, { status }: RefundRow, about: TransferRow, { proof, reason }: Read) {
  const number = proof.trim().toUpperCase();
  if (number.length < 3) throw invalid({ proof: m.payment_problem_refund_number() });
  await insistProvesNoOther(ctx, number);
  if (status === 'paid') return recordDuplicate(ctx, about.id, { external: number, text: reason });
  await confirm(ctx, refundTransfers, about.id, { external: number, text: reason }, 'person');
}
async function itFailed(ctx: Ctx, about: TransferRow, reason: string) {
  if (about.status === 'unknown') return fail(ctx, refundTransfers, about.id, { external: null, text: reason, error: 'unknown' }, 'person');
  await putTransfer(ctx.db, about.id, { disputed_at: null, result_text: reason, settled_by: ctx.me.userId });
}
