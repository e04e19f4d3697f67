import type { RefundProblem } from '#contract/refund/kinds.ts';
import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

const troubles: Readonly<Record<RefundProblem, () => string>> = {
  failed: m.payment_stuck_failed,
  unknown: m.payment_stuck_unknown,
  amount: m.payment_stuck_amount,
  disagree: m.payment_stuck_disagree,
};

/** A long SMS is cut at the end, so the amount is first. */
export const refundTexts = withSmsTexts(
  {
    'payment.refund_asked': ({ sum, name, code, to, where, by }) => ({
      heading: m.payment_mail_refund_heading({ sum }),
      message: where === 'other' ? m.payment_mail_refund_elsewhere({ name, code, to, by }) : m.payment_mail_refund_message({ name, code, to, by }),
    }),
    'payment.refund_wanted': ({ sum, who, external, to }) => ({
      heading: m.payment_mail_wanted_heading({ sum, who }),
      message: m.payment_mail_wanted_message({ external, to }),
    }),
    'payment.refund_stuck': ({ sum, name, code, why }) => ({
      heading: m.payment_mail_stuck_heading({ sum, name }),
      message: m.payment_mail_stuck_message({ code, why: troubles[why]() }),
    }),
    'payment.refund_refused': ({ sum, name, code, reason, by }) => ({
      heading: m.payment_mail_refund_refused_heading({ sum }),
      // A refund that a job ends has no person.
      message: by ? m.payment_mail_refund_refused_by({ name, code, reason, by }) : m.payment_mail_refund_refused_message({ name, code, reason }),
    }),
    'payment.refunded': ({ sum, proof }) => ({
      heading: m.payment_mail_refunded_heading({ sum }),
      message: m.payment_mail_refunded_message({ proof }),
    }),
  },
  {
    'payment.refund_wanted': ({ sum, who, to }) => m.payment_sms_wanted({ sum, who, to }),
  },
);
