import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { m } from '#words/messages.js';
import { threadPublicScreens } from './public.ts';

const needs = { only: ['tenant'] } as const;

export const threadModule = defineModule({
  screens: {
    ...threadPublicScreens,
    mine: {
      title: m.screens_thread_mine,
      at: 'messages',
      layouts: ['tenant'],
      needs,
      view: 'thread/my-messages',
      menu: { group: 'top', icon: 'Message', order: 12 },
      ours: true,
    },
    one: { title: m.screens_thread_one, at: 'messages/:id', layouts: ['tenant'], needs, view: 'thread/my-conversation', ours: true },
  },
  audits: { thread: m.audit_document_thread },
  groups: { thread: m.notification_group_thread },
  events: {
    'thread.message': {
      group: 'thread',
      channels: ['app', 'email'],
      params: definePayload<{ name: string; title: string; text: string }>(),
    },
  },
});
