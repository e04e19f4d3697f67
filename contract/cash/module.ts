import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { cashDepositMachine } from './machine.ts';

export const cashModule = defineModule({
  machines: [cashDepositMachine],
  events: {
    /** To the company that held the cash: the bank shows its deposit. */
    'payment.cash_banked': {
      group: 'payment',
      channels: ['app', 'email'],
      type: 'success',
      params: definePayload<{ sum: string; code: string; day: string; account: string }>(),
    },
    /** To the company that declared the deposit: Makao withdrew it. */
    'payment.deposit_withdrawn': {
      group: 'payment',
      channels: ['app', 'email'],
      type: 'warning',
      params: definePayload<{ sum: string; code: string; reason: string }>(),
    },
  },
});
