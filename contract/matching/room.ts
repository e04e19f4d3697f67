import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';

type Sum = { sum: string };
/** `external`: M-Pesa's or the bank's own number, where there is one. */
type Moved = Sum & { home: string; external: string };
const payer = { group: 'payment', channels: ['app', 'sms'] } as const;
const manager = { group: 'payment', channels: ['app'] } as const;
const desk = { group: 'payment', channels: ['app', 'email'] } as const;

export const matchingRoom = room({
  events: {
    /** To who lives there and both holders: what was held for the tenant went along with the home. `by`: who has the money in their hands. */
    'payment.handed_over': {
      ...{ group: 'payment', channels: ['app', 'email', 'sms'] },
      params: payload<{ home: string; from: string; to: string; held: string; credit: string; by: 'platform' | 'owner' }>(),
    },
    /** To those it was put to, and who manages it: it was taken off their home and waits until its owner is found. */
    'payment.taken_off': { ...payer, type: 'warning', params: payload<Moved & { reason: string }>() },
    'payment.came_off': { ...manager, type: 'warning', params: payload<Moved & { name: string; reason: string }>() },
    /** To who keeps the money's desk: it is not known whose it is, or what arrived was not confirmed within a day. */
    'payment.unmatched': { ...desk, binds: true, type: 'warning', params: payload<Sum & { name: string; account: string; external: string }>() },
    'payment.asked': { group: 'payment', channels: ['sms'], always: true, params: payload<Sum & { external: string; reach: string }>() },
  },
  topics: {
    /** Money came: whose is it? */
    'payment.look': payload<{ paymentId: number }>(),
    /** Something of a home is open again, or over: what is over pays what is open. */
    'payment.credit': payload<{ tenancyId: number }>(),
  },
});
