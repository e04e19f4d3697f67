import { type AbuseReportSummary, abuseCalls } from '#contract/abuse/calls.ts';
import { type AbuseReason, type AbuseTarget, abuseReasons, abuseTargets } from '#contract/abuse/kinds.ts';
import { abuseReasonLabels, abuseTargetLabels } from '#contract/abuse/labels.ts';
import { abuseMachine } from '#contract/abuse/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { makeBulkAction, useBulkActions } from '#web/lists/bulk-actions.tsx';
import { appendCompanyAndCounty, makeCompanyAndCountyFilters, makeCompanyTableColumns } from '#web/lists/holder.tsx';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter, makeLinkedFilter } from '#web/lists/shared-filters.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatDateTime } from '#web/ui/format.ts';
import { getStatusLabel, StatusBadge, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

const names = ['text', 'status', 'reason', 'target', 'waiting', 'company_id', 'region', 'reporter_id', 'day_from', 'day_to'] as const;
const soonest: ListSort = { by: 'due_at', desc: false };
type Status = AbuseReportSummary['status'];
const numberOf = (status: Status) => abuseMachine.states[status] as number;
const Status = ({ of }: { of: Status }) => <StatusBadge set="request" value={numberOf(of)} />;

/** The deadline of an answer. Overdue complaints are marked in words, not only by colour. */
function Due({ row }: { row: AbuseReportSummary }) {
  const open = row.status === 'pending' || row.status === 'assigned';
  if (open && new Date(row.due_at) < clock.now()) return <ToneBadge tone="bad">{m.abuse_late()}</ToneBadge>;
  if (open && row.urgent) return <ToneBadge tone="warn">{m.abuse_urgent()}</ToneBadge>;
  return <span title={formatDateTime(row.due_at)}>{formatDate(row.due_at)}</span>;
}

const columns = (layout: string): readonly TableColumn<AbuseReportSummary>[] => [
  { key: 'subject', header: m.abuse_about(), cell: (r) => <TwoLineCell top={r.subject} bottom={`${abuseTargetLabels[r.target]()}, ${r.code}`} /> },
  {
    key: 'reason',
    header: m.abuse_reason(),
    cell: (r) => <TwoLineCell top={abuseReasonLabels[r.reason]()} bottom={r.reporter?.name ?? m.abuse_stranger()} />,
  },
  ...makeCompanyTableColumns<AbuseReportSummary>(layout),
  { key: 'status', header: m.abuse_status(), cell: (r) => <Status of={r.status} /> },
  { key: 'handler', header: m.abuse_handler(), cell: (r) => r.handler?.name ?? m.abuse_nobody() },
  { key: 'due_at', header: m.abuse_due(), sortable: true, cell: (r) => <Due row={r} /> },
  { key: 'created_at', header: m.abuse_received(), sortable: true, cell: (r) => formatDate(r.created_at) },
];

/** Complaints are assigned in bulk but decided one by one. */
const acts = () => [
  makeBulkAction<AbuseReportSummary, typeof abuseCalls.assign>(abuseCalls.assign, {
    label: m.abuse_assign(),
    given: ({ id }, { choice }) => ({ id, person_id: Number(choice) }),
    choice: { label: m.abuse_assign_to(), from: abuseCalls.listHandlers, given: ({ id }) => ({ id }) },
  }),
];

export default function AbuseReportList() {
  const { layout, link } = useDashboard();
  const list = useListState(names, soonest);
  const { filters } = list;
  const reports = useCall(abuseCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'due_at',
    z_filter: {
      ...filters,
      status: filters.status as Status | undefined,
      reason: filters.reason as AbuseReason | undefined,
      target: filters.target as AbuseTarget | undefined,
      waiting: filters.waiting ? ('true' as const) : undefined,
    },
  });
  const many = useBulkActions({ seen: filters, rows: reports.data?.results, nameOf: (r) => `${r.subject}, ${r.code}`, acts: acts() });
  return (
    <>
      <PageHeader title={m.abuse_title()} sub={reports.data ? m.abuse_count({ count: reports.data.count }) : undefined} />
      <ListPage
        caption={m.abuse_title()}
        list={list}
        answer={reports}
        columns={columns(layout)}
        rowHref={(r) => link('abuse.detail', { id: r.id, code: r.code })}
        mobile={(r) => (
          <MobileRow
            name={r.subject}
            amount={<Due row={r} />}
            meta={abuseReasonLabels[r.reason]()}
            metaEnd={appendCompanyAndCounty(layout, r, r.handler?.name ?? m.abuse_nobody())}
            badge={<Status of={r.status} />}
            when={formatDate(r.created_at)}
          />
        )}
        search={{ value: filters.text ?? '', set: (text) => list.setFilter('text', text), label: m.abuse_search(), hint: m.abuse_search_hint() }}
        states={{
          field: 'status',
          label: m.abuse_status(),
          options: (Object.keys(abuseMachine.states) as Status[]).map((s) => ({ value: s, label: getStatusLabel('request', numberOf(s)) })),
        }}
        filters={[
          ...makeCompanyAndCountyFilters(layout, list, reports.data?.results[0]?.company?.name),
          ...makeLinkedFilter(list, 'reporter_id', m.views_filter_one_person()),
          makeChoiceFilter(
            'waiting',
            m.abuse_waiting_filter(),
            m.abuse_waiting_any(),
            [{ value: 'true', label: m.abuse_waiting() }],
            filters.waiting,
            (v) => list.setFilter('waiting', v),
          ),
          makeDateRangeFilter(list, 'day_from', 'day_to', m.abuse_received()),
          makeChoiceFilter(
            'reason',
            m.abuse_reason(),
            m.abuse_any_reason(),
            abuseReasons.map((r) => ({ value: r, label: abuseReasonLabels[r]() })),
            filters.reason,
            (v) => list.setFilter('reason', v),
          ),
          makeChoiceFilter(
            'target',
            m.abuse_about(),
            m.abuse_any_target(),
            abuseTargets.map((t) => ({ value: t, label: abuseTargetLabels[t]() })),
            filters.target,
            (v) => list.setFilter('target', v),
          ),
        ]}
        counted={(count) => m.abuse_count({ count })}
        empty={<StateBlock title={m.abuse_empty()} text={m.abuse_empty_text()} />}
        filteredText={m.abuse_filtered_text()}
        {...many}
      />
    </>
  );
}
