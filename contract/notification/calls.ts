import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import {
  buildFilterSchema,
  buildListSchema,
  dayRange,
  id,
  moment,
  pageNumberSchema,
  pageSize,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { isCountyCode } from '#contract/reference/counties.ts';
import { m } from '#words/messages.js';
import {
  broadcastAudienceKinds,
  eventChannels,
  eventGroups,
  notificationDeliveryStates,
  notificationDigestModes,
  notificationTypes,
} from './events.ts';

const Notification = z.object({
  id: z.number(),
  heading: z.string(),
  subject_name: z.string(),
  message: z.string(),
  read: z.boolean(),
  type: z.enum(notificationTypes),
  page: z.string().nullable(),
  event: z.string(),
  group: z.enum(eventGroups),
  created_at: moment,
});
export type Notification = z.output<typeof Notification>;

const NotificationPreference = z.object({ group: z.enum(eventGroups), channel: z.enum(eventChannels), on: z.boolean() });
export type NotificationPreference = z.output<typeof NotificationPreference>;

const hour = z.number().int().min(0).max(23);
const NotificationSettings = z.object({
  /** Quiet hours in Nairobi, during which non-urgent SMS are held; null = never. */
  quiet: z.strictObject({ from: hour, to: hour }).nullable(),
  digest: z.enum(notificationDigestModes),
});
export type NotificationSettings = z.output<typeof NotificationSettings>;

const NotificationDelivery = z.object({
  id: z.number(),
  event: z.string(),
  channel: z.enum(eventChannels),
  state: z.enum(notificationDeliveryStates),
  address: z.string(),
  person: z.string().nullable(),
  attempts: z.number(),
  error: z.string().nullable(),
  due_at: moment,
  created_at: moment,
  updated_at: moment,
});
export type NotificationDelivery = z.output<typeof NotificationDelivery>;

const LocalMessage = z.object({
  id: z.number(),
  channel: z.enum(['email', 'sms']),
  address: z.string(),
  subject: z.string(),
  body: z.string(),
  created_at: moment,
});
export type LocalMessage = z.output<typeof LocalMessage>;

/** Query parameters are strings, so booleans come as words. */
const flag = z.enum(['true', 'false', '1', '0']).transform((word) => word === 'true' || word === '1');
const userType = z.coerce
  .number()
  .int()
  .refine((n) => (Object.values(userTypes) as number[]).includes(n), { error: () => m.problem_user_type() });
const county = z.string().refine(isCountyCode, { error: () => m.problem_county() });
const ids = z.array(id).min(1).max(1000);
const audience = z.enum(broadcastAudienceKinds);

/** The recipients of a broadcast. User type, county and property can be combined; `audience` says which of them is required. */
const toWhom = {
  audience,
  user_type: userType.optional(),
  region: county.optional(),
  property_id: id.optional(),
  ids: ids.optional(),
};
const message = z.string().trim().max(1000);
/** Kiswahili is optional: its readers then get the English text. */
const words = {
  heading: singleLine.min(3).max(120),
  message: message.min(3),
  heading_sw: singleLine.max(120).default(''),
  message_sw: message.default(''),
};

export const notificationCalls = {
  list: call({
    method: 'GET',
    path: '/api/v2/notification/fetch_all_notifications/',
    summary: 'List the caller’s notifications, newest first',
    needs: ['notifications', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      z_filter: buildFilterSchema({ read: flag, group: z.enum(eventGroups), heading: searchText }),
    }),
    result: buildListSchema(Notification),
    fails: [],
  }),
  latest: call({
    method: 'GET',
    path: '/api/v2/notification/latest_notifications/',
    summary: 'List the latest notifications for the bell',
    needs: ['notifications', 'read'],
    query: z.object({ page: pageNumberSchema }),
    result: buildListSchema(Notification),
    fails: [],
  }),
  count: call({
    method: 'GET',
    path: '/api/v2/notification/fetch_notifications_count/',
    summary: 'Count unread notifications and report whether live updates are available',
    needs: ['notifications', 'read'],
    result: z.object({ count: z.number(), live: z.boolean() }),
    fails: [],
  }),
  sendTest: call({
    method: 'GET',
    path: '/api/v2/notification/test_notification/',
    summary: 'Send the caller a test message',
    needs: ['notifications', 'read'],
    result: z.object({ sent: z.literal(true) }),
    fails: ['tooMany'],
    toast: 'testMessageSent',
    document: 'notifications',
    writes: true,
  }),
  markRead: call({
    method: 'PATCH',
    path: '/api/v2/notification/mark_as_read_notification/',
    summary: 'Mark a notification as read, or the first 21 unread ones',
    needs: ['notifications', 'edit'],
    query: z.object({ type: z.enum(['single', 'multiple']), id: id.optional() }),
    result: z.object({ ids: z.array(z.number()), count: z.number() }),
    fails: ['notFound'],
    toast: 'markedAsRead',
    document: 'notifications',
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/notification/delete/',
    summary: 'Delete one of the caller’s notifications',
    needs: ['notifications', 'delete'],
    query: z.object({ id }),
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'notifications',
  }),
  send: call({
    method: 'POST',
    path: '/api/v2/notification/send_notification/',
    summary: 'Send a broadcast by user type, county and property, or to people by id, within the caller’s reach',
    needs: ['notifications', 'create'],
    body: z.strictObject({
      ...words,
      channels: z.array(z.enum(eventChannels)).min(1).max(3).default(['app']),
      /** The send time; immediately when empty. */
      at: moment.optional(),
      page: z
        .string()
        .max(300)
        .regex(/^\/(?![/\\])[^\\\s]*$/, { error: () => m.problem_site_path() })
        .optional(),
      ...toWhom,
    }),
    result: z.object({ id: z.number(), people: z.number() }),
    fails: ['forbidden'],
    document: 'notifications',
  }),
  previewAudience: call({
    method: 'GET',
    path: '/api/v2/notification/preview_audience/',
    summary: 'Preview a broadcast: readers by channel, SMS text and cost, and whether the caller may send it',
    needs: ['notifications', 'create'],
    query: z.object({ ...toWhom, ...z.object(words).partial().shape }),
    result: z.object({
      people: z.number(),
      allowed: z.boolean(),
      /** The number of people reached per channel, without those who opted out or have no address. */
      app: z.number(),
      email: z.number(),
      sms: z.number(),
      /** The SMS text in both languages, its segments, and whether it holds the full message; null without a text. */
      text: z.object({ en: z.string(), sw: z.string(), segments: z.number(), whole: z.boolean() }).nullable(),
    }),
    fails: [],
  }),
  preferences: call({
    method: 'GET',
    path: '/api/v2/notification/preferences/',
    summary: 'List the caller’s notification groups and their channels',
    needs: ['notifications', 'read'],
    result: z.object({ results: z.array(NotificationPreference), phone: z.boolean(), settings: NotificationSettings }),
    fails: [],
  }),
  changeSettings: call({
    method: 'PATCH',
    path: '/api/v2/notification/change_settings/',
    summary: 'Set quiet hours for SMS, and whether non-urgent mails arrive as one summary',
    needs: ['notifications', 'edit'],
    body: z.strictObject(NotificationSettings.partial().shape),
    result: NotificationSettings,
    fails: [],
    document: 'notifications',
  }),
  changePreference: call({
    method: 'PATCH',
    path: '/api/v2/notification/change_preference/',
    summary: 'Turn a channel of a notification group on or off',
    needs: ['notifications', 'edit'],
    body: z.strictObject({ group: z.enum(eventGroups), channel: z.enum(eventChannels), on: z.boolean() }),
    result: NotificationPreference,
    fails: [],
    document: 'notifications',
  }),
  deliveries: call({
    method: 'GET',
    path: '/api/v2/notification/deliveries/',
    summary: 'List sent messages by channel with their delivery status, for platform staff',
    needs: ['admins', 'edit'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      z_filter: buildFilterSchema({ state: z.enum(notificationDeliveryStates), channel: z.enum(eventChannels), address: searchText, ...dayRange }),
    }),
    result: buildListSchema(NotificationDelivery),
    fails: [],
  }),
  localOutbox: call({
    method: 'GET',
    path: '/api/dev/outbox',
    summary: 'List mails and SMS stored because no provider is configured; only with demo data or in development',
    needs: 'anyone',
    query: z.object({ page: pageNumberSchema.default(1) }),
    result: buildListSchema(LocalMessage),
    fails: ['notFound'],
  }),
} as const;
