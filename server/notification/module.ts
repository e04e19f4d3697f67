import { broadcastCalls } from '#contract/notification/broadcasts.ts';
import { notificationCalls } from '#contract/notification/calls.ts';
import { fillNotifications } from '#server/db/demo/notification.ts';
import { serveCalls } from '#server/http/registry.ts';
import { reasonForFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { previewAudience, send } from './broadcast.ts';
import { broadcastDetails, cancelBroadcast, listBroadcasts } from './broadcast-log.ts';
import { resumeBroadcastsJob, runBroadcastStep } from './broadcast-run.ts';
import { planDelivery } from './deliver.ts';
import { deliveries, localOutbox, outboxSweepJob } from './delivery-log.ts';
import { digestJob } from './digest.ts';
import { countUnread, latest, list, markRead, remove, sendTest } from './inbox.ts';
import { liveRoutes } from './live.ts';
import { forgetNotification, notificationHoldings } from './personal-data.ts';
import { changePreference, preferences } from './preferences.ts';
import { reportRoutes } from './reports.ts';
import { notificationScopes } from './scopes.ts';
import { sendNotificationsJob, sendNotificationsNow } from './sender.ts';
import type { NotificationContent } from './service.ts';
import { changeSettings } from './settings.ts';
import { notificationTexts } from './texts.ts';

export const notificationModule: ServerModule = {
  scopes: notificationScopes,
  calls: { notification: notificationCalls, broadcast: broadcastCalls },
  routes: ({ env }) => [
    ...serveCalls(broadcastCalls, { list: listBroadcasts, details: broadcastDetails, cancel: cancelBroadcast }),
    ...serveCalls(notificationCalls, {
      list,
      latest,
      count: async (ctx) => ({ count: await countUnread(ctx), live: env.WEBSOCKET === 'on' }),
      sendTest,
      markRead,
      remove,
      send,
      previewAudience: previewAudience(env),
      preferences,
      changePreference,
      changeSettings,
      deliveries,
      localOutbox: localOutbox(env),
    }),
  ],
  http: async (app, services) => {
    await app.register((scope) => liveRoutes(scope, services));
    await app.register((scope) => reportRoutes(scope, services));
  },
  jobs: (services) => [outboxSweepJob, digestJob(services), sendNotificationsJob(services), resumeBroadcastsJob],
  handlers: (services) => ({
    'notification.broadcast': ({ broadcastId }) => runBroadcastStep(services, broadcastId),
    'notification.deliver': (told) => planDelivery(services, told as NotificationContent),
    'notification.send': ({ deliveryId }) => sendNotificationsNow(services, deliveryId),
  }),
  demo: ({ db }) => fillNotifications(db),
  personalData: notificationHoldings,
  erasePersonalData: forgetNotification,
  texts: notificationTexts,
  withoutFeatures: {
    ...reasonForFeatures('Messages are in the bell and in their own list.', 'search', 'pending'),
    ...reasonForFeatures('Messages are private to their reader.', 'personPage', 'reviewBasis', 'unitTimeline'),
    closing: 'Unread messages oblige nobody and keep no account open.',
  },
};
