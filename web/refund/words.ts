import type { RefundDetails } from '#contract/refund/shape.ts';
import { transferErrorCodeLabels } from '#contract/settlement/labels.ts';
import { formatRefundApprovers, refundStateNames } from '#web/collection/words.ts';
import { formatDateTime } from '#web/ui/format.ts';
import type { StatusTone } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

const tones: Readonly<Record<RefundDetails['status'], StatusTone>> = { asked: 'wait', approved: 'info', refused: 'done', paid: 'good' };
const sent: Readonly<Record<NonNullable<RefundDetails['sending']>['status'], { label: () => string; tone: StatusTone }>> = {
  queued: { label: m.payments_refund_queued, tone: 'wait' },
  sent: { label: m.payments_refund_sent, tone: 'info' },
  unknown: { label: m.payments_refund_unknown, tone: 'warn' },
  failed: { label: m.payments_refund_failed, tone: 'bad' },
  confirmed: { label: m.payments_refund_paid, tone: 'good' },
  twice: { label: m.payments_refund_sent_twice, tone: 'bad' },
};
type Of = Pick<RefundDetails, 'status' | 'sending' | 'unproven' | 'proof' | 'approvers'>;

/** The status of a refund as far as it is known: a sent refund has not arrived yet, and a manually recorded one is unconfirmed. */
export function getRefundStateLabel({ status, sending, unproven }: Of): { label: string; tone: StatusTone } {
  if (sending?.disputed) return { label: m.payments_refund_disputed(), tone: 'bad' };
  if (unproven) return { label: m.payments_refund_unproven(), tone: 'warn' };
  if (status === 'approved' && sending) return { label: sent[sending.status].label(), tone: sent[sending.status].tone };
  return { label: refundStateNames[status](), tone: tones[status] };
}
/** The reason for the status, or the people whose approval is pending. */
export function formatRefundNote(of: Of): string {
  const { status, sending, unproven, proof } = of;
  if (sending?.disputed) return m.payments_refund_disputed_note();
  if (unproven) return m.payments_refund_unproven_note({ proof: proof ?? '' });
  if (status !== 'approved' || !sending) return formatRefundApprovers(of);
  if (sending.status === 'failed')
    return m.payments_refund_failed_because({ why: sending.said || transferErrorCodeLabels[sending.error ?? 'unknown']() });
  if (sending.status !== 'unknown') return '';
  const from =
    sending.failable_at && m.payments_refund_failable({ verb: m.payments_refund_not_arrived(), moment: formatDateTime(sending.failable_at) });
  return [sending.error === 'amount_mismatch' ? sending.said : m.payments_refund_unknown_note(), from].filter(Boolean).join(' ');
}
