import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { m } from '#words/messages.js';

/** The ledger is append-only. Platform admins read it; a company reads the journals about its own records. */
const readers = ['admin', 'superadmin'] as const;
const needs = { only: readers, with: ['payments', 'read'] } as const;

export const ledgerModule = defineModule({
  screens: {
    list: {
      title: m.screens_ledger_list,
      at: 'finance/transactions',
      layouts: readers,
      needs,
      view: 'ledger/list',
      menu: { group: 'money', icon: 'History', order: 80 },
    },
    detail: { title: m.screens_ledger_detail, at: 'finance/transactions/:id', layouts: readers, needs, view: 'ledger/detail' },
  },
  audits: { ledger: m.audit_document_ledger },
  groups: { money: m.notification_group_money },
  events: {
    /** To the other super admins: one of them requests that the platform hold a company's money, or stop holding it. */
    'ledger.mode_asked': {
      group: 'money',
      channels: ['app', 'email'],
      params: definePayload<{ who: string; mode: string; reason: string; by: string }>(),
    },
    /** To super admins: payouts are blocked until the failed check is resolved. */
    'ledger.proof_failed': {
      group: 'security',
      channels: ['app', 'email', 'sms'],
      always: true,
      type: 'warning',
      params: definePayload<{ what: string }>(),
    },
  },
});
