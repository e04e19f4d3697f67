import { Button, Popover } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { toast as rules } from '#contract/constants.ts';
import type { DashboardLayout } from '#contract/kernel/roles.ts';
import { type Notification, notificationCalls } from '#contract/notification/calls.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { send } from '#web/client/client.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { dateTime, relative } from '#web/ui/format.ts';
import { BellButton } from '#web/ui/shell/dash-parts.tsx';
import { toast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import { keepLive, socketOf } from './live.ts';
import classes from './notification.module.css';
import { ring } from './sound.ts';
import { useReadOne, useRefresh } from './use-reading.ts';
import { isAbout, isHome, markManyLabel, toastKinds } from './words.ts';

/** Where no socket is offered, the count is asked for now and then. */
const pollMs = 60_000;

const announce = ({ id, type, heading, message }: Notification) => {
  toast({
    id: `notification-${id}`,
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
    return keepLive({
      open: () => socketOf(userId),
      connected: refresh,
      refused: () => void reread(),
      arrived: (notification) => {
        announce(notification);
        refresh();
        // What it is about has changed.
        void queries.invalidateQueries({ predicate: ({ queryKey }) => isAbout(notification, queryKey[0]) });
      },
      // An open board of leads shows the new one at once, to colleagues nobody rang for too.
      changed: (group) => void queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => isAbout({ group }, path) || isHome(path) }),
    });
  }, [live, userId, refresh, reread, queries]);
  return count.data?.count ?? 0;
}

export function Bell({ userId, layout }: { userId: number; layout: DashboardLayout }) {
  const count = useLiveCount(userId);
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes when another page is shown, whichever it is
  useEffect(() => setOpen(false), [key]);
  const label = count > 0 ? m.shell_notifications_unread({ count }) : m.shell_notifications();
  return (
    <Popover opened={open} onChange={setOpen} width="min(392px, calc(100vw - 24px))" position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <BellButton label={label} count={count} open={open} onClick={() => setOpen(!open)} />
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={m.notification_title()}>
        {open && <Latest count={count} href={linkTo('notification.list', layout)} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function Latest({ count, href }: { count: number; href: string }) {
  const latest = useCall(notificationCalls.latest, { page: 1 });
  const markMany = useAct(notificationCalls.markRead);
  const results = latest.data?.results ?? [];
  return (
    <>
      <div className={classes.popTop}>
        <h2>{m.notification_title()}</h2>
        {count > 0 && (
          <Button size="compact-sm" variant="subtle" loading={markMany.isPending} onClick={() => markMany.mutate({ type: 'multiple' })}>
            {markManyLabel(count)}
          </Button>
        )}
      </div>
      {latest.isPending && <RowsLoading rows={3} label={m.shell_loading()} />}
      {latest.isError && !latest.data && (
        <div className={classes.popEmpty} role="alert">
          {m.notification_not_loaded()}{' '}
          <Button size="compact-sm" variant="subtle" onClick={() => void latest.refetch()}>
            {m.shell_try_again()}
          </Button>
        </div>
      )}
      {latest.data && results.length === 0 && <p className={classes.popEmpty}>{m.notification_bell_empty()}</p>}
      {results.length > 0 && (
        <ul className={classes.popList}>
          {results.map((one) => (
            <li key={one.id}>
              <Line notification={one} fallback={href} />
            </li>
          ))}
        </ul>
      )}
      <div className={classes.popFoot}>
        <Button component={Link} to={href} variant="default" fullWidth data-autofocus>
          {m.notification_bell_all()}
        </Button>
      </div>
    </>
  );
}

function Line({ notification, fallback }: { notification: Notification; fallback: string }) {
  const { locale } = useApp();
  const readOne = useReadOne();
  return (
    <Link to={notification.page ?? fallback} className={classes.popLine} onClick={() => readOne(notification)}>
      <span className={classes.dot} data-unread={!notification.read || undefined} data-type={notification.type} aria-hidden="true" />
      <span className={classes.words}>
        <b>
          {!notification.read && <span className="sr-only">{m.notification_is_unread()}: </span>}
          {notification.heading}
        </b>
        <span>{notification.message}</span>
        <small title={dateTime(notification.created_at, locale)}>{relative(notification.created_at, clock.ms(), locale)}</small>
      </span>
    </Link>
  );
}
