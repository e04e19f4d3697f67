import type { Needs } from '#contract/access/documents.ts';

/** Rooms whose open lists follow at once: colleagues who may read there are told that something changed, never what. */
export const liveRooms = {
  lead: ['contacts', 'read'],
  thread: ['contacts', 'read'],
  invoice: ['invoices', 'read'],
  payment: ['payments', 'read'],
} as const satisfies Readonly<Record<string, Needs>>;
export type LiveRoom = keyof typeof liveRooms;
export const isLiveRoom = (name: unknown): name is LiveRoom => typeof name === 'string' && Object.hasOwn(liveRooms, name);
