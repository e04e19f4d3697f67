import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import { tourMachine } from './machine.ts';

type Said = { title: string; who: string; when: string };
const ways = { group: 'tour', channels: ['app', 'email', 'sms'] } as const;

export const tourRoom = room({
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
