import type { QueryClient } from '@tanstack/react-query';
import { toast as rules } from '#contract/constants.ts';
import type { Notification } from '#contract/notification/calls.ts';
import { toast } from '#web/ui/toast/store.ts';
import { calmly, keepLive, type LiveParts, socketOf } from './live.ts';
import { ring } from './sound.ts';
import { isAbout, isHome, toastKinds } from './words.ts';

/** One at a time, the newest: several at once would cover what they are about, and the bell keeps them all. */
const announce = ({ type, heading, message }: Notification) => {
  toast({
    id: 'notification',
    kind: toastKinds[type],
    title: heading,
    text: message,
    position: 'top-center',
    autoClose: rules.live.closeAfterMs,
  });
  ring();
};

/** Says what arrives and reads anew what it is about: an open board of leads shows the new one at once, to colleagues nobody rang for too. */
export function listen({
  userId,
  queries,
  ...parts
}: { readonly userId: number; readonly queries: QueryClient } & Pick<LiveParts, 'connected' | 'refused'>): () => void {
  const heard = new Set<string>();
  const look = calmly(() => {
    const groups = [...heard];
    heard.clear();
    return queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => isHome(path) || groups.some((group) => isAbout({ group }, path)) });
  });
  const hear = (group: string) => {
    heard.add(group);
    void look();
  };
  return keepLive({
    ...parts,
    open: () => socketOf(userId),
    arrived: (notification) => {
      announce(notification);
      hear('notification');
      hear(notification.group);
    },
    changed: hear,
  });
}
