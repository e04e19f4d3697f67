import { payload } from '#contract/kernel/payload.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import { type AbuseOutcome, type AppealOutcome, reporters } from './kinds.ts';
import { abuseMachine } from './machine.ts';

/** The specification gives these pages to admins and superadmins; those of a county are ours to give its subadmins. */
const handlers = ['admin', 'superadmin', 'subadmin'] as const;
const inCounty = ['subadmin'] as const;

export const abuseRoom = room({
  screens: {
    list: {
      title: m.screens_abuse_list,
      at: 'abuse_reports',
      layouts: handlers,
      ours: inCounty,
      needs: ['abuse_reports', 'read'],
      view: 'abuse/list',
      menu: { group: 'platform', icon: 'Flag', order: 10 },
    },
    detail: {
      title: m.screens_abuse_detail,
      at: 'abuse_reports/:id',
      layouts: handlers,
      ours: inCounty,
      needs: ['abuse_reports', 'read'],
      view: 'abuse/detail',
    },
    mine: {
      title: m.screens_abuse_mine,
      at: 'my_reports',
      layouts: reporters,
      needs: { only: reporters },
      view: 'abuse/mine',
      menu: { group: 'top', icon: 'Flag', order: 91 },
      ours: true,
    },
    against: {
      title: m.screens_abuse_against,
      at: 'reports_about_us',
      layouts: companyRoles,
      needs: { only: companyRoles },
      view: 'abuse/against',
      menu: { group: 'top', icon: 'Flag', order: 92 },
      ours: true,
    },
  },
  machines: [abuseMachine],
  groups: { abuse: m.notification_group_abuse },
  events: {
    'abuse.new': { group: 'abuse', channels: ['app', 'email'], type: 'warning', params: payload<{ code: string }>() },
    'abuse.outcome': { group: 'abuse', channels: ['app'], params: payload<{ outcome: AbuseOutcome; code: string; subject: string }>() },
    'abuse.assigned': { group: 'abuse', channels: ['app', 'email'], params: payload<{ code: string; subject: string }>() },
    'abuse.about_you': { group: 'abuse', channels: ['app', 'email'], type: 'warning', params: payload<{ subject: string }>() },
    'abuse.answered': { group: 'abuse', channels: ['app'], params: payload<{ code: string }>() },
    'abuse.decided': { group: 'abuse', channels: ['app', 'email'], type: 'warning', params: payload<{ subject: string; outcome: AbuseOutcome }>() },
    'abuse.appealed': { group: 'abuse', channels: ['app', 'email'], type: 'warning', params: payload<{ code: string }>() },
    'abuse.appeal_decided': { group: 'abuse', channels: ['app', 'email'], params: payload<{ subject: string; outcome: AppealOutcome }>() },
  },
});
