import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
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
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { eventChannels, notificationDeliveryStates } from './events.ts';
import { broadcastMachine } from './machine.ts';

const Broadcast = z.object({
  id: z.number(),
  heading: z.string(),
  heading_sw: z.string(),
  message: z.string(),
  message_sw: z.string(),
  channels: z.array(z.enum(eventChannels)),
  status: stateSchema(broadcastMachine),
  /** The number of recipients when it was written. */
  people: z.number(),
  /** The number of people notified so far. */
  told: z.number(),
  by: z.string().nullable(),
  user_type: z.number().nullable(),
  region: z.string().nullable(),
  property: z.string().nullable(),
  starts_at: moment,
  finished_at: moment.nullable(),
  created_at: moment,
});
export type Broadcast = z.output<typeof Broadcast>;

const BroadcastDetails = Broadcast.extend({
  page: z.string().nullable(),
  /** Deliveries by channel and state. */
  outcome: z.array(z.object({ channel: z.enum(eventChannels), state: z.enum(notificationDeliveryStates), count: z.number() })),
  /** The number of people who read it in the app. */
  read: z.number(),
  moves: z.array(moveSchema(broadcastMachine)),
});
export type BroadcastDetails = z.output<typeof BroadcastDetails>;

export const broadcastCalls = {
  list: call({
    method: 'GET',
    path: '/api/v2/notification/broadcasts/',
    summary: 'List broadcasts: the caller’s own, or all for platform staff',
    needs: ['notifications', 'create'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      z_filter: buildFilterSchema({ status: stateSchema(broadcastMachine), heading: searchText, ...dayRange }),
    }),
    result: buildListSchema(Broadcast),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/notification/broadcast_details/',
    summary: 'Get a broadcast with its delivery results',
    needs: ['notifications', 'create'],
    query: z.object({ id }),
    result: BroadcastDetails,
    fails: ['notFound'],
  }),
  cancel: call({
    method: 'PATCH',
    path: '/api/v2/notification/cancel_broadcast/',
    summary: 'Cancel a scheduled broadcast',
    needs: ['notifications', 'create'],
    query: z.object({ id }),
    result: BroadcastDetails,
    fails: ['notFound', 'wrongState'],
    toast: 'statusUpdated',
    document: 'notifications',
  }),
} as const;
