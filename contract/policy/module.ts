import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { m } from '#words/messages.js';
import { policyMachine } from './machine.ts';
import { policyPublicScreens } from './public.ts';

const keepers = ['admin', 'superadmin'] as const;

export const policyModule = defineModule({
  screens: {
    ...policyPublicScreens,
    list: {
      title: m.screens_policy_list,
      at: 'policies',
      layouts: keepers,
      needs: ['policies', 'read'],
      view: 'policy/list',
      menu: { group: 'platform', icon: 'FileText', order: 60 },
    },
    detail: {
      title: m.screens_policy_detail,
      at: 'policies/:id',
      spelled: { superadmin: 'policies/:id/:slug' },
      layouts: keepers,
      needs: ['policies', 'read'],
      view: 'policy/detail',
      makes: true,
    },
  },
  machines: [policyMachine],
  groups: { policy: m.notification_group_policy },
  events: {
    'policy.published': {
      group: 'policy',
      channels: ['app', 'email'],
      params: definePayload<{ title: string; title_sw: string; summary: string; summary_sw: string; day: string }>(),
    },
  },
  topics: {
    'policy.changed': definePayload<{ policyId: number; slug: string }>(),
    /** A version was published: its readers are notified in batches, starting with the person id that follows `after`. */
    'policy.tell': definePayload<{ policyId: number; version: number; after: number }>(),
  },
});
