import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import type { DashboardLayout } from '#contract/kernel/roles.ts';
import { notificationCalls } from '#contract/notification/calls.ts';
import { linkTo } from '#contract/screens.ts';
import { send } from '#web/client/client.ts';
import { useApp } from '#web/layout/app.tsx';
import { makeLazyOverlay, type OverlayModule } from '#web/ui/dash/overlay/lazy-overlay.tsx';
import { useAnchoredOverlay } from '#web/ui/dash/overlay/use-anchored.ts';
import { BellButton } from '#web/ui/shell/dash-parts.tsx';
import { m } from '#words/messages.js';
import { useNotificationRefresh } from './use-reading.ts';

/** Loads when the bell is pressed. */
const Latest = lazy(() => import('./latest.tsx'));

/** Without a socket the count is polled. */
const pollMs = 60_000;

/** The unread count, updated by the socket; on reconnection the missed ones are loaded. */
function useLiveCount(userId: number): number {
  const refresh = useNotificationRefresh();
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
    // Loads after the page, since nothing on it depends on it.
    void import('./listen.ts').then(({ listenForNotifications: listen }) => {
      if (stop) stop = listen({ userId, queries, connected: refresh, refused: () => void reread() });
    });
    return () => {
      stop?.();
      stop = null;
    };
  }, [live, userId, refresh, reread, queries]);
  return count.data?.count ?? 0;
}

const Dropdown = makeLazyOverlay<ComponentProps<OverlayModule['AnchoredPopover']>>(({ AnchoredPopover }) => AnchoredPopover);

export function NotificationBell({ userId, layout }: { userId: number; layout: DashboardLayout }) {
  const count = useLiveCount(userId);
  const { button, hung } = useAnchoredOverlay<HTMLButtonElement>('dialog');
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
