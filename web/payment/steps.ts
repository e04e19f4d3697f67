import type { PaymentFull } from '#contract/payment/shapes.ts';
import { statusWords } from '#contract/payment/words.ts';
import { kes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

type Step = PaymentFull['timeline'][number];
const names: Readonly<Record<string, () => string>> = {
  ...statusWords,
  created: m.payments_step_created,
  allocated: m.payments_step_allocated,
  unallocated: m.payments_step_unallocated,
};

/** One thing that happened, as a sentence with its amount and what was said about it. */
export const stepText = ({ what, cents, text }: Step): string =>
  [names[what]?.() ?? what, cents !== null && kes(cents), text].filter(Boolean).join(' · ');
