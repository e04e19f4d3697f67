import type { RefundAct } from '#contract/refund/kinds.ts';
import { overAt } from '#contract/transfer/kinds.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { mayRecordFailure } from '#server/transfer/service.ts';
import { m } from '#words/messages.js';
import { attemptsFor, type RefundRow, type TransferRow } from './rows.ts';

export type Standing = {
  readonly status: string;
  readonly evidence_file_id: number | null;
  readonly last: (Pick<TransferRow, 'attempt' | 'status' | 'sent_at'> & { readonly may_send: boolean }) | null;
  /** The attempt that is said to have failed and to have arrived. */
  readonly disputed: number | null;
};

const mayFail = (evidence_file_id: number | null, sent_at: Date | null): boolean => mayRecordFailure({ rail: 'mpesa', sent_at, evidence_file_id });
/** From when on it may be said that nothing arrived, while that has to be waited for. */
export const failableAt = ({ status, evidence_file_id, last, disputed }: Standing): Date | null =>
  status === 'approved' && disputed === null && last?.status === 'unknown' && last.sent_at && !mayFail(evidence_file_id, last.sent_at)
    ? overAt('mpesa', last.sent_at)
    : null;

/** What this person can do about a refund now: the page offers it and the server insists on it, so that they cannot differ. */
export function actsOf({ status, evidence_file_id, last, disputed }: Standing): RefundAct[] {
  // What M-Pesa said to have paid and to have failed is not known either, whatever else is said of it.
  if (disputed !== null && !(last?.attempt === disputed && last.status === 'unknown')) {
    if (status === 'paid') return ['twice', 'failed'];
    const alone = status === 'approved' && (last?.attempt === disputed || last?.status === 'queued' || last?.status === 'failed');
    return alone ? ['arrived', 'failed'] : ['failed'];
  }
  if (status !== 'approved') return [];
  if (last === null) return ['hand', 'undo'];
  if (last.status === 'queued') return ['undo'];
  if (last.status === 'unknown') return ['ask', 'arrived', ...(mayFail(evidence_file_id, last.sent_at) ? (['failed'] as const) : [])];
  // Whoever said that it failed could be wrong: another sends it again.
  if (last.status === 'failed') return [...(last.may_send ? (['send'] as const) : []), 'hand', 'undo'];
  return [];
}

/** The attempts of a refund that is held, where this may be done about it now. */
export async function insistAct(ctx: Pick<Ctx, 'db' | 'me'>, refund: RefundRow, ...acts: RefundAct[]): Promise<TransferRow[]> {
  const attempts = await attemptsFor(ctx, refund.id);
  const disputed = attempts.find((one) => one.disputed_at !== null)?.attempt ?? null;
  const may = actsOf({ status: refund.status, evidence_file_id: refund.evidence_file_id, last: attempts[0] ?? null, disputed });
  if (acts.some((act) => may.includes(act))) return attempts;
  if (refund.status !== 'approved') throw new Refusal('wrongState', m.shell_refusal_state(), { from: refund.status });
  throw new Refusal('conflict', m.payment_refusal_refund_under_way());
}
