import { notificationLimits } from '#contract/constants.ts';
import type { NotificationType } from '#contract/notification/events.ts';
import { broadcastStateLabels, notificationDeliveryStateLabels } from '#contract/notification/labels.ts';
import { addTones } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export const deliveryStateNames = addTones(notificationDeliveryStateLabels, {
  queued: 'wait',
  sent: 'good',
  delivered: 'good',
  failed: 'bad',
  muted: 'neutral',
  bundled: 'neutral',
  throttled: 'done',
});

export const broadcastStateNames = addTones(broadcastStateLabels, { scheduled: 'wait', sending: 'wait', sent: 'good', canceled: 'done' });

/** The toast type of each notification type. */
export const toastKinds = { info: 'info', success: 'success', warning: 'warning' } as const satisfies Record<NotificationType, string>;

/** The button marks 21 at once; when these are all, its label says so. */
export const getMarkAllReadLabel = (unread: number): string =>
  unread <= notificationLimits.markedAtOnce ? m.notification_mark_all() : m.notification_mark_first({ count: notificationLimits.markedAtOnce });

/** Whether a loaded answer belongs to the module of a notification; groups have the names of their modules. */
export const isNotificationAbout = ({ group }: { readonly group: string }, path: unknown): boolean => String(path).startsWith(`/api/v2/${group}/`);
/** Menu and home page counts depend on every module. */
export const isHomeCall = (path: unknown): boolean => String(path).startsWith('/api/v2/home/');
