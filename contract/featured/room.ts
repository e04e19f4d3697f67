import { payload } from '#contract/kernel/payload.ts';
import { sixRoles } from '#contract/kernel/roles.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import { featuredMachine } from './machine.ts';

export const featuredRoom = room({
  screens: {
    list: {
      title: m.screens_featured_list,
      at: 'properties/featured',
      layouts: sixRoles,
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
      params: payload<{ title: string; place: string; date: string }>(),
    },
    'featured.ended': { group: 'listing', channels: ['app', 'email'], params: payload<{ title: string; place: string; date: string }>() },
    /** What was paid for days that were not had, or too late, is the company's credit. */
    'featured.credited': { group: 'listing', channels: ['app', 'email'], params: payload<{ title: string; sum: string }>() },
  },
  topics: {
    /** One booking is due for what the clock would do later: it was paid, or its payment was taken back. */
    'featured.due': payload<{ bookingId: number }>(),
  },
});
