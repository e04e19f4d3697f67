import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { type FeaturedSummary, featuredCalls } from '#contract/featured/calls.ts';
import { type FeaturedPlacement, featuredPlacements } from '#contract/featured/kinds.ts';
import { featuredPlacementLabels } from '#contract/featured/labels.ts';
import { featuredMachine } from '#contract/featured/machine.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { makeBulkAction, useBulkActions } from '#web/lists/bulk-actions.tsx';
import { appendCompanyAndCounty, makeCompanyAndCountyFilters, makeCompanyTableColumns } from '#web/lists/holder.tsx';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter } from '#web/lists/shared-filters.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { formatCount, formatKes, formatShortDate } from '#web/ui/format.ts';
import { IconPlus } from '#web/ui/icons.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { FeaturedBookingDrawer } from './booking-drawer.tsx';
import { FeaturedBookingForm } from './booking-form.tsx';
import { type FeaturedStatus, featuredStatusNames } from './labels.ts';
import { FeaturedProductEditor, FeaturedProducts } from './products.tsx';

const names = ['q', 'status', 'placement', 'company_id', 'region', 'day_from', 'day_to'] as const;
const newest: ListSort = { by: 'created_at', desc: true };

const StatusOf = ({ status }: { status: FeaturedStatus }) => (
  <ToneBadge tone={featuredStatusNames[status].tone}>{featuredStatusNames[status].label()}</ToneBadge>
);
const daysOf = (b: FeaturedSummary) => `${formatShortDate(b.starts_on)} – ${formatShortDate(b.ended_on ?? b.ends_on)}`;

const columns = (layout: string): readonly TableColumn<FeaturedSummary>[] => [
  { key: 'listing', header: m.featured_offer(), cell: (b) => <TwoLineCell top={b.listing} bottom={`${b.property}, ${b.code}`} /> },
  ...makeCompanyTableColumns<FeaturedSummary>(layout),
  {
    key: 'product',
    header: m.featured_product(),
    cell: (b) => <TwoLineCell top={b.product} bottom={`${featuredPlacementLabels[b.placement]()}, ${b.place ?? m.featured_whole_country()}`} />,
  },
  { key: 'status', header: m.featured_status(), cell: (b) => <StatusOf status={b.status} /> },
  { key: 'starts_on', header: m.featured_days(), sortable: true, cell: daysOf },
  { key: 'price_cents', header: m.featured_total(), sortable: true, align: 'right', cell: (b) => formatKes(b.total_cents) },
  { key: 'impressions', header: m.featured_shown(), sortable: true, align: 'right', cell: (b) => formatCount(b.impressions) },
  { key: 'clicks', header: m.featured_clicks(), sortable: true, align: 'right', cell: (b) => formatCount(b.clicks) },
  { key: 'enquiries', header: m.featured_enquiries(), align: 'right', cell: (b) => formatCount(b.enquiries) },
];

/** Bookings of featured slots: a company's own, or all for the platform, which also manages the products. */
export default function FeaturedBookingList() {
  const { visitor } = useApp();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const list = useListState(names, newest);
  const heads = visitor.role === 'admin' || visitor.role === 'superadmin';
  const selling = heads && params.get('show') === 'products';
  const open = params.get('open');
  const close = () => void navigate(list.hrefWith({ open: null }), { preventScrollReset: true });
  const book = isAllowed(['featured_properties', 'create'], visitor) && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => void navigate(list.hrefWith({ open: selling ? 'new-product' : 'new' }), { preventScrollReset: true })}
    >
      {selling ? m.featured_new_product() : m.featured_book()}
    </Button>
  );
  return (
    <>
      <PageHeader title={m.screens_featured_list()} sub={m.featured_lead()} actions={book || undefined} />
      {heads && (
        <ViewTabs
          label={m.screens_featured_list()}
          items={[
            { label: m.featured_bookings(), href: list.hrefWith({ show: null, open: null, page: null }), current: !selling },
            { label: m.featured_products(), href: list.hrefWith({ show: 'products', open: null, page: null }), current: selling },
          ]}
        />
      )}
      {selling ? <FeaturedProducts list={list} /> : <Bookings list={list} all={heads || visitor.role === 'subadmin'} action={book || undefined} />}
      {open === 'new' && (
        <FeaturedBookingForm close={close} made={(id) => void navigate(list.hrefWith({ open: id }), { preventScrollReset: true, replace: true })} />
      )}
      {open === 'new-product' && heads && <FeaturedProductEditor product={null} close={close} />}
      {open !== null && /^\d+$/.test(open) && !selling && <FeaturedBookingDrawer id={Number(open)} close={close} />}
    </>
  );
}

type List = ReturnType<typeof useListState<(typeof names)[number]>>;
const acts = () => [
  makeBulkAction<FeaturedSummary, typeof featuredCalls.move>(featuredCalls.move, {
    label: m.featured_approve(),
    given: ({ id }) => ({ id, move: 'approve' }),
  }),
  makeBulkAction<FeaturedSummary, typeof featuredCalls.move>(featuredCalls.move, {
    label: m.featured_cancel(),
    given: ({ id }, { reason }) => ({ id, move: 'cancel', reason }),
    reason: { label: m.featured_reason(), min: 3 },
  }),
];

function Bookings({ list, all, action }: { list: List; all: boolean; action: ReactNode }) {
  const { layout } = useDashboard();
  const { filters } = list;
  const bookings = useCall(featuredCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'created_at',
    z_filter: { ...filters, status: filters.status as FeaturedStatus | undefined, placement: filters.placement as FeaturedPlacement | undefined },
  });
  const many = useBulkActions({ seen: filters, rows: bookings.data?.results, nameOf: (b) => `${b.listing}, ${b.code}`, acts: all ? acts() : [] });
  return (
    <ListPage
      caption={m.featured_bookings()}
      list={list}
      answer={bookings}
      columns={columns(layout)}
      rowHref={(b) => list.hrefWith({ open: b.id })}
      mobile={(b) => (
        <MobileRow
          name={b.listing}
          amount={formatKes(b.total_cents)}
          meta={featuredPlacementLabels[b.placement]()}
          metaEnd={appendCompanyAndCounty(layout, b, m.featured_brought({ clicks: formatCount(b.clicks), enquiries: formatCount(b.enquiries) }))}
          badge={<StatusOf status={b.status} />}
          when={daysOf(b)}
        />
      )}
      search={{ value: filters.q ?? '', set: (text) => list.setFilter('q', text), label: m.featured_search(), hint: m.featured_search_hint() }}
      states={{
        field: 'status',
        label: m.featured_status(),
        options: (Object.keys(featuredMachine.states) as FeaturedStatus[]).map((s) => ({ value: s, label: featuredStatusNames[s].label() })),
      }}
      filters={[
        ...makeCompanyAndCountyFilters(layout, list, bookings.data?.results[0]?.company.name),
        makeDateRangeFilter(list, 'day_from', 'day_to', m.featured_days()),
        makeChoiceFilter(
          'placement',
          m.featured_placement(),
          m.featured_any_placement(),
          featuredPlacements.map((p) => ({ value: p, label: featuredPlacementLabels[p]() })),
          filters.placement,
          (v) => list.setFilter('placement', v),
        ),
      ]}
      counted={(n) => m.featured_count({ count: n })}
      empty={<StateBlock title={m.featured_empty()} text={m.featured_empty_text()} action={action} />}
      filteredText={m.featured_filtered_text()}
      {...many}
    />
  );
}
