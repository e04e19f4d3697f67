import { payload } from '#contract/kernel/payload.ts';
import { sixRoles } from '#contract/kernel/roles.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import { broadcastMachine } from './machine.ts';
import { notificationPublic } from './public.ts';

export const notificationRoom = room({
  screens: {
    ...notificationPublic,
    list: {
      title: m.screens_notification_list,
      at: 'notifications',
      layouts: [...sixRoles, 'tenant'],
      needs: ['notifications', 'read'],
      view: 'notification/list',
      menu: { group: 'top', icon: 'Bell', order: 90 },
    },
  },
  groups: { message: m.notification_group_message },
  events: {
    'message.broadcast': {
      group: 'message',
      channels: ['app', 'email', 'sms'],
      params: payload<{ heading: string; message: string; heading_sw: string; message_sw: string }>(),
    },
    'message.digest': { group: 'message', channels: ['email'], always: true, params: payload<{ count: string }>() },
    'message.test': { group: 'message', channels: ['app'], type: 'success', params: payload() },
  },
  machines: [broadcastMachine],
  topics: {
    /** The next step of a message to many; the row knows how far it came. */
    'notification.broadcast': payload<{ broadcastId: number }>(),
    /** server/notification/tell.ts says what is in it. */
    'notification.deliver': payload<object>(),
    /** A mail or an SMS is ready to be handed to its carrier. */
    'notification.send': payload<{ deliveryId: number }>(),
  },
});
