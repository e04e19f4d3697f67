import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { toast as rules } from '#contract/constants.ts';
import type { DashboardLayout } from '#contract/kernel/roles.ts';
import { type Notification, notificationCalls } from '#contract/notification/calls.ts';
import { linkTo } from '#contract/screens.ts';
import { send } from '#web/client/client.ts';
import { useApp } from '#web/layout/app.tsx';
import { late, type Overlays } from '#web/ui/dash/late.tsx';
import { useHung } from '#web/ui/dash/use-hung.ts';
import { BellButton } from '#web/ui/shell/dash-parts.tsx';
import { toast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import { ring } from './sound.ts';
import { useRefresh } from './use-reading.ts';
import { isAbout, isHome, toastKinds } from './words.ts';

/** Comes when the bell is pressed. */
const Latest = lazy(() => import('./latest.tsx'));

/** Where no socket is offered, the count is asked for now and then. */
const pollMs = 60_000;

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

/** How many are unread, kept true by the socket; whatever came while it was closed is fetched when it opens. */
function useLiveCount(userId: number): number {
  const refresh = useRefresh();
  const { reread } = useApp();
  const queries = useQueryClient();
  const { path } = notificationCalls.count;
  const count = useQuery({
    queryKey: [path, {}],
    queryFn: () => send(notificationCalls.count, {}),
    throwOnError: false,
    refetchInterval: (query) => (query.state.data?.live === false ? pollMs : false),
  });
  const live = count.data?.live === true;
  useEffect(() => {
    if (!live) return;
    let stop: (() => void) | null = () => undefined;
    // What news is about has changed: an open board of leads shows the new one at once, to colleagues nobody rang for too.
    const heard = new Set<string>();
    // It comes after the page: nobody waits for it to read.
    void import('./live.ts').then(({ calmly, keepLive, socketOf }) => {
      if (stop === null) return;
      const look = calmly(() => {
        const groups = [...heard];
        heard.clear();
        return queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => isHome(path) || groups.some((group) => isAbout({ group }, path)) });
      });
      const hear = (group: string) => {
        heard.add(group);
        void look();
      };
      stop = keepLive({
        open: () => socketOf(userId),
        connected: refresh,
        refused: () => void reread(),
        arrived: (notification) => {
          announce(notification);
          hear('notification');
          hear(notification.group);
        },
        changed: hear,
      });
    });
    return () => {
      stop?.();
      stop = null;
    };
  }, [live, userId, refresh, reread, queries]);
  return count.data?.count ?? 0;
}

const Dropdown = late<ComponentProps<Overlays['HungPopover']>>(({ HungPopover }) => HungPopover);

export function Bell({ userId, layout }: { userId: number; layout: DashboardLayout }) {
  const count = useLiveCount(userId);
  const { button, hung } = useHung<HTMLButtonElement>('dialog');
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes when another page is shown, whichever it is
  useEffect(() => hung.setOpened(false), [key]);
  const label = count > 0 ? m.shell_notifications_unread({ count }) : m.shell_notifications();
  return (
    <>
      <BellButton label={label} count={count} button={button} />
      <Dropdown {...hung} width="min(392px, calc(100vw - 24px))" label={m.notification_title()}>
        {hung.opened && (
          <Suspense>
            <Latest count={count} href={linkTo('notification.list', layout)} />
          </Suspense>
        )}
      </Dropdown>
    </>
  );
}
