import type { PaymentFull } from '#contract/payment/shapes.ts';
import { kes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { statusNames } from './words.ts';

type Step = PaymentFull['timeline'][number];
const names: Readonly<Record<string, () => string>> = {
  ...statusNames,
  ring: m.payments_step_ring,
  complete: m.payments_step_complete,
  fail: m.payments_step_fail,
  cancel: m.payments_step_cancel,
  lose_sight: m.payments_step_lose_sight,
  time_out: m.payments_step_time_out,
  reverse: m.payments_step_reverse,
  recorded: m.payments_step_recorded,
  asked: m.payments_step_asked,
  allocated: m.payments_step_allocated,
  unallocated: m.payments_step_unallocated,
  credited: m.payments_step_credited,
  refund: m.payments_step_refund,
  evidence: m.payments_step_evidence,
  query: m.payments_step_query,
  callback: m.payments_step_callback,
  statement: m.payments_step_statement,
};

/** One thing that happened, as a sentence with its amount and what was said about it. */
export const stepText = ({ what, cents, text }: Step): string =>
  [names[what]?.() ?? what, cents !== null && kes(cents), text].filter(Boolean).join(' · ');
