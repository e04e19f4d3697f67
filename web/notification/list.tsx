import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { notificationCalls } from '#contract/notification/calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { IconCheck, IconSend } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import { NotificationEntries } from './entries.tsx';
import classes from './notification.module.css';
import { getMarkAllReadLabel } from './words.ts';

// Most people open the list of notifications, so the other views load on demand.
const Broadcasts = lazy(() => import('./broadcasts.tsx').then((module) => ({ default: module.BroadcastList })));
const Deliveries = lazy(() => import('./deliveries.tsx').then((module) => ({ default: module.DeliveryList })));
const Preferences = lazy(() => import('./preferences.tsx').then((module) => ({ default: module.NotificationPreferences })));

const tabs = ['unread', 'all', 'preferences', 'broadcasts', 'deliveries'] as const;
type Tab = (typeof tabs)[number];

/** The notifications page: the list, the preferences and, for platform staff, the delivery log. */
export default function NotificationsPage() {
  const { visitor } = useApp();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const count = useCall(notificationCalls.count, {});
  const mark = useAction(notificationCalls.markRead);
  const unread = count.data?.count ?? 0;
  const maySeeLog = isAllowed(notificationCalls.deliveries.needs, visitor);
  const asked = tabs.find((tab) => tab === params.get('tab')) ?? 'unread';
  const maySend = isAllowed(notificationCalls.send.needs, visitor);
  const open = (name: Tab) => (name !== 'deliveries' || maySeeLog) && (name !== 'broadcasts' || maySend);
  const tab: Tab = open(asked) ? asked : 'unread';
  const labels = {
    unread: m.notification_tab_unread(),
    all: m.notification_tab_all(),
    preferences: m.notification_tab_preferences(),
    broadcasts: m.notification_tab_broadcasts(),
    deliveries: m.notification_tab_deliveries(),
  };
  return (
    <>
      <PageHeader
        title={m.notification_title()}
        sub={count.data ? m.notification_unread_count({ count: unread }) : undefined}
        actions={
          <>
            {isAllowed(notificationCalls.markRead.needs, visitor) && (
              <Button
                variant="default"
                leftSection={<IconCheck size={16} aria-hidden />}
                disabled={unread === 0}
                loading={mark.isPending}
                onClick={() => mark.mutate({ type: 'multiple' })}
              >
                {getMarkAllReadLabel(unread)}
              </Button>
            )}
            {maySend && (
              <Button component={Link} to={`${pathname}?tab=broadcasts&broadcast=new`} leftSection={<IconSend size={16} aria-hidden />}>
                {m.notification_send()}
              </Button>
            )}
          </>
        }
      />
      <div className={classes.views}>
        <ViewTabs
          label={m.notification_views()}
          items={tabs.filter(open).map((name) => ({
            label: labels[name],
            href: name === 'unread' ? pathname : `${pathname}?tab=${name}`,
            current: tab === name,
            ...(name === 'unread' && count.data ? { count: unread } : {}),
          }))}
        />
      </div>
      {(tab === 'unread' || tab === 'all') && <NotificationEntries key={tab} onlyUnread={tab === 'unread'} />}
      <Suspense fallback={<LoadingState answer={count} />}>
        {tab === 'preferences' && <Preferences />}
        {tab === 'broadcasts' && <Broadcasts />}
        {tab === 'deliveries' && <Deliveries />}
      </Suspense>
    </>
  );
}
