import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type DeadLetterJob, type JobQueue, jobsCalls } from '#contract/jobs/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { DeadJobDrawer, JobQueueDrawer } from './drawers.tsx';
import { describeJobState, formatJobAttempts, formatJobSchedule, getJobName } from './words.ts';

const order: ListSort = { by: 'name', desc: false };
const newest: ListSort = { by: 'died_at', desc: true };

/** Queued and scheduled jobs, and those that failed permanently. */
export default function JobQueueList() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const failed = params.get('tab') === 'failed';
  const dead = useCall(jobsCalls.dead, { page: 1, page_size: 10 });
  const count = dead.data?.count;
  return (
    <>
      <PageHeader title={m.jobs_title()} sub={count === undefined ? m.jobs_sub() : m.jobs_failed_count({ count })} />
      <ViewTabs
        label={m.jobs_views()}
        items={[
          { label: m.jobs_tab_queues(), href: pathname, current: !failed },
          { label: m.jobs_tab_failed(), href: `${pathname}?tab=failed`, current: failed, ...(count === undefined ? {} : { count }) },
        ]}
      />
      {failed ? <Failed /> : <Queues />}
    </>
  );
}

const State = ({ queue }: { queue: JobQueue }) => {
  const { tone, label } = describeJobState(queue);
  return <ToneBadge tone={tone}>{label}</ToneBadge>;
};
const lastOf = (q: JobQueue) => (q.last_run ? formatDateTime(q.last_run) : m.jobs_never());

const queueColumns = (): readonly TableColumn<JobQueue>[] => [
  { key: 'name', header: m.jobs_column_name(), cell: (q) => <TwoLineCell top={getJobName(q.name)} bottom={formatJobSchedule(q.cron)} /> },
  { key: 'state', header: m.jobs_column_state(), cell: (q) => <State queue={q} /> },
  { key: 'waiting', header: m.jobs_column_waiting(), align: 'right', cell: (q) => q.waiting },
  { key: 'active', header: m.jobs_column_active(), align: 'right', cell: (q) => q.active },
  { key: 'dead', header: m.jobs_column_failed(), align: 'right', cell: (q) => q.dead },
  { key: 'last_run', header: m.jobs_column_last(), cell: lastOf },
  { key: 'next_run', header: m.jobs_column_next(), cell: (q) => (q.next_run ? formatDateTime(q.next_run) : '') },
];

function Queues() {
  const list = useListState([], order);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const queues = useCall(jobsCalls.queues, { page: list.page, page_size: list.pageSize });
  const open = queues.data?.results.find(({ name }) => name === params.get('job')) ?? null;
  return (
    <>
      <DataTable
        caption={m.jobs_tab_queues()}
        columns={queueColumns()}
        rows={queues.data?.results ?? []}
        rowKey={(q) => q.name}
        rowHref={(q) => list.hrefWith({ job: q.name })}
        state={queues.isPending ? 'loading' : queues.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        error={queues.isError && !queues.data ? <LoadingState answer={queues} /> : undefined}
        empty={<StateBlock title={m.jobs_queues_empty_title()} text={m.jobs_queues_empty_text()} />}
        mobile={(q) => (
          <MobileRow
            name={getJobName(q.name)}
            amount={<State queue={q} />}
            meta={formatJobSchedule(q.cron)}
            metaEnd={m.jobs_waiting_count({ count: q.waiting })}
            when={lastOf(q)}
          />
        )}
        footer={<ListFooter list={list} count={queues.data?.count ?? 0} />}
      />
      <JobQueueDrawer queue={open} onClose={() => void navigate(list.hrefWith({ job: null }), { replace: true, preventScrollReset: true })} />
    </>
  );
}

const deadColumns = (): readonly TableColumn<DeadLetterJob>[] => [
  { key: 'queue', header: m.jobs_column_name(), cell: (d) => <TwoLineCell top={getJobName(d.queue)} bottom={formatJobAttempts(d)} /> },
  { key: 'problem', header: m.jobs_column_problem(), wrap: true, cell: (d) => d.problem },
  { key: 'died_at', header: m.jobs_column_died(), cell: (d) => formatDateTime(d.died_at) },
];

function Failed() {
  const list = useListState([], newest);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const dead = useCall(jobsCalls.dead, { page: list.page, page_size: list.pageSize });
  const open = dead.data?.results.find(({ id }) => String(id) === params.get('failed')) ?? null;
  return (
    <>
      <DataTable
        caption={m.jobs_tab_failed()}
        columns={deadColumns()}
        rows={dead.data?.results ?? []}
        rowKey={(d) => String(d.id)}
        rowHref={(d) => list.hrefWith({ failed: d.id })}
        state={dead.isPending ? 'loading' : dead.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        error={dead.isError && !dead.data ? <LoadingState answer={dead} /> : undefined}
        empty={<StateBlock title={m.jobs_failed_empty_title()} text={m.jobs_failed_empty_text()} />}
        mobile={(d) => <MobileRow name={getJobName(d.queue)} meta={d.problem} badge={formatJobAttempts(d)} when={formatDateTime(d.died_at)} />}
        footer={<ListFooter list={list} count={dead.data?.count ?? 0} />}
      />
      <DeadJobDrawer dead={open} onClose={() => void navigate(list.hrefWith({ failed: null }), { replace: true, preventScrollReset: true })} />
    </>
  );
}
