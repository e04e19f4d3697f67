import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { type LeadSummary, leadCalls } from '#contract/lead/calls.ts';
import { leadMoveLabels, leadSourceLabels } from '#contract/lead/labels.ts';
import { leadMachine } from '#contract/lead/machine.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { makeBulkAction, useBulkActions } from '#web/lists/bulk-actions.tsx';
import { appendCompanyAndCounty, makeCompanyAndCountyFilters, makeCompanyTableColumns } from '#web/lists/holder.tsx';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter, makeLinkedFilter } from '#web/lists/shared-filters.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { type ActiveFilter, FilterBar } from '#web/ui/dash/table/filter-bar.tsx';
import { SearchInput } from '#web/ui/dash/table/search-input.tsx';
import { useIsPhone } from '#web/ui/dash/use-is-phone.ts';
import { formatDate, formatDateTime } from '#web/ui/format.ts';
import { IconPlus } from '#web/ui/icons.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { LeadBoard } from './board.tsx';
import { LeadDrawer } from './drawer.tsx';
import { formatLeadPhone, type LeadStatus, leadStatusNames } from './labels.ts';
import classes from './lead.module.css';
import { AgentLeadsPanel } from './leads-with-agents.tsx';
import { NewLeadForm } from './new-lead.tsx';

const names = [
  'q',
  'status',
  'source',
  'unanswered',
  'unread',
  'property_id',
  'listing_id',
  'company_id',
  'region',
  'person_id',
  'came_from',
  'came_to',
] as const;
const newest: ListSort = { by: 'created_at', desc: true };
type State = ReturnType<typeof useListState<(typeof names)[number]>>;

export const LeadStageBadge = ({ of }: { of: LeadStatus }) => <ToneBadge tone={leadStatusNames[of].tone}>{leadStatusNames[of].label()}</ToneBadge>;
const about = (l: LeadSummary) => l.listing?.title ?? l.property?.name ?? '';

const columns = (layout: string): readonly TableColumn<LeadSummary>[] => [
  { key: 'name', header: m.lead_column_name(), sortable: true, cell: (l) => <TwoLineCell top={l.name} bottom={formatLeadPhone(l)} /> },
  { key: 'about', header: m.lead_column_about(), wrap: true, cell: about },
  ...makeCompanyTableColumns<LeadSummary>(layout),
  { key: 'status', header: m.lead_column_status(), cell: (l) => <LeadStageBadge of={l.status} /> },
  { key: 'assigned', header: m.lead_column_assigned(), cell: (l) => l.assigned?.name ?? '' },
  {
    key: 'created_at',
    header: m.lead_column_came(),
    sortable: true,
    cell: (l) => <span title={formatDateTime(l.created_at)}>{formatDate(l.created_at)}</span>,
  },
  {
    key: 'first_answer_at',
    header: m.lead_column_answered(),
    cell: (l) => (l.first_answer_at ? <span title={formatDateTime(l.first_answer_at)}>{formatDate(l.first_answer_at)}</span> : m.lead_wait()),
  },
];

/** Enquiries as a board by stage on large screens and as a list on phones. The address holds the open enquiry. */
const answered = (minutes: number): string =>
  minutes < 120 ? m.lead_answer_minutes({ count: Math.max(1, minutes) }) : m.lead_answer_hours({ count: Math.round(minutes / 60) });

export default function LeadList() {
  const { visitor } = useApp();
  const { layout } = useDashboard();
  const isPhone = useIsPhone();
  const [params, setParams] = useSearchParams();
  const list = useListState(names, newest);
  const [adding, setAdding] = useState(false);
  const asBoard = params.get('view') !== 'list' && isPhone === false;
  const z_filter = wire(list);
  const board = useCall(leadCalls.board, { z_filter }, { enabled: asBoard });
  const speed = board.data?.answer_minutes;
  const put = (name: string, value: string | null) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const open = (id: number | null) => put('lead', id === null ? null : String(id));
  return (
    <>
      <PageHeader
        title={m.lead_title()}
        sub={speed === undefined || speed === null ? undefined : answered(speed)}
        actions={
          <>
            <SegmentedControl
              className={classes.switch ?? ''}
              aria-label={m.lead_view()}
              data={[
                { value: 'board', label: m.lead_view_board() },
                { value: 'list', label: m.lead_view_list() },
              ]}
              value={params.get('view') === 'list' ? 'list' : 'board'}
              onChange={(v) => put('view', v === 'list' ? 'list' : null)}
            />
            {isAllowed(['contacts', 'create'], visitor) && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
                {m.lead_new()}
              </Button>
            )}
          </>
        }
      />
      {asBoard ? (
        <>
          <FilterBar
            search={(className) => <Search className={className} list={list} />}
            filters={[...chips(list, layout), stageFilter(list)]}
            phone={{
              label: m.shell_filters(),
              title: m.shell_filters(),
              more: m.views_more_filters(),
              closeLabel: m.shell_close(),
              applyLabel: m.shell_close(),
            }}
          />
          <LeadBoard answer={board} open={open} listHref={(status) => list.hrefWith({ view: 'list', status })} />
        </>
      ) : (
        <Rows list={list} open={(id) => list.hrefWith({ lead: id })} />
      )}
      <AgentLeadsPanel />
      <LeadDrawer id={Number(params.get('lead')) || null} close={() => open(null)} />
      {adding && <NewLeadForm close={() => setAdding(false)} />}
    </>
  );
}

