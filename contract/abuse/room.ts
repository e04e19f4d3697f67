import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import type { AbuseOutcome } from './kinds.ts';
import { abuseMachine } from './machine.ts';

const heads = ['admin', 'superadmin'] as const;

export const abuseRoom = room({
  screens: {
    list: {
      title: m.screens_abuse_list,
      at: 'abuse_reports',
      layouts: heads,
      needs: ['abuse_reports', 'read'],
      view: 'abuse/list',
      menu: { group: 'platform', icon: 'Flag', order: 10 },
    },
    detail: { title: m.screens_abuse_detail, at: 'abuse_reports/:id', layouts: heads, needs: ['abuse_reports', 'read'], view: 'abuse/detail' },
  },
  machines: [abuseMachine],
  groups: { abuse: m.notification_group_abuse },
  events: {
    'abuse.new': { group: 'abuse', channels: ['app', 'email'], type: 'warning', params: payload<{ code: string }>() },
    'abuse.outcome': { group: 'abuse', channels: ['app'], params: payload<{ outcome: AbuseOutcome; code: string; subject: string }>() },
  },
});
