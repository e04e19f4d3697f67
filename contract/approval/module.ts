import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { m } from '#words/messages.js';
import { approvalRequestMachine } from './machine.ts';

const readers = ['admin', 'superadmin'] as const;
const needs = { only: readers } as const;
const staff = { group: 'security', channels: ['app', 'email'], binds: true } as const;

export const approvalModule = defineModule({
  screens: {
    list: {
      title: m.screens_approval_list,
      at: 'approvals',
      layouts: readers,
      needs,
      view: 'approval/list',
      menu: { group: 'money', icon: 'ClipboardCheck', order: 5 },
      ours: true,
    },
    detail: { title: m.screens_approval_detail, at: 'approvals/:id', layouts: readers, needs, view: 'approval/detail', ours: true },
  },
  machines: [approvalRequestMachine],
  events: {
    /** To the people who may approve it: a colleague requested an act that needs a second person. `by` is who requested or decided it. */
    'approval.asked': { ...staff, params: definePayload<{ what: string; code: string; reason: string; by: string }>() },
    /** To the requester: another person decided. */
    'approval.approved': { ...staff, type: 'success', params: definePayload<{ what: string; code: string; reason: string; by: string }>() },
    'approval.rejected': { ...staff, type: 'warning', params: definePayload<{ what: string; code: string; reason: string; by: string }>() },
    /** To the requester: other records changed, so that the act has become impossible. */
    'approval.closed': { ...staff, type: 'warning', params: definePayload<{ what: string; code: string; reason: string }>() },
    /** To the requester: the time for a decision has passed. */
    'approval.expired': { ...staff, type: 'warning', params: definePayload<{ code: string; reason: string }>() },
  },
});
