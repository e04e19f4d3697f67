import { broadcastCalls } from '#contract/notification/broadcasts.ts';
import { notificationCalls } from '#contract/notification/calls.ts';
import { fillNotifications } from '#server/db/demo/notification.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { audience, send } from './broadcast.ts';
import { allBroadcasts, broadcastDetails, cancelBroadcast } from './broadcast-log.ts';
import { broadcastStep, takeUpBroadcasts } from './broadcast-run.ts';
import { plan } from './deliver.ts';
import { deliveries, localOutbox, outboxSweep } from './delivery-log.ts';
import { digestJob } from './digest.ts';
import { all, latest, markRead, remove, test, unread } from './inbox.ts';
import { liveRoutes } from './live.ts';
import { forgetNotification, notificationHoldings } from './personal-data.ts';
import { changePreference, preferences } from './preferences.ts';
import { reportRoutes } from './reports.ts';
import { notificationScopes } from './scopes.ts';
import { sendJob, sendNow } from './sender.ts';
import type { Told } from './service.ts';
import { changeSettings } from './settings.ts';
import { notificationTexts } from './texts.ts';

export const notificationRoom: ServerRoom = {
  scopes: notificationScopes,
  calls: { notification: notificationCalls, broadcast: broadcastCalls },
  routes: ({ env }) => [
    ...serve(broadcastCalls, { all: allBroadcasts, details: broadcastDetails, cancel: cancelBroadcast }),
    ...serve(notificationCalls, {
      all,
      latest,
      count: async (ctx) => ({ count: await unread(ctx), live: env.WEBSOCKET === 'on' }),
      test,
      markRead,
      remove,
      send,
      audience: audience(env),
      preferences,
      changePreference,
      changeSettings,
      deliveries,
      localOutbox: localOutbox(env),
    }),
  ],
  http: async (app, house) => {
    await app.register((scope) => liveRoutes(scope, house));
    await app.register((scope) => reportRoutes(scope, house));
  },
  jobs: (house) => [outboxSweep, digestJob(house), sendJob(house), takeUpBroadcasts],
  handlers: (house) => ({
    'notification.broadcast': ({ broadcastId }) => broadcastStep(house, broadcastId),
    'notification.deliver': (told) => plan(house, told as Told),
    'notification.send': ({ deliveryId }) => sendNow(house, deliveryId),
  }),
  demo: ({ db }) => fillNotifications(db),
  holdings: notificationHoldings,
  forget: forgetNotification,
  texts: notificationTexts,
  without: {
    ...because('Messages are in the bell and in their own list.', 'search', 'pending'),
    ...because('Messages are private to their reader.', 'personPage', 'reviewBasis', 'unitTimeline'),
    closing: 'Unread messages oblige nobody and keep no account open.',
  },
};
