import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import type { DoubtKind, FailureReason, How } from './kinds.ts';
import { paymentMachine } from './machine.ts';

type Sum = { sum: string };
/** `external`: M-Pesa's or the bank's own number, where there is one. */
type Moved = Sum & { home: string; external: string };
type Came = Moved & { how: How };
const payer = { group: 'payment', channels: ['app', 'sms'] } as const;
const manager = { group: 'payment', channels: ['app'] } as const;
const desk = { group: 'payment', channels: ['app', 'email'] } as const;

export const collectionRoom = room({
  machines: [paymentMachine],
  events: {
    /** The receipt of a payment. `left`: what is still asked for the home; `over`: what stays as credit. */
    'payment.received': {
      ...{ group: 'payment', channels: ['app', 'email', 'sms'], money: true, type: 'success' },
      params: payload<Came & { left?: string; over?: string }>(),
    },
    'payment.failed': { ...payer, type: 'warning', params: payload<Sum & { home: string; why: FailureReason }>() },
    'payment.reversed': { ...payer, type: 'warning', params: payload<Moved & { reason: string }>() },
    /** To who pasted a message: M-Pesa confirms it and somebody looks whose it is, or knows nothing of it. */
    'payment.pasted': { group: 'payment', channels: ['app'], params: payload<{ external: string; became: 'looked' | 'unknown' }>() },
    /** To who manages the home: money came for it, or went again. */
    'payment.came': { ...manager, type: 'success', params: payload<Came & { name: string }>() },
    'payment.went': { ...desk, type: 'warning', params: payload<Moved & { name: string; reason: string }>() },
    'payment.unverified': { ...desk, binds: true, type: 'warning', params: payload<{ external: string }>() },
    /** To who keeps the desk: something came or went that a person has to decide about. */
    'payment.doubt': { ...desk, binds: true, type: 'warning', params: payload<Sum & { external: string; kind: DoubtKind }>() },
    /** To another than who took it: cash whose payer has no phone for a code, of what the platform holds. */
    'payment.cash_waits': { ...desk, binds: true, params: payload<Sum & { who: string; name: string; home: string }>() },
    /** The code by which a payer says that they gave this cash; and what came without saying for what. */
    'payment.cash_code': { group: 'payment', channels: ['sms'], always: true, params: payload<Sum & { code: string; company: string }>() },
  },
  topics: {
    /** A prompt is to be sent; it is sent once, whatever happens. */
    'payment.ring': payload<{ pushId: number }>(),
    'payment.ask': payload<{ pushId: number }>(),
  },
});
