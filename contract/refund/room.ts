import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import type { RefundTrouble } from './kinds.ts';
import { refundMachine, refundTransferMachine } from './machine.ts';

type Sum = { sum: string };
const payer = { group: 'payment', channels: ['app', 'sms'] } as const;
const desk = { group: 'payment', channels: ['app', 'email'] } as const;

export const refundRoom = room({
  machines: [refundMachine, refundTransferMachine],
  events: {
    'payment.refund_asked': { ...desk, binds: true, params: payload<Sum & { name: string; code: string; to: string; where: 'same' | 'other' }>() },
    /** To who paid: somebody wants it given back, and where to. */
    'payment.refund_wanted': { ...payer, type: 'warning', params: payload<Sum & { who: string; external: string; to: string }>() },
    /** To the platform's own people: what was sent did not arrive, or nobody knows. */
    'payment.refund_stuck': { ...desk, binds: true, type: 'warning', params: payload<Sum & { name: string; code: string; why: RefundTrouble }>() },
    /** To who asked for it: it was refused, or taken back after it was approved. */
    'payment.refund_refused': { ...desk, type: 'warning', params: payload<Sum & { name: string; code: string; reason: string }>() },
    'payment.refunded': { ...payer, type: 'success', params: payload<Sum & { proof: string }>() },
  },
  topics: {
    /** A refund was approved; it is sent once, whatever happens. */
    'payment.refund_send': payload<{ transferId: number }>(),
  },
});
