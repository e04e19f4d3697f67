import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { m } from '#words/messages.js';
import { paymentScreens } from './screens.ts';

/** The events of this module are those of the modules below, so that people choose their notifications as one group. */
export const paymentModule = defineModule({
  screens: paymentScreens,
  groups: { payment: m.payment_group },
  topics: {
    /** An inbound event was stored and has to be processed. */
    'payment.arrived': definePayload<{ inboxIds: number[] }>(),
    'payment.verify': definePayload<{ queryId: number }>(),
    /** A person requests the new payments and the balance of a paybill from M-Pesa. */
    'payment.paybill': definePayload<{ accountId: number }>(),
  },
});
