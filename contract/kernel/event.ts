import type { JobPayload } from './payload.ts';

/** Notification events: the group in which a reader can mute them, and their default channels. */
export const eventChannels = ['app', 'email', 'sms'] as const;
export type EventChannel = (typeof eventChannels)[number];

/** The type of the message: the toast and the list derive their colour from it. */
export const notificationTypes = ['info', 'success', 'warning'] as const;
export type NotificationType = (typeof notificationTypes)[number];

export type EventShape = {
  readonly group: string;
  readonly channels: readonly EventChannel[];
  /** The parameters of its texts. Optional ones have a text without them. */
  readonly params: JobPayload<object>;
  /** The event cannot be muted and ignores quiet hours, because the reader needs the link or code now. */
  readonly always?: true;
  /**
   * The event has a deadline or a code, or needs an answer. It does not count towards the daily limit, beyond which messages are combined and sent
   * later.
   */
  readonly binds?: true;
  /** The event is about a payment just made: it is sent at once, also at night, and not counted in the daily limit. It can be muted. */
  readonly money?: true;
  /** The type is information if none is given. */
  readonly type?: NotificationType;
};
