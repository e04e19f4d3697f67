import { notifications } from '#contract/constants.ts';
import type { NotificationType } from '#contract/notification/events.ts';
import { broadcastStateLabels, stateLabels } from '#contract/notification/labels.ts';
import { toned } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export const stateNames = toned(stateLabels, {
  queued: 'wait',
  sent: 'good',
  delivered: 'good',
  failed: 'bad',
  muted: 'neutral',
  bundled: 'neutral',
  throttled: 'done',
});

export const broadcastStates = toned(broadcastStateLabels, { scheduled: 'wait', sending: 'wait', sent: 'good', canceled: 'done' });

/** What a notification says it is, as the toast understands it. */
export const toastKinds = { info: 'info', success: 'success', warning: 'warning' } as const satisfies Record<NotificationType, string>;

/** The many-button takes 21 at once; while that is all of them, it says so. */
export const markManyLabel = (unread: number): string =>
  unread <= notifications.markedAtOnce ? m.notification_mark_all() : m.notification_mark_first({ count: notifications.markedAtOnce });

/** Whether an answer on screen is of the room a notification is about: groups are called like their rooms. */
export const isAbout = ({ group }: { readonly group: string }, path: unknown): boolean => String(path).startsWith(`/api/v2/${group}/`);
/** What is counted for the menu and the home page follows every room. */
export const isHome = (path: unknown): boolean => String(path).startsWith('/api/v2/home/');
