import { useState } from 'react';
import { approvalCalls } from '#contract/approval/calls.ts';
import { type ApprovalRequestState, approvalRequestStates } from '#contract/approval/kinds.ts';
import type { ApprovalRequestDetails } from '#contract/approval/shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { getListFilterTexts } from '#web/lists/list-page.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { PendingOnlyNote } from '#web/lists/pending-only.tsx';
import { makeDateRangeFilter } from '#web/lists/shared-filters.tsx';
import { StateTabs } from '#web/lists/state-tabs.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { FilterBar } from '#web/ui/dash/table/filter-bar.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { ApprovalButtons, type ApprovalDecision, ApprovalStateBadge, DecisionForm, getApprovalStateLabel } from './parts.tsx';

const names = ['status', 'waiting', 'day_from', 'day_to'] as const;
const newest = { by: 'asked_at', desc: true } as const;
const amountOf = ({ cents }: ApprovalRequestDetails): string => (cents === null ? '' : formatKes(cents));

const columns = (): readonly TableColumn<ApprovalRequestDetails>[] => [
  { key: 'what', header: m.approval_column_what(), wrap: true, cell: (r) => <TwoLineCell top={r.sentence} bottom={`${r.code} · ${r.reason}`} /> },
  { key: 'by', header: m.approval_column_by(), cell: (r) => <TwoLineCell top={r.asked_by ?? ''} bottom={formatDate(r.asked_at)} /> },
  { key: 'status', header: m.approval_column_status(), cell: (r) => <ApprovalStateBadge of={r.status} /> },
  { key: 'sum', header: m.approval_column_sum(), align: 'right', cell: (r) => <span className="num">{amountOf(r)}</span> },
];

/** Requests that need a second person: the caller's own, and those that their role decides. */
export default function ApprovalList() {
  const { link } = useDashboard();
  const list = useListState(names, newest);
  const [deciding, decide] = useState<{ of: ApprovalRequestDetails; what: ApprovalDecision } | null>(null);
  const { filters } = list;
  const waiting = filters.waiting ? 'true' : undefined;
  const answer = useCall(approvalCalls.listRequests, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    z_filter: { status: filters.status as ApprovalRequestState | undefined, waiting, day_from: filters.day_from, day_to: filters.day_to },
  });
  return (
    <>
      <PageHeader title={m.approval_title()} sub={answer.data ? m.approval_count({ count: answer.data.count }) : undefined} />
      {waiting && <PendingOnlyNote all={list.hrefWith({ waiting: null })} />}
      <StateTabs
        list={list}
        states={{
          field: 'status',
          label: m.approval_column_status(),
          options: approvalRequestStates.map((value) => ({ value, label: getApprovalStateLabel(value) })),
        }}
        counts={answer.data?.tabs}
      />
      <FilterBar
        filters={[makeDateRangeFilter(list, 'day_from', 'day_to', m.approval_column_day())]}
        phone={getListFilterTexts(list, m.approval_count({ count: answer.data?.count ?? 0 }), 'status')}
      />
      <DataTable
        caption={m.approval_title()}
        columns={columns()}
        rows={answer.data?.results ?? []}
        rowKey={(r) => String(r.id)}
        rowHref={(r) => link('approval.detail', { id: r.id, code: r.code })}
        state={answer.isPending ? 'loading' : answer.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        empty={<StateBlock title={m.approval_empty()} text={list.filtered ? m.approval_filtered_text() : m.approval_empty_text()} />}
        mobile={(r) => (
          <MobileRow
            name={r.sentence}
            amount={amountOf(r)}
            meta={[r.asked_by, r.reason].filter(Boolean).join(' · ')}
            badge={<ApprovalStateBadge of={r.status} />}
            when={formatDate(r.asked_at)}
          />
        )}
        actions={(r) => (r.status === 'asked' ? <ApprovalButtons of={r} compact choose={(what) => decide({ of: r, what })} /> : null)}
        actionsLabel={m.shell_more()}
        footer={<ListFooter list={list} count={answer.data?.count ?? 0} />}
      />
      {deciding && <DecisionForm {...deciding} close={() => decide(null)} />}
    </>
  );
}
