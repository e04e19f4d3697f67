import { Button } from '@mantine/core';
import { href } from '#contract/kernel/screen.ts';
import { portalPublicScreens } from '#contract/portal/public.ts';
import { type ThreadSummary, threadCalls } from '#contract/thread/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import { formatThreadStep } from './steps.ts';
import classes from './thread.module.css';

const newest: ListSort = { by: 'id', desc: true };
const names = ['unread'] as const;

/** A tenant's conversations about homes, the latest first. */
export default function MyMessages() {
  const list = useListState(names, newest);
  const { link } = useDashboard();
  const unread = list.filters.unread === 'true';
  const found = useCall(threadCalls.listMine, {
    page: list.page,
    page_size: list.pageSize,
    ...(unread ? { z_filter: { unread: 'true' as const } } : {}),
  });
  if (!found.data) return <LoadingState answer={found} rows={6} />;
  const { results, count } = found.data;
  const other = unread ? (
    <AppLink href={list.hrefWith({ unread: null, page: null })}>{m.thread_back()}</AppLink>
  ) : found.data.unread > 0 ? (
    <AppLink href={list.hrefWith({ unread: 'true', page: null })}>{m.thread_unread({ count: found.data.unread })}</AppLink>
  ) : undefined;
  return (
    <>
      <PageHeader title={m.screens_thread_mine()} sub={other} />
      {count === 0 ? (
        <StateBlock
          title={m.thread_empty_title()}
          text={m.thread_empty_text()}
          action={
            <Button component="a" href={href(portalPublicScreens.listings)}>
              {m.thread_empty_action()}
            </Button>
          }
        />
      ) : (
        <Panel pad={false}>
          <ul className={classes.rows}>
            {results.map((one) => (
              <li key={one.id}>
                <Row one={one} page={link('thread.one', { id: one.id })} />
              </li>
            ))}
          </ul>
          <ListFooter list={list} count={count} />
        </Panel>
      )}
    </>
  );
}

const Row = ({ one, page }: { one: ThreadSummary; page: string }) => (
  <AppLink href={page} className={classes.row ?? ''}>
    <b>{one.about}</b>
    {one.unread > 0 ? <em>{m.thread_unread({ count: one.unread })}</em> : <small>{one.last_at ? formatDateTime(one.last_at) : ''}</small>}
    <span>
      {m.thread_with({ name: one.other })}
      {one.last ? `: ${one.last.step ? formatThreadStep(one.last.step, one.last.about) : one.last.body}` : ''}
    </span>
  </AppLink>
);
