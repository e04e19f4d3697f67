import type { PaymentFailureReason } from '#contract/collection/kinds.ts';
import type { PaymentProgress } from '#contract/collection/shapes.ts';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

type PayView = {
  readonly tone: 'wait' | 'guard' | 'good' | 'bad';
  readonly title: string;
  readonly text: string;
  /** Paying again is safe, because this payment moved no money, or its money would become tenant credit. */
  readonly again: boolean;
};

const failures: Readonly<Record<PaymentFailureReason, () => string>> = {
  balance: m.payments_pay_no_balance,
  canceled: m.payments_pay_stopped,
  pin: m.payments_pay_wrong_pin,
  expired: m.payments_pay_no_pin,
  unreachable: m.payments_pay_unreachable,
  limit: m.payments_pay_limit,
  refused: m.payments_pay_refused,
  away: m.payments_pay_away,
  other: m.payments_pay_refused,
};
const notPaid = (text: string): PayView => ({ tone: 'bad', title: m.payments_pay_not_title(), text, again: true });

/** One clear sentence for every status of a payment. Never "paid" before it is verified, and never "failed" while it is unknown. */
export function toPaymentView({
  status,
  reason,
  cents,
  receipt,
  phone_tail: tail,
  stale,
  left_cents: left,
  credit_cents: over,
}: PaymentProgress): PayView {
  const sum = formatKes(cents);
  switch (status) {
    case 'initiated':
    case 'pending':
      return {
        tone: 'wait',
        title: m.payments_pay_wait_title(),
        text: tail ? m.payments_pay_wait_text({ sum, tail }) : m.payments_pay_wait_plain({ sum }),
        again: false,
      };
    case 'unknown':
      return {
        tone: 'guard',
        title: m.payments_pay_unknown_title(),
        text: stale ? m.payments_pay_stale_text({ sum }) : m.payments_pay_unknown_text({ sum }),
        again: stale,
      };
    case 'completed':
      return {
        tone: 'good',
        title: left ? m.payments_pay_done_part() : m.payments_pay_done_title(),
        text: [
          receipt ? m.payments_pay_done_receipt({ sum, receipt }) : m.payments_pay_done_text({ sum }),
          left ? m.payments_pay_left({ sum: formatKes(left) }) : '',
          over > 0 ? m.payments_pay_over({ sum: formatKes(over) }) : '',
        ]
          .filter(Boolean)
          .join(' '),
        again: false,
      };
    case 'canceled':
      return notPaid(m.payments_pay_stopped());
    case 'timed_out':
      return notPaid(m.payments_pay_timed_out());
    case 'reversed':
      return { tone: 'guard', title: m.payments_pay_back_title(), text: m.payments_pay_back_text({ sum }), again: true };
    case 'failed':
      return notPaid(failures[reason ?? 'other']());
  }
}

/** The payment is decided, so related data is reloaded. */
export const isPaymentFinal = ({ status }: PaymentProgress): boolean => !['initiated', 'pending', 'unknown'].includes(status);
