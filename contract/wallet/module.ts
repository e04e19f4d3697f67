import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { m } from '#words/messages.js';
import { payoutAccountMachine, walletAdjustmentMachine, walletMachine } from './machine.ts';

const holders = ['dealer', 'admin', 'superadmin'] as const;
const needs = ['wallet', 'read'] as const;

export const walletModule = defineModule({
  screens: {
    list: {
      title: m.screens_wallet_list,
      at: 'finance/wallet',
      layouts: holders,
      needs,
      view: 'wallet/list',
      menu: { group: 'money', icon: 'Wallet', order: 20 },
    },
    detail: { title: m.screens_wallet_detail, at: 'finance/wallet/:id', layouts: holders, needs, view: 'wallet/detail' },
    /** The platform's settings, section by section; other modules add their sections. */
    settings: {
      title: m.screens_wallet_settings,
      at: 'settings',
      layouts: ['admin', 'superadmin'],
      needs: ['wallet_settings', 'read'],
      view: 'wallet/settings',
      menu: { group: 'platform', icon: 'Settings', order: 90 },
    },
  },
  machines: [walletMachine, payoutAccountMachine, walletAdjustmentMachine],
  events: {
    'wallet.account_added': {
      group: 'money',
      channels: ['app', 'email', 'sms'],
      type: 'warning',
      binds: true,
      params: definePayload<{ where: string; who: string; date: string; reach: string }>(),
    },
    'wallet.adjusted': {
      group: 'money',
      channels: ['app', 'email'],
      /** Who requested it, and who approved it. */
      params: definePayload<{ sum: string; code: string; reason: string; direction: string; asked: string; by: string }>(),
    },
    'wallet.adjustment_asked': {
      group: 'money',
      channels: ['app', 'email'],
      /** `who` is the company, `by` the person who requested it. */
      params: definePayload<{ sum: string; code: string; reason: string; who: string; direction: string; by: string }>(),
    },
    'wallet.frozen': { group: 'money', channels: ['app', 'email', 'sms'], type: 'warning', params: definePayload<{ reason: string }>() },
    'wallet.thawed': { group: 'money', channels: ['app', 'email'], params: definePayload<{ reason: string }>() },
  },
});
