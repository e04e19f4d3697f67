import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { days, filters, id, list, moment, page, pageSize, searchText, tabs } from '#contract/kernel/list.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { isCounty } from '#contract/reference/counties.ts';
import { m } from '#words/messages.js';
import { audienceKinds, channels, deliveryStates, digests, eventGroups, notificationTypes } from './events.ts';

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

const Preference = z.object({ group: z.enum(eventGroups), channel: z.enum(channels), on: z.boolean() });
export type Preference = z.output<typeof Preference>;

const hour = z.number().int().min(0).max(23);
const Settings = z.object({
  /** Hours of the day in Nairobi between which SMS that can wait are held; null = never. */
  quiet: z.strictObject({ from: hour, to: hour }).nullable(),
  digest: z.enum(digests),
});
export type NotificationSettings = z.output<typeof Settings>;

const Delivery = z.object({
  id: z.number(),
  event: z.string(),
  channel: z.enum(channels),
  state: z.enum(deliveryStates),
  address: z.string(),
  person: z.string().nullable(),
  attempts: z.number(),
  error: z.string().nullable(),
  due_at: moment,
  created_at: moment,
  updated_at: moment,
});
export type Delivery = z.output<typeof Delivery>;

const LocalMessage = z.object({
  id: z.number(),
  channel: z.enum(['email', 'sms']),
  address: z.string(),
  subject: z.string(),
  body: z.string(),
  created_at: moment,
});
export type LocalMessage = z.output<typeof LocalMessage>;

/** In an address true and false are words. */
const flag = z.enum(['true', 'false', '1', '0']).transform((word) => word === 'true' || word === '1');
const userType = z.coerce
  .number()
  .int()
  .refine((n) => (Object.values(userTypes) as number[]).includes(n), { error: () => m.problem_user_type() });
const county = z.string().refine(isCounty, { error: () => m.problem_county() });
const ids = z.array(id).min(1).max(1000);
const audience = z.enum(audienceKinds);

/** By kind, county and property together; `audience` says which of them is meant for certain. */
const toWhom = {
  audience,
  user_type: userType.optional(),
  region: county.optional(),
  property_id: id.optional(),
  ids: ids.optional(),
};
const message = z.string().trim().max(1000);
/** Kiswahili may be left out: its readers get the English words then. */
const words = {
  heading: line.min(3).max(120),
  message: message.min(3),
  heading_sw: line.max(120).default(''),
  message_sw: message.default(''),
};

export const notificationCalls = {
  all: call({
    method: 'GET',
    path: '/api/v2/notification/fetch_all_notifications/',
    summary: 'One’s own notifications, newest first',
    needs: ['notifications', 'read'],
    query: z.object({ page, page_size: pageSize, z_filter: filters({ read: flag, group: z.enum(eventGroups), heading: searchText }) }),
    result: list(Notification),
    fails: [],
  }),
  latest: call({
    method: 'GET',
    path: '/api/v2/notification/latest_notifications/',
    summary: 'The latest ones, for the bell',
    needs: ['notifications', 'read'],
    query: z.object({ page }),
    result: list(Notification),
    fails: [],
  }),
  count: call({
    method: 'GET',
    path: '/api/v2/notification/fetch_notifications_count/',
    summary: 'How many are unread, and whether this server has a live socket',
    needs: ['notifications', 'read'],
    result: z.object({ count: z.number(), live: z.boolean() }),
    fails: [],
  }),
  test: call({
    method: 'GET',
    path: '/api/v2/notification/test_notification/',
    summary: 'Sends oneself a test message',
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
    summary: 'Marks one as read, or the first 21 that are unread',
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
    summary: 'Deletes one of one’s own notifications',
    needs: ['notifications', 'delete'],
    query: z.object({ id }),
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'notifications',
  }),
  send: call({
    method: 'POST',
    path: '/api/v2/notification/send_notification/',
    summary: 'Tells an audience something: by user type, county and property together, or people by id, as far as the caller reaches',
    needs: ['notifications', 'create'],
    body: z.strictObject({
      ...words,
      channels: z.array(z.enum(channels)).min(1).max(3).default(['app']),
      /** When it goes out; at once when none is said. */
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
  audience: call({
    method: 'GET',
    path: '/api/v2/notification/preview_audience/',
    summary: 'How many people a broadcast would reach by each channel, what its SMS say and cost, and whether the caller may send it',
    needs: ['notifications', 'create'],
    query: z.object({ ...toWhom, ...z.object(words).partial().shape }),
    result: z.object({
      people: z.number(),
      allowed: z.boolean(),
      /** Who would be reached by which channel: opt-outs and missing addresses left out. */
      app: z.number(),
      email: z.number(),
      sms: z.number(),
      /** What an SMS of these words says, by language, how many segments it takes and whether it says everything; null without words. */
      text: z.object({ en: z.string(), sw: z.string(), segments: z.number(), whole: z.boolean() }).nullable(),
    }),
    fails: [],
  }),
  preferences: call({
    method: 'GET',
    path: '/api/v2/notification/preferences/',
    summary: 'Which groups reach one by which channel',
    needs: ['notifications', 'read'],
    result: z.object({ results: z.array(Preference), phone: z.boolean(), settings: Settings }),
    fails: [],
  }),
  changeSettings: call({
    method: 'PATCH',
    path: '/api/v2/notification/change_settings/',
    summary: 'One’s quiet hours for SMS, and whether mails that can wait come as one summary',
    needs: ['notifications', 'edit'],
    body: z.strictObject(Settings.partial().shape),
    result: Settings,
    fails: [],
    document: 'notifications',
  }),
  changePreference: call({
    method: 'PATCH',
    path: '/api/v2/notification/change_preference/',
    summary: 'Turns one channel of one group on or off',
    needs: ['notifications', 'edit'],
    body: z.strictObject({ group: z.enum(eventGroups), channel: z.enum(channels), on: z.boolean() }),
    result: Preference,
    fails: [],
    document: 'notifications',
  }),
  deliveries: call({
    method: 'GET',
    path: '/api/v2/notification/deliveries/',
    summary: 'What went out by which channel and how it went, for those who run the platform',
    needs: ['admins', 'edit'],
    query: z.object({
      page,
      page_size: pageSize,
      tabs,
      z_filter: filters({ state: z.enum(deliveryStates), channel: z.enum(channels), address: searchText, ...days }),
    }),
    result: list(Delivery),
    fails: [],
  }),
  localOutbox: call({
    method: 'GET',
    path: '/api/dev/outbox',
    summary: 'Mails and SMS that were kept because no carrier is configured; exists with demo data and in development only',
    needs: 'anyone',
    query: z.object({ page: page.default(1) }),
    result: list(LocalMessage),
    fails: ['notFound'],
  }),
} as const;
