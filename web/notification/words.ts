import { notifications } from '#contract/constants.ts';
import type { StateOf } from '#contract/kernel/machine.ts';
import type { Channel, DeliveryState, NotificationType } from '#contract/notification/events.ts';
import type { broadcastMachine } from '#contract/notification/machine.ts';
import type { Tone } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export const channelNames: Readonly<Record<Channel, () => string>> = {
  app: m.notification_channel_app,
  email: m.notification_channel_email,
  sms: m.notification_channel_sms,
};

export const stateNames: Readonly<Record<DeliveryState, { label: () => string; tone: Tone }>> = {
  queued: { label: m.notification_state_queued, tone: 'wait' },
  sent: { label: m.notification_state_sent, tone: 'good' },
  delivered: { label: m.notification_state_delivered, tone: 'good' },
  failed: { label: m.notification_state_failed, tone: 'bad' },
  muted: { label: m.notification_state_muted, tone: 'neutral' },
  bundled: { label: m.notification_state_bundled, tone: 'neutral' },
  throttled: { label: m.notification_state_throttled, tone: 'done' },
};

export const broadcastStates: Readonly<Record<StateOf<typeof broadcastMachine>, { label: () => string; tone: Tone }>> = {
  scheduled: { label: m.notification_broadcast_scheduled, tone: 'wait' },
  sending: { label: m.notification_broadcast_sending, tone: 'wait' },
  sent: { label: m.notification_broadcast_sent, tone: 'good' },
  canceled: { label: m.notification_broadcast_canceled, tone: 'done' },
};

/** What a notification says it is, as the toast understands it. */
export const toastKinds = { info: 'info', success: 'success', warning: 'warning' } as const satisfies Record<NotificationType, string>;

/** The many-button takes 21 at once; while that is all of them, it says so. */
export const markManyLabel = (unread: number): string =>
  unread <= notifications.markedAtOnce ? m.notification_mark_all() : m.notification_mark_first({ count: notifications.markedAtOnce });

/** Whether an answer on screen is of the room a notification is about: groups are called like their rooms. */
export const isAbout = ({ group }: { readonly group: string }, path: unknown): boolean => String(path).startsWith(`/api/v2/${group}/`);
/** What is counted for the menu and the home page follows every room. */
export const isHome = (path: unknown): boolean => String(path).startsWith('/api/v2/home/');
