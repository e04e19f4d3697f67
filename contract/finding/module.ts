import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { m } from '#words/messages.js';
import { findingPublicScreens } from './public.ts';

const needs = { only: ['tenant'] } as const;

export const findingModule = defineModule({
  screens: {
    ...findingPublicScreens,
    favourites: {
      title: m.screens_finding_favourites,
      at: 'favourites',
      layouts: ['tenant'],
      needs,
      view: 'finding/favourites',
      menu: { group: 'top', icon: 'Heart', order: 10 },
    },
    searches: {
      title: m.screens_finding_searches,
      at: 'saved_searches',
      layouts: ['tenant'],
      needs,
      view: 'finding/searches',
      menu: { group: 'top', icon: 'Bookmark', order: 11 },
    },
  },
  audits: { favourites: m.audit_document_favourites, saved_searches: m.audit_document_saved_searches },
  groups: { finding: m.notification_group_finding },
  events: {
    'search.match': {
      group: 'finding',
      channels: ['app', 'email'],
      params: definePayload<{ name: string; count: string; title: string; place: string; price: string; stop: string }>(),
    },
    'search.price': {
      group: 'finding',
      channels: ['app', 'email'],
      type: 'success',
      params: definePayload<{ name: string; count: string; title: string; place: string; from: string; to: string; stop: string }>(),
    },
    'favourite.price': {
      group: 'finding',
      channels: ['app', 'email'],
      type: 'success',
      params: definePayload<{ title: string; from: string; to: string }>(),
    },
    'favourite.taken': { group: 'finding', channels: ['app', 'email'], params: definePayload<{ title: string }>() },
    'favourite.back': { group: 'finding', channels: ['app', 'email'], type: 'success', params: definePayload<{ title: string; price: string }>() },
  },
});
