import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { dashboardRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import { featuredMachine } from './machine.ts';

export const featuredModule = defineModule({
  screens: {
    list: {
      title: m.screens_featured_list,
      at: 'properties/featured',
      layouts: dashboardRoles,
      needs: ['featured_properties', 'read'],
      view: 'featured/list',
      menu: { group: 'portfolio', icon: 'Star', order: 52 },
    },
  },
  machines: [featuredMachine],
  events: {
    'featured.started': {
      group: 'listing',
      channels: ['app', 'email'],
      type: 'success',
      params: definePayload<{ title: string; place: string; date: string }>(),
    },
    'featured.ended': { group: 'listing', channels: ['app', 'email'], params: definePayload<{ title: string; place: string; date: string }>() },
    /** Payment for unused days, or a late payment, becomes the company's credit. */
    'featured.credited': { group: 'listing', channels: ['app', 'email'], params: definePayload<{ title: string; sum: string }>() },
  },
  topics: {
    /** One booking must be processed by the timer now, because it was paid or its payment was reversed. */
    'featured.due': definePayload<{ bookingId: number }>(),
  },
});
