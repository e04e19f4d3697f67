import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { bookingCalls } from '#contract/booking/calls.ts';
import { bookingMachine, bookingStages } from '#contract/booking/machine.ts';
import type { BookingSummary } from '#contract/booking/shapes.ts';
import type { StateOf } from '#contract/kernel/machine.ts';
import { apiEnumerations } from '#contract/reference/enumerations.ts';
import { useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { appendCompanyAndCounty, makeCompanyAndCountyFilters, makeCompanyTableColumns } from '#web/lists/holder.tsx';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter, makeLinkedFilter } from '#web/lists/shared-filters.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import type { ActiveFilter } from '#web/ui/dash/table/filter-bar.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { getStatusLabel } from '#web/ui/status.tsx';
import { getLocale } from '#words/locale.js';
import { m } from '#words/messages.js';
import { BookingBoard } from './board.tsx';
import { bookingStageNames } from './labels.ts';
import { BookingStageBadge, formatBookingDeadline, getApplicantName, getBookingHomeName } from './parts.tsx';

const names = [
  'q',
  'status',
  'stage',
  'waiting',
  'reported',
  'property_id',
  'unit_id',
  'listing_id',
  'person_id',
  'company_id',
  'region',
  'day_from',
  'day_to',
] as const;
const oldestClock: ListSort = { by: 'due', desc: false };
type State = ReturnType<typeof useListState<(typeof names)[number]>>;
type Status = StateOf<typeof bookingMachine>;

const columns = (layout: string): readonly TableColumn<BookingSummary>[] => [
  { key: 'who', header: m.booking_column_who(), cell: (b) => <TwoLineCell top={getApplicantName(b)} bottom={b.code} /> },
  { key: 'home', header: m.booking_column_home(), wrap: true, cell: getBookingHomeName },
  ...makeCompanyTableColumns<BookingSummary>(layout),
  { key: 'status', header: m.booking_column_status(), cell: (b) => <BookingStageBadge of={b} /> },
  { key: 'due', header: m.booking_column_clock(), sortable: true, wrap: true, cell: formatBookingDeadline },
  { key: 'starts_on', header: m.booking_column_start(), sortable: true, cell: (b) => formatDate(b.starts_on) },
  { key: 'rent', header: m.booking_column_month(), align: 'right', cell: (b) => formatKes(b.month_cents) },
  { key: 'created_at', header: m.booking_column_came(), sortable: true, cell: (b) => formatDate(b.created_at) },
];

/** Bookings as a list with the earliest deadline first, or as a board by stage. */
export default function BookingList() {
  const [params, setParams] = useSearchParams();
  const list = useListState(names, oldestClock);
  const asBoard = params.get('view') === 'board';
  const show = (view: string) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        if (view === 'board') next.set('view', 'board');
        else next.delete('view');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <PageHeader
        title={m.booking_title()}
        sub={m.booking_sub()}
        actions={
          <SegmentedControl
            aria-label={m.lead_view()}
            data={[
              { value: 'list', label: m.lead_view_list() },
              { value: 'board', label: m.lead_view_board() },
            ]}
            value={asBoard ? 'board' : 'list'}
            onChange={show}
          />
        }
      />
      {asBoard ? <BookingBoard z_filter={wire(list)} listHref={(change) => list.hrefWith({ view: null, ...change })} /> : <Rows list={list} />}
    </>
  );
}

const wire = ({ filters: f }: State) => ({
  ...f,
  status: f.status as Status | undefined,
  stage: f.stage as BookingSummary['stage'] | undefined,
  waiting: f.waiting ? ('true' as const) : undefined,
  reported: f.reported ? ('true' as const) : undefined,
});

function Rows({ list }: { list: State }) {
  const { layout, link } = useDashboard();
  const answer = useCall(bookingCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'due',
    z_filter: wire(list),
  });
  return (
    <ListPage
      caption={m.booking_title()}
      list={list}
      answer={answer}
      columns={columns(layout)}
      rowHref={(b) => link('booking.detail', { id: b.id, code: b.code })}
      mobile={(b) => (
        <MobileRow
          name={getApplicantName(b)}
          amount={<BookingStageBadge of={b} />}
          meta={getBookingHomeName(b)}
          metaEnd={appendCompanyAndCounty(layout, b, formatKes(b.month_cents))}
          badge={formatBookingDeadline(b)}
          when={formatDate(b.created_at)}
        />
      )}
      search={{ value: list.filters.q ?? '', set: (text) => list.setFilter('q', text), label: m.booking_search(), hint: m.booking_search_hint() }}
      states={{ field: 'status', label: m.booking_column_status(), options: states() }}
      filters={chips(list, layout, answer.data?.results[0]?.company.name)}
      counted={(count) => m.booking_count({ count })}
      empty={<StateBlock title={m.booking_empty_title()} text={m.booking_empty_text()} />}
      filteredText={m.booking_filtered_text()}
    />
  );
}

const states = () =>
  (Object.keys(bookingMachine.states) as Status[]).map((value) => ({
    value,
    label: getStatusLabel('booking', apiEnumerations.booking_status[value], getLocale()),
  }));

function chips(list: State, layout: string, company?: string): ActiveFilter[] {
  const { filters, setFilter } = list;
  const stages = bookingStages.map((value) => ({ value, label: bookingStageNames[value].label() }));
  const waits = [{ value: 'true', label: m.booking_waiting() }];
  const reports = [{ value: 'true', label: m.booking_reported() }];
  return [
    ...makeCompanyAndCountyFilters(layout, list, company),
    ...makeLinkedFilter(list, 'person_id', m.views_filter_one_person()),
    ...makeLinkedFilter(list, 'unit_id', m.booking_one_unit()),
    makeDateRangeFilter(list, 'day_from', 'day_to', m.booking_column_came()),
    makeChoiceFilter('stage', m.booking_step(), m.booking_any_step(), stages, filters.stage, (v) => setFilter('stage', v)),
    makeChoiceFilter('waiting', m.booking_column_clock(), m.booking_any_step(), waits, filters.waiting, (v) => setFilter('waiting', v)),
    ...(layout === 'admin' || layout === 'superadmin'
      ? [makeChoiceFilter('reported', m.booking_reports(), m.booking_any_step(), reports, filters.reported, (v) => setFilter('reported', v))]
      : []),
  ];
}