const wire = ({ filters: f }: State) => ({
  ...f,
  status: f.status as LeadStatus | undefined,
  source: f.source as LeadSummary['source'] | undefined,
  unanswered: f.unanswered ? ('true' as const) : undefined,
  unread: f.unread ? ('true' as const) : undefined,
});

const Search = ({ className, list }: { className: string; list: State }) => (
  <SearchInput
    className={className}
    value={list.filters.q ?? ''}
    onSearch={(text) => list.setFilter('q', text)}
    label={m.lead_search()}
    placeholder={m.lead_search_hint()}
    clearLabel={m.shell_filter_remove()}
  />
);

/** Bulk actions: assign, mark as contacted, lose. An enquiry is marked as won one at a time. */
const acts = () => [
  makeBulkAction<LeadSummary, typeof leadCalls.update>(leadCalls.update, {
    label: m.lead_assign(),
    given: ({ id }, { choice }) => ({ id, assigned_to: Number(choice) }),
    choice: { label: m.lead_assigned(), from: leadCalls.listAssignees, given: ({ id }) => ({ id }) },
  }),
  makeBulkAction<LeadSummary, typeof leadCalls.move>(leadCalls.move, {
    label: leadMoveLabels.contact(),
    given: ({ id }) => ({ id, move: 'contact' }),
  }),
  makeBulkAction<LeadSummary, typeof leadCalls.move>(leadCalls.move, {
    label: leadMoveLabels.lose(),
    given: ({ id }, { reason }) => ({ id, move: 'lose', reason }),
    reason: { label: m.lead_lose_reason(), min: 1 },
  }),
];

function Rows({ list, open }: { list: State; open: (id: number) => string }) {
  const { layout } = useDashboard();
  const answer = useCall(leadCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'name',
    z_filter: wire(list),
  });
  const many = useBulkActions({ seen: list.filters, rows: answer.data?.results, nameOf: (l) => l.name, acts: acts() });
  return (
    <ListPage
      caption={m.lead_title()}
      list={list}
      answer={answer}
      columns={columns(layout)}
      rowHref={(l) => open(l.id)}
      mobile={(l) => (
        <MobileRow
          name={l.name}
          amount={<LeadStageBadge of={l.status} />}
          meta={about(l)}
          metaEnd={appendCompanyAndCounty(layout, l, formatLeadPhone(l))}
          badge={l.first_answer_at ? (l.unread ? m.lead_unread() : (l.assigned?.name ?? '')) : m.lead_wait()}
          when={formatDate(l.created_at)}
        />
      )}
      search={{ value: list.filters.q ?? '', set: (text) => list.setFilter('q', text), label: m.lead_search(), hint: m.lead_search_hint() }}
      states={{ field: 'status', label: m.lead_column_status(), options: stages() }}
      filters={chips(list, layout, answer.data?.results[0]?.company.name)}
      counted={(count) => m.lead_count({ count })}
      empty={<StateBlock title={m.lead_empty_title()} text={m.lead_empty_text()} />}
      filteredText={m.lead_filtered_text()}
      {...many}
    />
  );
}

const stages = () => (Object.keys(leadMachine.states) as LeadStatus[]).map((s) => ({ value: s, label: leadStatusNames[s].label() }));
const stageFilter = ({ filters, setFilter }: State): ActiveFilter =>
  makeChoiceFilter('status', m.lead_column_status(), m.lead_any_status(), stages(), filters.status, (v) => setFilter('status', v));

function chips(list: State, layout: string, company?: string): ActiveFilter[] {
  const { filters, setFilter } = list;
  const sources = (Object.keys(leadSourceLabels) as LeadSummary['source'][]).map((s) => ({ value: s, label: leadSourceLabels[s]() }));
  const waits = [{ value: 'true', label: m.lead_wait() }];
  return [
    ...makeCompanyAndCountyFilters(layout, list, company),
    ...makeLinkedFilter(list, 'person_id', m.views_filter_one_person()),
    makeDateRangeFilter(list, 'came_from', 'came_to', m.lead_column_came()),
    makeChoiceFilter('source', m.lead_source(), m.lead_any_source(), sources, filters.source, (v) => setFilter('source', v)),
    makeChoiceFilter('unanswered', m.lead_column_answered(), m.lead_any_status(), waits, filters.unanswered, (v) => setFilter('unanswered', v)),
    makeChoiceFilter('unread', m.lead_filter_unread(), m.lead_any_status(), [{ value: 'true', label: m.lead_unread() }], filters.unread, (v) =>
      setFilter('unread', v),
    ),
    ...(filters.property_id
      ? [
          {
            key: 'property_id',
            label: m.lead_filter_property(),
            on: m.lead_filter_property(),
            onRemove: () => setFilter('property_id', null),
            removeLabel: m.shell_filter_remove(),
            content: null,
          },
        ]
      : []),
  ];
}
