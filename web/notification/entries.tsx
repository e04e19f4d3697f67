import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { type Notification, notificationCalls } from '#contract/notification/calls.ts';
import { eventGroupLabels } from '#contract/notification/events.ts';
import { clock } from '#contract/time/clock.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { cx } from '#web/ui/cx.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { RowsLoading, StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatDateTime, formatRelative } from '#web/ui/format.ts';
import { IconCheck, IconTrash } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './notification.module.css';
import { useMarkNotificationRead } from './use-reading.ts';

const noFilters = [] as const;
const newest: ListSort = { by: 'id', desc: true };

/** The list, the same at every width: text, group, time and actions. */
export function NotificationEntries({ onlyUnread }: { onlyUnread: boolean }) {
  const list = useListState(noFilters, newest);
  const [doomed, setDoomed] = useState<Notification | null>(null);
  const found = useCall(notificationCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    ...(onlyUnread ? { z_filter: { read: 'false' } } : {}),
  });
  if (found.isPending) return <Panel pad={false}>{<RowsLoading rows={6} label={m.shell_loading()} />}</Panel>;
  if (!found.data) {
    const again = <Button onClick={() => void found.refetch()}>{m.shell_try_again()}</Button>;
    return <Panel>{<StateBlock kind="error" title={m.notification_not_loaded()} text="" action={again} />}</Panel>;
  }
  const { results, count } = found.data;
  if (results.length === 0 && list.page > 1) {
    const first = (
      <Button component={Link} to={list.pageHref(1)} variant="default">
        {m.shell_page_first()}
      </Button>
    );
    return <Panel>{<StateBlock title={m.notification_empty_unread_title()} text={m.notification_empty_unread_text()} action={first} />}</Panel>;
  }
  if (results.length === 0) {
    return (
      <Panel>
        <StateBlock
          title={onlyUnread ? m.notification_empty_unread_title() : m.notification_empty_all_title()}
          text={onlyUnread ? m.notification_empty_unread_text() : m.notification_empty_all_text()}
        />
      </Panel>
    );
  }
  return (
    <>
      <Panel pad={false}>
        <ul
          data-mixed={!onlyUnread || undefined}
          className={cx(classes.list, found.isPlaceholderData && classes.dim)}
          aria-label={m.notification_title()}
          aria-busy={found.isPlaceholderData}
        >
          {results.map((one) => (
            <Entry key={one.id} notification={one} remove={() => setDoomed(one)} />
          ))}
        </ul>
        <div className={classes.foot}>
          <ListFooter list={list} count={count} />
        </div>
      </Panel>
      <AskDelete doomed={doomed} close={() => setDoomed(null)} />
    </>
  );
}

function Entry({ notification, remove }: { notification: Notification; remove: () => void }) {
  const { visitor, locale } = useApp();
  const readOne = useMarkNotificationRead();
  const { heading, message, subject_name, page, read, type, group, created_at } = notification;
  return (
    <li data-unread={!read || undefined}>
      <span className={classes.dot} data-unread={!read || undefined} data-type={type} aria-hidden="true" />
      <div className={classes.words}>
        <b>
          {!read && <span className="sr-only">{m.notification_is_unread()}: </span>}
          {page ? (
            <Link to={page} onClick={() => readOne(notification)}>
              {heading}
            </Link>
          ) : (
            heading
          )}
        </b>
        <span>{message}</span>
        <small>
          {eventGroupLabels[group]()}
          {subject_name && ` · ${subject_name}`} ·{' '}
          <span title={formatDateTime(created_at, locale)}>{formatRelative(created_at, clock.ms(), locale)}</span>
        </small>
      </div>
      <div className={classes.tools}>
        {!read && isAllowed(notificationCalls.markRead.needs, visitor) && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconCheck size={16} aria-hidden />}
            aria-label={m.notification_mark_of({ heading })}
            onClick={() => readOne(notification)}
          >
            {m.notification_mark_one()}
          </Button>
        )}
        {isAllowed(notificationCalls.remove.needs, visitor) && (
          <ActionIcon variant="subtle" color="gray" aria-label={m.notification_delete_of({ heading })} onClick={remove}>
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </li>
  );
}

function AskDelete({ doomed, close }: { doomed: Notification | null; close: () => void }) {
  const remove = useAction(notificationCalls.remove, { said: () => m.said_deleted({ name: shown?.heading ?? '' }), done: close });
  // The question stays readable while the dialog fades out.
  const [shown, setShown] = useState(doomed);
  if (doomed && doomed !== shown) setShown(doomed);
  return (
    <ConfirmModal
      opened={doomed !== null}
      onClose={close}
      title={m.notification_delete_title()}
      confirmLabel={m.notification_delete_verb()}
      cancelLabel={m.notification_delete_keep()}
      closeLabel={m.shell_close()}
      loading={remove.isPending}
      danger
      onConfirm={() => doomed && remove.mutate({ id: doomed.id })}
    >
      {m.notification_delete_text({ heading: shown?.heading ?? '' })}
    </ConfirmModal>
  );
}
