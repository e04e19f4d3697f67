import type { PermittedRefundAction } from '#contract/refund/kinds.ts';
import { getTransferResponseDeadline } from '#contract/transfer/kinds.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { canRecordTransferFailure } from '#server/transfer/service.ts';
import { m } from '#words/messages.js';
import { type RefundRow, type RefundTransferRow, readRefundAttemptsWithPermission } from './rows.ts';

export type RefundSituation = {
  readonly status: string;
  readonly evidence_file_id: number | null;
  readonly last: (Pick<RefundTransferRow, 'attempt' | 'status' | 'sent_at' | 'settled_by'> & { readonly may_send: boolean }) | null;
  /** The attempt that was reported both as failed and as paid. */
  readonly disputed: number | null;
};

const mayFail = (evidence_file_id: number | null, sent_at: Date | null): boolean =>
  canRecordTransferFailure({ rail: 'mpesa', sent_at, evidence_file_id });
/** The earliest time at which a failure may be recorded; null if there is no waiting time. */
export const computeEarliestRefundFailureTime = ({ status, evidence_file_id, last, disputed }: RefundSituation): Date | null =>
  status === 'approved' && disputed === null && last?.status === 'unknown' && last.sent_at && !mayFail(evidence_file_id, last.sent_at)
    ? getTransferResponseDeadline('mpesa', last.sent_at)
    : null;

/** The actions that this person may take on a refund. The page offers them and the server checks them by the same rule. */
export function getPermittedRefundActions({ status, evidence_file_id, last, disputed }: RefundSituation): PermittedRefundAction[] {
  // An attempt reported as paid and as failed is undecided, whatever else is reported.
  if (disputed !== null && !(last?.attempt === disputed && last.status === 'unknown')) {
    if (status === 'paid') return ['twice', 'failed'];
    const alone = status === 'approved' && (last?.attempt === disputed || last?.status === 'queued' || last?.status === 'failed');
    return alone ? ['arrived', 'failed'] : ['failed'];
  }
  if (status !== 'approved') return [];
  if (last === null) return ['hand', 'undo'];
  if (last.status === 'queued') return ['undo'];
  if (last.status === 'unknown') return ['ask', 'arrived', ...(mayFail(evidence_file_id, last.sent_at) ? (['failed'] as const) : [])];
  // The person who recorded the failure could be wrong or take the money, so another person sends it again, pays it by hand or releases it.
  if (last.status === 'failed') return last.may_send ? ['send', 'hand', 'undo'] : last.settled_by === null ? ['hand', 'undo'] : [];
  return [];
}

/** The attempts of a locked refund, if this action is allowed now. */
export async function lockAttemptsForAction(
  ctx: Pick<Ctx, 'db' | 'me'>,
  refund: RefundRow,
  ...acts: PermittedRefundAction[]
): Promise<RefundTransferRow[]> {
  const attempts = await readRefundAttemptsWithPermission(ctx, refund.id);
  const disputed = attempts.find((one) => one.disputed_at !== null)?.attempt ?? null;
  const may = getPermittedRefundActions({ status: refund.status, evidence_file_id: refund.evidence_file_id, last: attempts[0] ?? null, disputed });
  if (acts.some((act) => may.includes(act))) return attempts;
  if (refund.status !== 'approved') throw new Refusal('wrongState', m.shell_refusal_state(), { from: refund.status });
  throw new Refusal('conflict', m.payment_refusal_refund_under_way());
}
