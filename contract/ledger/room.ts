import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';

/** The books. Nobody changes them; who leads the platform reads them, and a company what was booked for it. */
const readers = ['admin', 'superadmin'] as const;
const needs = { only: readers, with: ['payments', 'read'] } as const;

export const ledgerRoom = room({
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
    /** To the other superadmins: one of them asks that the platform hold a company's money, or hold it no longer. */
    'ledger.mode_asked': { group: 'money', channels: ['app', 'email'], params: payload<{ who: string; mode: string; reason: string }>() },
    /** To superadmins: nothing is paid out until somebody has looked. */
    'ledger.proof_failed': {
      group: 'security',
      channels: ['app', 'email', 'sms'],
      always: true,
      type: 'warning',
      params: payload<{ what: string }>(),
    },
  },
});
