import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { dashboardRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import { leadMachine } from './machine.ts';

export const leadModule = defineModule({
  screens: {
    list: {
      title: m.screens_lead_list,
      at: 'properties/leads',
      layouts: dashboardRoles,
      needs: ['contacts', 'read'],
      view: 'lead/list',
      menu: { group: 'portfolio', icon: 'Message', order: 40 },
      ours: true,
    },
  },
  machines: [leadMachine],
  audits: { lead: m.audit_document_lead },
  groups: { lead: m.notification_group_lead },
  events: {
    'lead.new': {
      group: 'lead',
      channels: ['app', 'email', 'sms'],
      type: 'success',
      params: definePayload<{ name: string; phone?: string; title: string; message?: string }>(),
    },
    'lead.assigned': { group: 'lead', channels: ['app', 'email'], params: definePayload<{ name: string; phone?: string }>() },
  },
});
