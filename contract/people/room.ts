import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import { type AccountStatus, personMachine } from './machine.ts';
import { peopleScreens } from './screens.ts';

export const peopleRoom = room({
  screens: peopleScreens,
  machines: [personMachine],
  audits: { note: m.audit_document_note },
  events: {
    'account.superadmin_asked': {
      group: 'security',
      channels: ['app', 'email'],
      always: true,
      type: 'warning',
      params: payload<{ name: string; by: string; reason: string }>(),
    },
    'account.superadmin_joined': {
      group: 'security',
      channels: ['app', 'email'],
      always: true,
      type: 'warning',
      params: payload<{ name: string; by: string }>(),
    },
    'account.status_changed': { group: 'account', channels: ['app', 'email'], params: payload<{ status: AccountStatus; reason?: string }>() },
    'agent.certificate_sent': { group: 'account', channels: ['app', 'email'], params: payload<{ name: string }>() },
    'agent.certificate_seen': { group: 'account', channels: ['app', 'email'], type: 'success', params: payload() },
    'agent.certificate_refused': { group: 'account', channels: ['app', 'email'], type: 'warning', params: payload<{ reason: string }>() },
    'agent.certificate_due': { group: 'account', channels: ['app', 'email'], type: 'warning', params: payload<{ date: string; days: string }>() },
    'agent.certificate_lapsed': { group: 'account', channels: ['app', 'email'], type: 'warning', params: payload<{ date: string }>() },
  },
});
