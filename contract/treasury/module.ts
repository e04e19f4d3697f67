import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { m } from '#words/messages.js';
import type { PlatformAccountNotice } from './kinds.ts';
import { cashMoveMachine } from './machine.ts';

const desk = { group: 'payment', channels: ['app', 'email'] } as const;

export const treasuryModule = defineModule({
  screens: {
    taxes: {
      title: m.screens_treasury_taxes,
      at: 'finance/taxes',
      layouts: ['admin', 'superadmin'],
      needs: ['payments', 'read'],
      view: 'treasury/taxes',
      ours: true,
      menu: { group: 'money', icon: 'CashBanknote', order: 36 },
    },
  },
  machines: [cashMoveMachine],
  events: {
    /** To those who manage a paybill: Safaricom rejects its keys. */
    'payment.refused': { ...desk, binds: true, type: 'warning', params: definePayload<{ account: string }>() },
    /** To the other super admins: a change of a platform account is pending their decision, or was decided. */
    'payment.account': {
      group: 'security',
      channels: ['app', 'email'],
      always: true,
      type: 'warning',
      params: definePayload<PlatformAccountNotice>(),
    },
  },
});
