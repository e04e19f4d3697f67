import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import type { RefundProblem } from './kinds.ts';
import { refundMachine, refundTransferMachine } from './machine.ts';

type Sum = { sum: string };
const payer = { group: 'payment', channels: ['app', 'sms'] } as const;
const desk = { group: 'payment', channels: ['app', 'email'] } as const;

export const refundModule = defineModule({
  machines: [refundMachine, refundTransferMachine],
  events: {
    'payment.refund_asked': {
      ...desk,
      binds: true,
      params: definePayload<Sum & { name: string; code: string; to: string; where: 'same' | 'other'; by: string }>(),
    },
    /** To the payer: a refund was requested, and its destination. */
    'payment.refund_wanted': { ...payer, type: 'warning', params: definePayload<Sum & { who: string; external: string; to: string }>() },
    /** To the platform's staff: a sent refund did not arrive, or its outcome is unknown. */
    'payment.refund_stuck': {
      ...desk,
      binds: true,
      type: 'warning',
      params: definePayload<Sum & { name: string; code: string; why: RefundProblem }>(),
    },
    /** To the requester: the refund was rejected, or cancelled after approval. */
    'payment.refund_refused': { ...desk, type: 'warning', params: definePayload<Sum & { name: string; code: string; reason: string; by: string }>() },
    'payment.refunded': { ...payer, type: 'success', params: definePayload<Sum & { proof: string }>() },
  },
  topics: {
    /** A refund was approved. It is sent exactly once, also after a crash. */
    'payment.refund_send': definePayload<{ transferId: number }>(),
  },
});
