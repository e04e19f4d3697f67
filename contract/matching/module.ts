import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';

type Sum = { sum: string };
/** `external`: the M-Pesa code or the bank reference, if there is one. */
type Moved = Sum & { home: string; external: string };
const payer = { group: 'payment', channels: ['app', 'sms'] } as const;
const manager = { group: 'payment', channels: ['app'] } as const;
const desk = { group: 'payment', channels: ['app', 'email'] } as const;

export const matchingModule = defineModule({
  events: {
    /** To the tenant and both owners: the money held for the tenant was transferred with the unit. `by`: who holds the money. */
    'payment.handed_over': {
      group: 'payment',
      channels: ['app', 'email', 'sms'],
      params: definePayload<{ home: string; from: string; to: string; held: string; credit: string; by: 'platform' | 'owner' }>(),
    },
    /** To the tenant and the manager: the payment was unallocated and is pending until its tenant is found. */
    'payment.taken_off': { ...payer, type: 'warning', params: definePayload<Moved>() },
    'payment.came_off': { ...manager, type: 'warning', params: definePayload<Moved & { name: string; reason: string }>() },
    /** To payment staff: a payment has no known tenant, or was not confirmed within a day. */
    'payment.unmatched': {
      ...desk,
      binds: true,
      type: 'warning',
      params: definePayload<Sum & { name: string; account: string; external: string }>(),
    },
    'payment.asked': { group: 'payment', channels: ['sms'], always: true, params: definePayload<Sum & { external: string; reach: string }>() },
  },
  topics: {
    /** A payment was received and must be matched. */
    'payment.look': definePayload<{ paymentId: number }>(),
    /** A tenancy has an open invoice again, or new credit: allocate the credit. */
    'payment.credit': definePayload<{ tenancyId: number }>(),
  },
});
