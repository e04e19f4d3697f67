import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { type Notification, notificationCalls } from '#contract/notification/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { formatDateTime, formatRelative } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './notification.module.css';
import { useMarkNotificationRead } from './use-reading.ts';
import { getMarkAllReadLabel } from './words.ts';

/** The newest notifications in the bell; the page has the rest. */
export default function LatestNotifications({ count, href }: { count: number; href: string }) {
  const latest = useCall(notificationCalls.latest, { page: 1 });
  const markMany = useAction(notificationCalls.markRead);
  const results = latest.data?.results ?? [];
  return (
    <>
      <div className={classes.popTop}>
        <h2>{m.notification_title()}</h2>
        {count > 0 && (
          <Button size="compact-sm" variant="subtle" loading={markMany.isPending} onClick={() => markMany.mutate({ type: 'multiple' })}>
            {getMarkAllReadLabel(count)}
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
  const readOne = useMarkNotificationRead();
  return (
    <Link to={notification.page ?? fallback} className={classes.popLine} onClick={() => readOne(notification)}>
      <span className={classes.dot} data-unread={!notification.read || undefined} data-type={notification.type} aria-hidden="true" />
      <span className={classes.words}>
        <b>
          {!notification.read && <span className="sr-only">{m.notification_is_unread()}: </span>}
          {notification.heading}
        </b>
        <span>{notification.message}</span>
        <small title={formatDateTime(notification.created_at, locale)}>{formatRelative(notification.created_at, clock.ms(), locale)}</small>
      </span>
    </Link>
  );
}
