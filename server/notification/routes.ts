import { notificationCalls } from '#contract/notification/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import { audience, send } from './broadcast.ts';
import { deliveries, localOutbox } from './delivery-log.ts';
import { all, latest, markRead, remove, test, unread } from './inbox.ts';
import { changePreference, preferences } from './preferences.ts';
import { changeSettings } from './settings.ts';

export const notificationRoutes = ({ env }: House) =>
  serve(notificationCalls, {
    all,
    latest,
    count: async (ctx) => ({ count: await unread(ctx), live: env.WEBSOCKET === 'on' }),
    test,
    markRead,
    remove,
    send,
    audience,
    preferences,
    changePreference,
    changeSettings,
    deliveries,
    localOutbox: localOutbox(env),
  });
