import type { AccountFate, DoubtKind, FailureReason, How, RefundTrouble } from '#contract/collection/kinds.ts';
import { paymentMachine } from '#contract/collection/machine.ts';
import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import { refundMachine, refundTransferMachine } from '#contract/refund/machine.ts';
import { moveMachine } from '#contract/treasury/machine.ts';
import { m } from '#words/messages.js';
import { paymentScreens } from './screens.ts';

type Sum = { sum: string };
/** `external`: M-Pesa's or the bank's own number, where there is one. */
type Moved = Sum & { home: string; external: string };
type Came = Moved & { how: How };
const payer = { group: 'payment', channels: ['app', 'sms'] } as const;
const manager = { group: 'payment', channels: ['app'] } as const;
const desk = { group: 'payment', channels: ['app', 'email'] } as const;

export const paymentRoom = room({
  screens: paymentScreens,
  machines: [paymentMachine, refundMachine, refundTransferMachine, moveMachine],
  groups: { payment: m.payment_group },
  events: {
    /** The receipt of a payment. `left`: what is still asked for the home; `over`: what stays as credit. */
    'payment.received': {
      ...{ group: 'payment', channels: ['app', 'email', 'sms'], money: true, type: 'success' },
      params: payload<Came & { left?: string; over?: string }>(),
    },
    'payment.failed': { ...payer, type: 'warning', params: payload<Sum & { home: string; why: FailureReason }>() },
    'payment.reversed': { ...payer, type: 'warning', params: payload<Moved & { reason: string }>() },
    /** To who lives there and both holders: what was held for the tenant went along with the home. `by`: who has the money in their hands. */
    'payment.handed_over': {
      ...{ group: 'payment', channels: ['app', 'email', 'sms'] },
      params: payload<{ home: string; from: string; to: string; held: string; credit: string; by: 'platform' | 'owner' }>(),
    },
    /** To those it was put to, and who manages it: it was taken off their home and waits until its owner is found. */
    'payment.taken_off': { ...payer, type: 'warning', params: payload<Moved & { reason: string }>() },
    'payment.came_off': { ...manager, type: 'warning', params: payload<Moved & { name: string; reason: string }>() },
    /** To who pasted a message: M-Pesa confirms it and somebody looks whose it is, or knows nothing of it. */
    'payment.pasted': { group: 'payment', channels: ['app'], params: payload<{ external: string; became: 'looked' | 'unknown' }>() },
    /** To who manages the home: money came for it, or went again. */
    'payment.came': { ...manager, type: 'success', params: payload<Came & { name: string }>() },
    'payment.went': { ...desk, type: 'warning', params: payload<Moved & { name: string; reason: string }>() },
    /** To who keeps the money's desk: it is not known whose it is, or what arrived was not confirmed within a day. */
    'payment.unmatched': { ...desk, binds: true, type: 'warning', params: payload<Sum & { name: string; account: string; external: string }>() },
    /** The same of a whole statement, in one: so many of its lines wait. */
    'payment.waiting': { ...desk, binds: true, type: 'warning', params: payload<Sum & { count: string; lines: string; account: string }>() },
    'payment.unverified': { ...desk, binds: true, type: 'warning', params: payload<{ external: string }>() },
    /** To who keeps a paybill: Safaricom refuses its keys. */
    'payment.refused': { ...desk, binds: true, type: 'warning', params: payload<{ account: string }>() },
    /** To who keeps the desk: something came or went that a person has to decide about. */
    'payment.doubt': { ...desk, binds: true, type: 'warning', params: payload<Sum & { external: string; kind: DoubtKind }>() },
    /** To superadmins: nothing is paid out until it is known why. */
    'payment.differs': {
      group: 'security',
      channels: ['app', 'email', 'sms'],
      always: true,
      type: 'warning',
      params: payload<Sum & { account: string; day: string }>(),
    },
    /** To the other superadmins: where the platform's money comes to was changed, or waits for one of them. */
    'payment.account': {
      group: 'security',
      channels: ['app', 'email'],
      always: true,
      type: 'warning',
      params: payload<{ who: string; name: string; number: string; became: AccountFate }>(),
    },
    /** To another than who took it: cash whose payer has no phone for a code, of what the platform holds. */
    'payment.cash_waits': { ...desk, binds: true, params: payload<Sum & { who: string; name: string; home: string }>() },
    /** The code by which a payer says that they gave this cash; and what came without saying for what. */
    'payment.cash_code': { group: 'payment', channels: ['sms'], always: true, params: payload<Sum & { code: string; company: string }>() },
    'payment.asked': { group: 'payment', channels: ['sms'], always: true, params: payload<Sum & { external: string; reach: string }>() },
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
    /** Something came in: work through it. */
    'payment.arrived': payload<{ inboxIds: number[] }>(),
    /** A prompt is to be sent; it is sent once, whatever happens. */
    'payment.ring': payload<{ pushId: number }>(),
    'payment.ask': payload<{ pushId: number }>(),
    'payment.verify': payload<{ queryId: number }>(),
    /** A refund was approved; it is sent once, whatever happens. */
    'payment.refund_send': payload<{ transferId: number }>(),
    /** Money came: whose is it? */
    'payment.look': payload<{ paymentId: number }>(),
    /** Something of a home is open again, or over: what is over pays what is open. */
    'payment.credit': payload<{ tenancyId: number }>(),
    /** A statement goes on being taken over, or back. */
    'payment.import': payload<{ statementId: number }>(),
    /** A person wants to know now what M-Pesa knows. */
    'payment.paybill': payload<{ accountId: number }>(),
  },
});
