import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { m } from '#words/messages.js';
import { reviewMachine } from './machine.ts';

const keepers = ['admin', 'superadmin'] as const;

export const reviewModule = defineModule({
  screens: {
    property: {
      title: m.screens_review_property,
      at: 'properties/:id/reviews',
      layouts: ['admin', 'subadmin', 'agent', 'dealer', 'owner', 'superadmin'],
      needs: ['property', 'read'],
      view: 'review/property',
    },
    mine: {
      title: m.screens_review_mine,
      at: 'reviews',
      layouts: ['tenant'],
      needs: { only: ['tenant'] },
      view: 'review/my-reviews',
      menu: { group: 'top', icon: 'Star', order: 12 },
      ours: true,
    },
    desk: {
      title: m.screens_review_desk,
      at: 'reviews',
      layouts: keepers,
      needs: { only: keepers, with: ['property', 'edit'] },
      view: 'review/desk',
      menu: { group: 'platform', icon: 'Message', order: 11 },
      ours: true,
    },
  },
  machines: [reviewMachine],
  audits: { review: m.audit_document_review },
  groups: { review: m.notification_group_review },
  events: {
    'review.new': { group: 'review', channels: ['app'], params: definePayload<{ subject: string; score: string }>() },
    'review.safety': {
      group: 'review',
      channels: ['app', 'email'],
      type: 'warning',
      params: definePayload<{ subject: string; questions: string }>(),
    },
    'review.reply': { group: 'review', channels: ['app'], params: definePayload<{ subject: string }>() },
    'review.hidden': { group: 'review', channels: ['app', 'email'], type: 'warning', params: definePayload<{ subject: string; reason: string }>() },
  },
});
