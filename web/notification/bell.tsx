import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import type { DashboardLayout } from '#contract/kernel/roles.ts';
import { notificationCalls } from '#contract/notification/calls.ts';
import { linkTo } from '#contract/screens.ts';
import { send } from '#web/client/client.ts';
import { useApp } from '#web/layout/app.tsx';
import { late, type Overlays } from '#web/ui/dash/overlay/late.tsx';
import { useHung } from '#web/ui/dash/overlay/use-hung.ts';
import { BellButton } from '#web/ui/shell/dash-parts.tsx';
import { m } from '#words/messages.js';
import { useRefresh } from './use-reading.ts';

/** Comes when the bell is pressed. */
const Latest = lazy(() => import('./latest.tsx'));

/** Where no socket is offered, the count is asked for now and then. */
const pollMs = 60_000;

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
    // It comes after the page: nobody waits for it to read.
    void import('./listen.ts').then(({ listen }) => {
      if (stop) stop = listen({ userId, queries, connected: refresh, refused: () => void reread() });
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
