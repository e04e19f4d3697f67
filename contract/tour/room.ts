import { payload } from '#contract/kernel/payload.ts';
import { sixRoles } from '#contract/kernel/roles.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import { tourMachine } from './machine.ts';
import { tourPublic } from './public.ts';

type Said = { title: string; who: string; when: string };
/** Of a tour at another time: what it was, and who moved it unless they read it themselves. */
type Moved = { from?: string; by?: string };
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
    schedule: {
      title: m.screens_tour_schedule,
      at: 'schedule',
      layouts: ['agent', 'subadmin'],
      needs: ['tours', 'read'],
      view: 'tour/schedule',
      menu: { group: 'top', icon: 'Calendar', order: 12 },
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
    /** `lives`: to whoever lives there, who is asked first; `agreed`: to the host, once they said yes. */
    'tour.requested': { ...ways, binds: true, params: payload<Said & Moved & { as?: 'lives' | 'agreed' | 'moved' }>() },
    'tour.confirmed': { ...ways, type: 'success', binds: true, params: payload<Said & Moved & { place: string; code?: string }>() },
    'tour.reminder': { ...ways, binds: true, params: payload<Said & { place: string; code?: string }>() },
    'tour.canceled': { ...ways, type: 'warning', binds: true, params: payload<Pick<Said, 'title' | 'when'> & { reason: string; by?: string }>() },
    'tour.no_show': { ...ways, type: 'warning', params: payload<Said>() },
    /** To the visitor: they have seen it, and it is to be had. */
    'tour.seen': { ...ways, params: payload<Pick<Said, 'title' | 'who'>>() },
  },
});
