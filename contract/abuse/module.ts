import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import { type AbuseAppealOutcome, type AbuseOutcome, reporterRoles } from './kinds.ts';
import { abuseMachine } from './machine.ts';

/** The specification gives these pages to admins and super admins; Makao also gives sub admins the complaints of their county. */
const handlers = ['admin', 'superadmin', 'subadmin'] as const;
const inCounty = ['subadmin'] as const;

export const abuseModule = defineModule({
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
      layouts: reporterRoles,
      needs: { only: reporterRoles },
      view: 'abuse/my-reports',
      menu: { group: 'help', icon: 'Flag', order: 1 },
      ours: true,
    },
    against: {
      title: m.screens_abuse_against,
      at: 'reports_about_us',
      layouts: companyRoles,
      needs: { only: companyRoles },
      view: 'abuse/reports-about-us',
      menu: { group: 'help', icon: 'Flag', order: 2 },
      ours: true,
    },
  },
  machines: [abuseMachine],
  groups: { abuse: m.notification_group_abuse },
  events: {
    'abuse.new': { group: 'abuse', channels: ['app', 'email'], type: 'warning', params: definePayload<{ code: string }>() },
    'abuse.outcome': { group: 'abuse', channels: ['app'], params: definePayload<{ outcome: AbuseOutcome; code: string; subject: string }>() },
    'abuse.assigned': { group: 'abuse', channels: ['app', 'email'], params: definePayload<{ code: string; subject: string }>() },
    'abuse.about_you': { group: 'abuse', channels: ['app', 'email'], type: 'warning', params: definePayload<{ subject: string }>() },
    'abuse.answered': { group: 'abuse', channels: ['app'], params: definePayload<{ code: string }>() },
    'abuse.decided': {
      group: 'abuse',
      channels: ['app', 'email'],
      type: 'warning',
      params: definePayload<{ subject: string; outcome: AbuseOutcome }>(),
    },
    'abuse.appealed': { group: 'abuse', channels: ['app', 'email'], type: 'warning', params: definePayload<{ code: string }>() },
    'abuse.appeal_decided': { group: 'abuse', channels: ['app', 'email'], params: definePayload<{ subject: string; outcome: AbuseAppealOutcome }>() },
  },
});
