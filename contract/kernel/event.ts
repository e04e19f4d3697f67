import type { Payload } from './payload.ts';

/** What people are told about, by event: the group they can mute it with, and the channels it takes unless they say otherwise. */
export const channels = ['app', 'email', 'sms'] as const;
export type Channel = (typeof channels)[number];

/** How the message looks: the toast and the list take their colour from it. */
export const notificationTypes = ['info', 'success', 'warning'] as const;
export type NotificationType = (typeof notificationTypes)[number];

export type EventShape = {
  readonly group: string;
  readonly channels: readonly Channel[];
  /** What its texts say. What may be missing is optional, and has a text without it. */
  readonly params: Payload<object>;
  /** Cannot be muted and ignores quiet hours: links and codes somebody is waiting for. */
  readonly always?: true;
  /** It has a clock or a code, or asks for an answer: it is not counted with the messages of a day, of which the rest comes later, put together. */
  readonly binds?: true;
  /** Money somebody just paid: it goes at once, by night too, and is not counted with the messages of a day. It can be muted. */
  readonly money?: true;
  /** Information, unless it says otherwise. */
  readonly type?: NotificationType;
};
