import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { dashboardRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import { broadcastMachine } from './machine.ts';
import { notificationPublicScreens } from './public.ts';

export const notificationModule = defineModule({
  screens: {
    ...notificationPublicScreens,
    list: {
      title: m.screens_notification_list,
      at: 'notifications',
      layouts: [...dashboardRoles, 'tenant'],
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
      params: definePayload<{ heading: string; message: string; heading_sw: string; message_sw: string }>(),
    },
    'message.digest': { group: 'message', channels: ['email'], always: true, params: definePayload<{ count: string }>() },
    /** To the heads of a company: its SMS about invoices are used up for today. */
    'message.sms_budget': { group: 'message', channels: ['app', 'email'], type: 'warning', params: definePayload<{ count: string }>() },
    'message.test': { group: 'message', channels: ['app'], type: 'success', params: definePayload() },
  },
  machines: [broadcastMachine],
  topics: {
    /** The next step of a broadcast; its row stores the progress. */
    'notification.broadcast': definePayload<{ broadcastId: number }>(),
    /** For the payload see server/notification/notify-person.ts. */
    'notification.deliver': definePayload<object>(),
    /** An email or SMS is ready for its carrier. */
    'notification.send': definePayload<{ deliveryId: number }>(),
  },
});
