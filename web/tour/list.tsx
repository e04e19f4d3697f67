import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { tourCalls } from '#contract/tour/calls.ts';
import { tourPeriods } from '#contract/tour/kinds.ts';
import { tourPeriodLabels } from '#contract/tour/labels.ts';
import { tourMachine } from '#contract/tour/machine.ts';
import type { TourSummary } from '#contract/tour/shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { appendCompanyAndCounty, makeCompanyAndCountyFilters, makeCompanyTableColumns } from '#web/lists/holder.tsx';
import { ListPage } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter, makeLinkedFilter } from '#web/lists/shared-filters.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import type { ActiveFilter } from '#web/ui/dash/table/filter-bar.tsx';
import { formatShortDate, formatTime, toIsoDay } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { TourDrawer } from './drawer.tsx';
import { GroupTourForm } from './group-viewing.tsx';
import { HostHoursDrawer } from './hours.tsx';
import { type TourStatus, tourStatusNames } from './labels.ts';
import { TourStatusBadge } from './tour-status-badge.tsx';

const names = ['q', 'status', 'when', 'property_id', 'listing_id', 'host_id', 'company_id', 'region', 'day_from', 'day_to'] as const;
const soonest: ListSort = { by: 'soonest', desc: false };
type State = ReturnType<typeof useListState<(typeof names)[number]>>;
type When = (typeof tourPeriods)[number];

const whenOf = (t: TourSummary) => `${formatShortDate(t.starts_at)}, ${formatTime(t.starts_at)}`;

const columns = (layout: string): readonly TableColumn<TourSummary>[] => [
  {
    key: 'starts_at',
    header: m.tour_column_when(),
    sortable: true,
    cell: (t) => <TwoLineCell top={whenOf(t)} bottom={t.mode === 'video' ? m.tour_mode_video() : t.property.name} />,
  },
  {
    key: 'name',
    header: m.tour_column_visitor(),
    sortable: true,
    cell: (t) => <TwoLineCell top={t.name} bottom={m.tour_people({ count: t.people })} />,
  },
  { key: 'listing', header: m.tour_column_home(), wrap: true, cell: (t) => t.listing.title },
  ...makeCompanyTableColumns<TourSummary>(layout),
  { key: 'status', header: m.tour_column_status(), cell: (t) => <TourStatusBadge of={t.status} /> },
  { key: 'host', header: m.tour_column_host(), cell: (t) => t.host.name },
];

/** Tours of the homes the caller manages, today's first. For owners, their viewing hours too. */
export default function TourList() {
  const { visitor } = useApp();
  const { layout } = useDashboard();
  const list = useListState(names, soonest);
  const [params, setParams] = useSearchParams();
  const [grouping, setGrouping] = useState(false);
  const shows = (companyRoles as readonly string[]).includes(layout) && isAllowed(['tours', 'edit'], visitor);
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
  return (
    <>
      <PageHeader
        title={m.screens_tour_list()}
        actions={
          shows && (
            <>
              <Button variant="default" onClick={() => setGrouping(true)}>
                {m.tour_group_new()}
              </Button>
              <Button onClick={() => put('hours', '1')}>{m.tour_hours()}</Button>
            </>
          )
        }
      />
      <Rows list={list} />
      <TourDrawer id={Number(params.get('tour')) || null} close={() => put('tour', null)} />
      {shows && params.get('hours') !== null && <HostHoursDrawer close={() => put('hours', null)} />}
      {grouping && <GroupTourForm start="" close={() => setGrouping(false)} />}
    </>
  );
}

function Rows({ list }: { list: State }) {
  const { layout } = useDashboard();
  const f = list.filters;
  const answer = useCall(tourCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'soonest',
    z_filter: { ...f, status: f.status as TourStatus | undefined, when: f.when as When | undefined },
  });
  const states = (Object.keys(tourMachine.states) as TourStatus[]).map((value) => ({ value, label: tourStatusNames[value].label() }));
  return (
    <ListPage
      caption={m.screens_tour_list()}
      list={list}
      answer={answer}
      columns={columns(layout)}
      rowHref={(t) => list.hrefWith({ tour: t.id })}
      mobile={(t) => (
        <MobileRow
          name={whenOf(t)}
          amount={<TourStatusBadge of={t.status} />}
          meta={t.listing.title}
          metaEnd={appendCompanyAndCounty(layout, t, t.name)}
          badge={t.host.name}
          when={toIsoDay(t.starts_at) === clock.today() ? m.tour_when_today() : ''}
        />
      )}
      search={{ value: f.q ?? '', set: (text) => list.setFilter('q', text), label: m.tour_search(), hint: m.tour_search_hint() }}
      states={{ field: 'status', label: m.tour_column_status(), options: states }}
      filters={chips(list, layout, answer.data?.results[0]?.company.name)}
      counted={(count) => m.tour_count({ count })}
      empty={<StateBlock title={m.tour_empty()} text={m.tour_empty_text()} />}
      filteredText={m.tour_filtered()}
    />
  );
}

function chips(list: State, layout: string, company?: string): ActiveFilter[] {
  const { filters, setFilter } = list;
  const picked = filters.when as When | undefined;
  return [
    ...makeCompanyAndCountyFilters(layout, list, company),
    {
      key: 'when',
      label: m.tour_column_when(),
      ...(picked ? { on: tourPeriodLabels[picked]() } : {}),
      onRemove: () => setFilter('when', null),
      removeLabel: m.shell_filter_remove(),
      content: (
        <SegmentedControl
          aria-label={m.tour_column_when()}
          data={[{ value: '', label: m.tour_when_any() }, ...tourPeriods.map((value) => ({ value, label: tourPeriodLabels[value]() }))]}
          value={filters.when ?? ''}
          onChange={(value) => setFilter('when', value || null)}
        />
      ),
    },
    makeDateRangeFilter(list, 'day_from', 'day_to', m.tour_days()),
    ...makeLinkedFilter(list, 'property_id', m.lead_filter_property()),
  ];
}
