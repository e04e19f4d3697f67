import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { m } from '#words/messages.js';
import { commissionMachine } from './machine.ts';

export const commissionModule = defineModule({
  screens: {
    list: {
      title: m.screens_commission_list,
      at: 'finance/commissions',
      layouts: ['dealer'],
      needs: ['commission', 'read'],
      view: 'commission/list',
      menu: { group: 'money', icon: 'Discount', order: 30 },
    },
    detail: {
      title: m.screens_commission_detail,
      at: 'finance/commissions/:id',
      layouts: ['dealer', 'admin', 'superadmin'],
      needs: ['commission', 'read'],
      view: 'commission/detail',
      ours: ['admin', 'superadmin'],
    },
    /** Owners and agents read a commission beside their transactions, platform staff from the ledger. */
    one: {
      title: m.screens_commission_detail,
      at: 'transactions/commissions/:id',
      layouts: ['owner', 'agent'],
      needs: ['commission', 'read'],
      view: 'commission/detail',
      ours: true,
    },
  },
  machines: [commissionMachine],
  events: {
    /** The weekly summary for the beneficiary. */
    'commission.accrued': { group: 'money', channels: ['app'], params: definePayload<{ sum: string; count: string }>() },
    'commission.paid': { group: 'money', channels: ['app'], type: 'success', params: definePayload<{ sum: string; count: string; code: string }>() },
    /** To the companies that a rule reaches, in time before it starts, or before a rule of their own ends. */
    'commission.rule_starts': {
      group: 'money',
      channels: ['app', 'email'],
      type: 'warning',
      binds: true,
      params: definePayload<{ terms: string; day: string }>(),
    },
    'commission.rule_ends': {
      group: 'money',
      channels: ['app', 'email'],
      type: 'warning',
      binds: true,
      params: definePayload<{ terms: string; day: string }>(),
    },
    'commission.back': {
      group: 'money',
      channels: ['app', 'email'],
      type: 'warning',
      params: definePayload<{ sum: string; home: string; code: string }>(),
    },
  },
});
