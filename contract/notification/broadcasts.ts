import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { days, filters, id, list, moment, page, pageSize, searchText, tabs } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { channels, deliveryStates } from './events.ts';
import { broadcastMachine } from './machine.ts';

const Broadcast = z.object({
  id: z.number(),
  heading: z.string(),
  heading_sw: z.string(),
  message: z.string(),
  message_sw: z.string(),
  channels: z.array(z.enum(channels)),
  status: stateSchema(broadcastMachine),
  /** How many were meant when it was written. */
  people: z.number(),
  /** How many have been told so far. */
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

const BroadcastFull = Broadcast.extend({
  page: z.string().nullable(),
  /** By channel, how many deliveries are in which state. */
  outcome: z.array(z.object({ channel: z.enum(channels), state: z.enum(deliveryStates), count: z.number() })),
  /** How many have read it in the app. */
  read: z.number(),
  moves: z.array(moveSchema(broadcastMachine)),
});
export type BroadcastFull = z.output<typeof BroadcastFull>;

export const broadcastCalls = {
  all: call({
    method: 'GET',
    path: '/api/v2/notification/broadcasts/',
    summary: 'Messages to many: one’s own, or everybody’s for those who run the platform',
    needs: ['notifications', 'create'],
    query: z.object({ page, page_size: pageSize, tabs, z_filter: filters({ status: stateSchema(broadcastMachine), heading: searchText, ...days }) }),
    result: list(Broadcast),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/notification/broadcast_details/',
    summary: 'One message to many, and how it was received',
    needs: ['notifications', 'create'],
    query: z.object({ id }),
    result: BroadcastFull,
    fails: ['notFound'],
  }),
  cancel: call({
    method: 'PATCH',
    path: '/api/v2/notification/cancel_broadcast/',
    summary: 'Call a message to many back before it goes out',
    needs: ['notifications', 'create'],
    query: z.object({ id }),
    result: BroadcastFull,
    fails: ['notFound', 'wrongState'],
    toast: 'statusUpdated',
    document: 'notifications',
  }),
} as const;
