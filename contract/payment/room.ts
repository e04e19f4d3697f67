import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import { paymentScreens } from './screens.ts';

/** Its events are those of the modules below: people choose all of them as one group. */
export const paymentRoom = room({
  screens: paymentScreens,
  groups: { payment: m.payment_group },
  topics: {
    /** Something came in: work through it. */
    'payment.arrived': payload<{ inboxIds: number[] }>(),
    'payment.verify': payload<{ queryId: number }>(),
    /** A person wants to know now what M-Pesa knows. */
    'payment.paybill': payload<{ accountId: number }>(),
  },
});
