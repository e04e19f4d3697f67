import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import type {
  CorrectionCause,
  CorrectionNotice,
  PaymentCorrection,
  PaymentExceptionKind,
  PaymentFailureReason,
  PaymentMethod,
  ReversalCause,
} from './kinds.ts';
import { paymentMachine } from './machine.ts';

type Sum = { sum: string };
/** `external`: the M-Pesa code or bank reference, where there is one. */
type Moved = Sum & { home: string; external: string };
type Came = Moved & { how: PaymentMethod };
const payer = { group: 'payment', channels: ['app', 'sms'] } as const;
const manager = { group: 'payment', channels: ['app'] } as const;
const desk = { group: 'payment', channels: ['app', 'email'] } as const;

export const collectionModule = defineModule({
  machines: [paymentMachine],
  events: {
    /** The receipt of a payment. `left`: the balance due of the home; `over`: the amount kept as tenant credit. */
    'payment.received': {
      group: 'payment',
      channels: ['app', 'email', 'sms'],
      money: true,
      type: 'success',
      params: definePayload<Came & { left?: string; over?: string }>(),
    },
    'payment.failed': { ...payer, type: 'warning', params: definePayload<Sum & { home: string; why: PaymentFailureReason }>() },
    'payment.reversed': { ...payer, type: 'warning', params: definePayload<Moved & { cause: ReversalCause }>() },
    /** A recorded payment was corrected. `was`: the amount or the day that was recorded; `is`: the correct one; `left`: the balance due of the home. */
    'payment.corrected': {
      ...payer,
      type: 'warning',
      params: definePayload<Moved & { what: CorrectionNotice; was: string; is: string; cause: CorrectionCause; left: string }>(),
    },
    /** To the managers of the home, with the private reason. */
    'payment.correction': {
      ...desk,
      type: 'warning',
      params: definePayload<Moved & { name: string; what: PaymentCorrection; was: string; is: string; reason: string }>(),
    },
    /** Sent to the sender of a pasted message after M-Pesa confirms it and staff match it, or if M-Pesa has no such payment. */
    'payment.pasted': { group: 'payment', channels: ['app'], params: definePayload<{ external: string; became: 'looked' | 'unknown' }>() },
    /** To the managers of the home: a payment was received or reversed. */
    'payment.came': { ...manager, type: 'success', params: definePayload<Came & { name: string }>() },
    'payment.went': { ...desk, type: 'warning', params: definePayload<Moved & { name: string; reason: string }>() },
    'payment.unverified': { ...desk, binds: true, type: 'warning', params: definePayload<{ external: string }>() },
    /** To payment staff: a payment or reversal needs a decision. */
    'payment.doubt': { ...desk, binds: true, type: 'warning', params: definePayload<Sum & { external: string; kind: PaymentExceptionKind }>() },
    /** To a second person: cash that the platform answers for, whose payer has no phone for a code. */
    'payment.cash_waits': { ...desk, binds: true, params: definePayload<Sum & { who: string; name: string; home: string }>() },
    /** The code with which a payer confirms cash, and the question for the purpose of a payment. */
    'payment.cash_code': { group: 'payment', channels: ['sms'], always: true, params: definePayload<Sum & { code: string; company: string }>() },
  },
  topics: {
    /** Sends an M-Pesa prompt (STK push) exactly once, also after a crash. */
    'payment.ring': definePayload<{ pushId: number }>(),
    'payment.ask': definePayload<{ pushId: number }>(),
  },
});
