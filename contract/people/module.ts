import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { m } from '#words/messages.js';
import { type AccountStatus, personMachine } from './machine.ts';
import { peopleScreens } from './screens.ts';

export const peopleModule = defineModule({
  screens: peopleScreens,
  machines: [personMachine],
  audits: { note: m.audit_document_note },
  events: {
    'account.superadmin_asked': {
      group: 'security',
      channels: ['app', 'email'],
      always: true,
      type: 'warning',
      params: definePayload<{ name: string; by: string; reason: string }>(),
    },
    'account.superadmin_joined': {
      group: 'security',
      channels: ['app', 'email'],
      always: true,
      type: 'warning',
      params: definePayload<{ name: string; by: string }>(),
    },
    'account.status_changed': { group: 'account', channels: ['app', 'email'], params: definePayload<{ status: AccountStatus; reason?: string }>() },
    'agent.certificate_sent': { group: 'account', channels: ['app', 'email'], params: definePayload<{ name: string }>() },
    'agent.certificate_seen': { group: 'account', channels: ['app', 'email'], type: 'success', params: definePayload() },
    'agent.certificate_refused': { group: 'account', channels: ['app', 'email'], type: 'warning', params: definePayload<{ reason: string }>() },
    'agent.certificate_due': {
      group: 'account',
      channels: ['app', 'email'],
      type: 'warning',
      params: definePayload<{ date: string; days: string }>(),
    },
    'agent.certificate_lapsed': { group: 'account', channels: ['app', 'email'], type: 'warning', params: definePayload<{ date: string }>() },
  },
});
