import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { companyRoles, dashboardRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import { agreementMachine } from './machine.ts';
import { agreementPublicScreens } from './public-pages.ts';

const all = ['app', 'email', 'sms'] as const;

export const agreementModule = defineModule({
  screens: {
    ...agreementPublicScreens,
    list: {
      title: m.screens_agreement_list,
      at: 'tenancies/agreements',
      layouts: dashboardRoles,
      needs: ['tenancies', 'read'],
      view: 'agreement/list',
      menu: { group: 'tenancies', icon: 'FileText', order: 30 },
      ours: true,
    },
    mine: {
      title: m.screens_agreement_mine,
      at: 'agreements',
      layouts: ['tenant'],
      needs: 'signed-in',
      view: 'agreement/my-agreements',
      menu: { group: 'top', icon: 'FileText', order: 15 },
      ours: true,
    },
    detail: {
      title: m.screens_agreement_one,
      at: 'tenancies/agreements/:id',
      layouts: dashboardRoles,
      needs: ['tenancies', 'read'],
      view: 'agreement/detail',
      ours: true,
    },
    own: { title: m.screens_agreement_one, at: 'agreements/:id', layouts: ['tenant'], needs: 'signed-in', view: 'agreement/detail', ours: true },
    templates: {
      title: m.screens_agreement_templates,
      at: 'tenancies/templates',
      layouts: companyRoles,
      needs: ['tenancies', 'read'],
      view: 'agreement/templates',
      ours: true,
    },
    template: {
      title: m.screens_agreement_template,
      at: 'tenancies/templates/:id',
      layouts: companyRoles,
      needs: ['tenancies', 'read'],
      view: 'agreement/template',
      ours: true,
    },
  },
  machines: [agreementMachine],
  audits: { agreement: m.agreement_document, agreement_template: m.agreement_document_template },
  groups: { contract: m.agreement_group },
  events: {
    /** The recipient expects this link. */
    'contract.invite': { group: 'contract', channels: all, always: true, params: definePayload<{ company: string; home: string; date: string }>() },
    'contract.reminder': { group: 'contract', channels: all, binds: true, params: definePayload<{ company: string; home: string; date: string }>() },
    'contract.signed': { group: 'contract', channels: all, params: definePayload<{ name: string; home: string; left: string }>() },
    'contract.rejected': {
      group: 'contract',
      channels: all,
      type: 'warning',
      binds: true,
      params: definePayload<{ name: string; home: string; reason: string; until: string }>(),
    },
    'contract.expired': {
      group: 'contract',
      channels: all,
      type: 'warning',
      binds: true,
      params: definePayload<{ home: string; name: string; until: string }>(),
    },
    'contract.completed': { group: 'contract', channels: all, type: 'success', params: definePayload<{ home: string; code: string }>() },
    'contract.void': { group: 'contract', channels: ['app', 'email'], type: 'warning', params: definePayload<{ home: string; reason: string }>() },
    'contract.number_changed': {
      group: 'contract',
      channels: ['app', 'email'],
      params: definePayload<{ home: string; name: string; phone: string }>(),
    },
    'contract.number_left': {
      group: 'contract',
      channels: ['sms', 'email'],
      always: true,
      type: 'warning',
      params: definePayload<{ company: string; home: string; phone: string; help: string }>(),
    },
    'contract.paper': { group: 'contract', channels: all, always: true, params: definePayload<{ company: string; home: string }>() },
    'contract.seal_failed': {
      group: 'contract',
      channels: ['app', 'email'],
      type: 'warning',
      params: definePayload<{ home: string; code: string }>(),
    },
  },
  topics: { 'agreement.seal': definePayload<{ agreementId: number }>(), 'agreement.papers': definePayload<{ agreementId: number }>() },
});
