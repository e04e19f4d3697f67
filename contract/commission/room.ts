import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import { commissionMachine } from './machine.ts';

export const commissionRoom = room({
  screens: {
    list: {
      title: m.screens_commission_list,
      at: 'finance/commissions',
      layouts: ['dealer'],
      needs: ['commission', 'read'],
      view: 'commission/list',
      menu: { group: 'money', icon: 'Percentage', order: 30 },
    },
    detail: {
      title: m.screens_commission_detail,
      at: 'finance/commissions/:id',
      layouts: ['dealer', 'admin', 'superadmin'],
      needs: ['commission', 'read'],
      view: 'commission/detail',
      ours: ['admin', 'superadmin'],
    },
    /** Owners and agents read theirs beside their transactions; the platform comes from the books. */
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
    /** To who earns it, once a week. */
    'commission.accrued': { group: 'money', channels: ['app'], params: payload<{ sum: string; count: string }>() },
    'commission.paid': { group: 'money', channels: ['app'], type: 'success', params: payload<{ sum: string; count: string; code: string }>() },
    'commission.back': {
      group: 'money',
      channels: ['app', 'email'],
      type: 'warning',
      params: payload<{ sum: string; home: string; code: string }>(),
    },
  },
});
