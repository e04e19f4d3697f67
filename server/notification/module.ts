import { broadcastCalls } from '#contract/notification/broadcasts.ts';
import { notificationCalls } from '#contract/notification/calls.ts';
import { fillNotifications } from '#server/db/demo/notification.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { previewBroadcastAudience, sendBroadcast } from './broadcast.ts';
import { cancelBroadcast, listBroadcasts, readBroadcastDetails } from './broadcast-log.ts';
import { resumeBroadcastsJob, runBroadcastStep } from './broadcast-run.ts';
import { planNotificationDelivery } from './deliver.ts';
import { listDeliveries, outboxSweepJob, readLocalOutbox } from './delivery-log.ts';
import { digestJob } from './digest.ts';
import {
  countUnreadNotifications,
  listLatestNotifications,
  listNotifications,
  markNotificationsRead,
  removeNotification,
  sendTestNotification,
} from './inbox.ts';
import { liveRoutes } from './live.ts';
import { eraseNotificationPersonalData, notificationPersonalData } from './personal-data.ts';
import { changeNotificationPreference, readNotificationPreferences } from './preferences.ts';
import { smsReportRoutes } from './reports.ts';
import { notificationScopes } from './scopes.ts';
import { sendDeliveryNow, sendNotificationsJob } from './sender.ts';
import type { NotificationContent } from './service.ts';
import { changeNotificationSettings } from './settings.ts';
import { notificationTexts } from './texts.ts';

export const notificationModule: ServerModule = {
  scopes: notificationScopes,
  calls: { notification: notificationCalls, broadcast: broadcastCalls },
  routes: ({ env }) => [
    ...serveCalls(broadcastCalls, { list: listBroadcasts, details: readBroadcastDetails, cancel: cancelBroadcast }),
    ...serveCalls(notificationCalls, {
      list: listNotifications,
      latest: listLatestNotifications,
      count: async (ctx) => ({ count: await countUnreadNotifications(ctx), live: env.WEBSOCKET === 'on' }),
      sendTest: sendTestNotification,
      markRead: markNotificationsRead,
      remove: removeNotification,
      send: sendBroadcast,
      previewAudience: previewBroadcastAudience(env),
      preferences: readNotificationPreferences,
      changePreference: changeNotificationPreference,
      changeSettings: changeNotificationSettings,
      deliveries: listDeliveries,
      localOutbox: readLocalOutbox(env),
    }),
  ],
  http: async (app, services) => {
    await app.register((scope) => liveRoutes(scope, services));
    await app.register((scope) => smsReportRoutes(scope, services));
  },
  jobs: (services) => [outboxSweepJob, digestJob(services), sendNotificationsJob(services), resumeBroadcastsJob],
  handlers: (services) => ({
    'notification.broadcast': ({ broadcastId }) => runBroadcastStep(services, broadcastId),
    'notification.deliver': (told) => planNotificationDelivery(services, told as NotificationContent),
    'notification.send': ({ deliveryId }) => sendDeliveryNow(services, deliveryId),
  }),
  demo: ({ db }) => fillNotifications(db),
  personalData: notificationPersonalData,
  erasePersonalData: eraseNotificationPersonalData,
  texts: notificationTexts,
  withoutFeatures: {
    ...explainMissingFeatures('Notifications appear in the notification menu and in their own list.', 'search', 'pending'),
    ...explainMissingFeatures('Notifications are visible only to their recipient.', 'personPage', 'reviewBasis', 'unitTimeline'),
    closing: 'Unread notifications do not prevent an account from being closed.',
  },
};
