import { payload } from '#contract/kernel/payload.ts';
import { sixRoles } from '#contract/kernel/roles.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import { tourMachine } from './machine.ts';
import { tourPublic } from './public.ts';

type Said = { title: string; who: string; when: string };
const ways = { group: 'tour', channels: ['app', 'email', 'sms'] } as const;

export const tourRoom = room({
  screens: {
    ...tourPublic,
    list: {
      title: m.screens_tour_list,
      at: 'properties/tours',
      layouts: sixRoles,
      needs: ['tours', 'read'],
      view: 'tour/list',
      menu: { group: 'portfolio', icon: 'CalendarEvent', order: 44 },
    },
    mine: {
      title: m.screens_tour_mine,
      at: 'tours',
      layouts: ['tenant'],
      needs: ['tours', 'read'],
      view: 'tour/mine',
      menu: { group: 'top', icon: 'CalendarEvent', order: 13 },
    },
  },
  machines: [tourMachine],
  groups: { tour: m.notification_group_tour },
  events: {
    'tour.requested': { ...ways, params: payload<Said>() },
    'tour.confirmed': { ...ways, type: 'success', params: payload<Said & { place: string; code?: string }>() },
    'tour.reminder': { ...ways, params: payload<Said & { place: string; code?: string }>() },
    'tour.canceled': { ...ways, type: 'warning', params: payload<Said & { reason: string }>() },
    'tour.no_show': { ...ways, type: 'warning', params: payload<Said>() },
  },
});
