import type { PaymentMethod } from '#contract/collection/kinds.ts';
import type { PaymentDetails } from '#contract/payment/shapes.ts';
import { getPaymentStatusLabel, paymentStatusLabels } from '#contract/payment/words.ts';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

type Step = PaymentDetails['timeline'][number];
const names: Readonly<Record<string, () => string>> = {
  created: m.payments_step_created,
  allocated: m.payments_step_allocated,
  unallocated: m.payments_step_unallocated,
};

const isStatus = (what: string): what is keyof typeof paymentStatusLabels => what in paymentStatusLabels;

/** A step of the history as a sentence with its amount and reason. */
export const formatPaymentStep = ({ what, cents, text }: Step, how: PaymentMethod): string =>
  [isStatus(what) ? getPaymentStatusLabel(what, how) : (names[what]?.() ?? what), cents !== null && formatKes(cents), text]
    .filter(Boolean)
    .join(' · ');
