import type { QueryClient } from '@tanstack/react-query';
import { toastDurations } from '#contract/constants.ts';
import type { Notification } from '#contract/notification/calls.ts';
import { showToast } from '#web/ui/toast/store.ts';
import { keepSocketOpen, type LiveSocketOptions, openLiveSocket, throttleAsync } from './live.ts';
import { playSound } from './sound.ts';
import { isHomeCall, isNotificationAbout, toastKinds } from './words.ts';

/** Only the newest toast is shown: several would cover the page, and the bell keeps all. */
const announce = ({ type, heading, message }: Notification) => {
  showToast({
    id: 'notification',
    kind: toastKinds[type],
    title: heading,
    text: message,
    position: 'top-center',
    autoClose: toastDurations.live.closeAfterMs,
  });
  playSound();
};

/**
 * Shows arriving notifications and reloads the data they concern: an open board of leads shows a new one at once, also to colleagues who were not
 * notified.
 */
export function listenForNotifications({
  userId,
  queries,
  ...parts
}: { readonly userId: number; readonly queries: QueryClient } & Pick<LiveSocketOptions, 'connected' | 'refused'>): () => void {
  const heard = new Set<string>();
  const look = throttleAsync(() => {
    const groups = [...heard];
    heard.clear();
    return queries.invalidateQueries({
      predicate: ({ queryKey: [path] }) => isHomeCall(path) || groups.some((group) => isNotificationAbout({ group }, path)),
    });
  });
  const hear = (group: string) => {
    heard.add(group);
    void look();
  };
  return keepSocketOpen({
    ...parts,
    open: () => openLiveSocket(userId),
    arrived: (notification) => {
      announce(notification);
      hear('notification');
      hear(notification.group);
    },
    changed: hear,
  });
}
