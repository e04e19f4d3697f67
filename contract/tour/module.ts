import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { dashboardRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import { tourMachine } from './machine.ts';
import { tourPublicScreens } from './public.ts';

type Said = { title: string; who: string; when: string };
/** For a rescheduled tour: its earlier time, and the person who moved it, unless they are the reader. */
type Moved = { from?: string; by?: string };
const ways = { group: 'tour', channels: ['app', 'email', 'sms'] } as const;

export const tourModule = defineModule({
  screens: {
    ...tourPublicScreens,
    list: {
      title: m.screens_tour_list,
      at: 'properties/tours',
      layouts: dashboardRoles,
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
      view: 'tour/my-tours',
      menu: { group: 'top', icon: 'CalendarEvent', order: 13 },
    },
  },
  machines: [tourMachine],
  groups: { tour: m.notification_group_tour },
  events: {
    /** `lives`: to the occupant, whose consent is requested first; `agreed`: to the host, after the consent. */
    'tour.requested': { ...ways, binds: true, params: definePayload<Said & Moved & { as?: 'lives' | 'agreed' | 'moved' }>() },
    'tour.confirmed': { ...ways, type: 'success', binds: true, params: definePayload<Said & Moved & { place: string; code?: string }>() },
    'tour.reminder': { ...ways, binds: true, params: definePayload<Said & { place: string; code?: string }>() },
    'tour.canceled': {
      ...ways,
      type: 'warning',
      binds: true,
      params: definePayload<Pick<Said, 'title' | 'when'> & { reason: string; by?: string }>(),
    },
    'tour.no_show': { ...ways, type: 'warning', params: definePayload<Said>() },
    /** To the visitor after the visit, while the home is available. */
    'tour.seen': { ...ways, params: definePayload<Pick<Said, 'title' | 'who'>>() },
  },
});
