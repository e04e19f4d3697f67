import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import { policyMachine } from './machine.ts';
import { policyPublic } from './public.ts';

const keepers = ['admin', 'superadmin'] as const;

export const policyRoom = room({
  screens: {
    ...policyPublic,
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
      params: payload<{ title: string; title_sw: string; summary: string; summary_sw: string; day: string }>(),
    },
  },
  topics: {
    'policy.changed': payload<{ policyId: number; slug: string }>(),
    /** A version was published: its people are told, some at a time, from the person on who comes after `after`. */
    'policy.tell': payload<{ policyId: number; version: number; after: number }>(),
  },
});
