import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { assertCanApprove } from '#server/approval/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';
import { returnedPayoutApproval } from './approvals.ts';
import { lockPayoutTransfer, updatePayoutTransfer } from './attempts.ts';
import { recordPayoutError } from './bank/error-rows.ts';
import { notifyUnknownTransfer } from './notify.ts';
import { readTransferDetails } from './read.ts';
import { recordReturnedTransfer } from './transfers.ts';

type Calls = typeof settlementCalls;

/**
 * A returned payout needs two people: one records the return, which posts nothing; another confirms it with evidence, and the payee is credited
 * again. A line on the bank statement needs neither.
 */
export async function markPayoutReturned(
  ctx: Ctx,
  { id, reason }: HandlerInput<Calls['markReturned']>,
): Promise<HandlerResult<Calls['markReturned']>> {
  const before = await readTransferDetails(ctx, { id });
  const { transfer, payment } = await lockPayoutTransfer(ctx.db, id);
  if (transfer.status !== 'confirmed') throw new Refusal('wrongState', m.shell_refusal_state(), { from: transfer.status });
  const isSecond = transfer.back_said_by !== null;
  if (isSecond) await assertCanApprove(ctx, returnedPayoutApproval, id);
  if (isSecond && transfer.evidence_file_id === null) throw new Refusal('conflict', m.settlement_refusal_back_shown());
  if (isSecond) await recordReturnedTransfer(ctx, id, reason);
  else {
    await updatePayoutTransfer(ctx.db, id, { back_said_by: ctx.me.userId, back_said_at: clock.now() });
    await recordPayoutError(ctx, transfer, payment.company_id, 'duplicate', m.settlement_back_said({ reason }));
    await notifyUnknownTransfer(ctx, transfer, payment.company_id, 'duplicate');
  }
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'settlement_transactions',
    id,
    code: before.code,
    before: { status: before.status },
    after: { status: isSecond ? 'reversed' : before.status },
    reason,
  });
  return readTransferDetails(ctx, { id });
}
