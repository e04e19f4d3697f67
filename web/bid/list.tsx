import { bidCalls } from '#contract/bid/calls.ts';
import { bidMachine } from '#contract/bid/machine.ts';
import type { BidSummary } from '#contract/bid/shapes.ts';
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
import { formatDateTime, formatKes } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { type BidStatus, bidStatusNames, formatBidExpiry, formatBidTerms } from './labels.ts';
import { ManagerBidTabs } from './tabs.tsx';

const names = ['q', 'status', 'waiting', 'listing_id', 'company_id', 'region', 'day_from', 'day_to'] as const;
/** Bids with the earliest deadline come first. */
const soonest: ListSort = { by: 'expires_at', desc: false };
const State = ({ of }: { of: BidStatus }) => <ToneBadge tone={bidStatusNames[of].tone}>{bidStatusNames[of].label()}</ToneBadge>;

/** The current terms beside the asking price; the rows of one listing can be compared. */
const columns = (layout: string): readonly TableColumn<BidSummary>[] => [
  { key: 'bidder', header: m.bid_column_bidder(), cell: (b) => <TwoLineCell top={b.bidder} bottom={b.code} /> },
  { key: 'listing', header: m.bid_column_listing(), wrap: true, cell: (b) => b.listing.title },
  ...makeCompanyTableColumns<BidSummary>(layout),
  { key: 'cents', header: m.bid_column_amount(), align: 'right', sortable: true, cell: (b) => formatKes(b.latest.cents) },
  { key: 'asked', header: m.bid_column_asked(), align: 'right', cell: (b) => formatKes(b.listing.price_cents) },
  { key: 'terms', header: m.bid_column_terms(), wrap: true, cell: (b) => formatBidTerms(b.latest) },
  { key: 'status', header: m.bid_column_status(), cell: (b) => <State of={b.status} /> },
  { key: 'expires_at', header: m.bid_column_until(), sortable: true, cell: (b) => formatBidExpiry(b, formatDateTime) },
];

export default function Bids() {
  const { layout, link } = useDashboard();
  const list = useListState(names, soonest);
  const { filters } = list;
  const answer = useCall(bidCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'cents',
    z_filter: { ...filters, status: filters.status as BidStatus | undefined, waiting: filters.waiting ? ('true' as const) : undefined },
  });
  return (
    <>
      <PageHeader title={m.screens_bid_list()} sub={answer.data ? m.bid_count({ count: answer.data.count }) : undefined} />
      <ManagerBidTabs current="bids" />
      <ListPage
        caption={m.screens_bid_list()}
        list={list}
        answer={answer}
        columns={columns(layout)}
        rowHref={(b) => link('bid.one', { id: b.id, code: b.code })}
        mobile={(b) => (
          <MobileRow
            name={b.bidder}
            amount={formatKes(b.latest.cents)}
            meta={b.listing.title}
            metaEnd={appendCompanyAndCounty(layout, b, formatBidTerms(b.latest))}
            badge={<State of={b.status} />}
            when={formatBidExpiry(b, formatDateTime)}
          />
        )}
        search={{ value: filters.q ?? '', set: (text) => list.setFilter('q', text), label: m.bid_search(), hint: m.bid_search_hint() }}
        states={{
          field: 'status',
          label: m.bid_column_status(),
          options: (Object.keys(bidMachine.states) as BidStatus[]).map((s) => ({ value: s, label: bidStatusNames[s].label() })),
        }}
        filters={[...makeCompanyAndCountyFilters(layout, list, answer.data?.results[0]?.company.name), ...chips(list)]}
        counted={(n) => m.bid_count({ count: n })}
        empty={<StateBlock title={m.bid_empty_title()} text={m.bid_empty_text()} />}
        filteredText={m.bid_filtered_text()}
      />
    </>
  );
}

function chips(list: ReturnType<typeof useListState<(typeof names)[number]>>): ActiveFilter[] {
  const waits = [{ value: 'true', label: m.bid_waiting() }];
  return [
    makeDateRangeFilter(list, 'day_from', 'day_to', m.lead_column_came()),
    makeChoiceFilter('waiting', m.bid_filter_waiting(), m.bid_any(), waits, list.filters.waiting, (v) => list.setFilter('waiting', v)),
    ...makeLinkedFilter(list, 'listing_id', m.bid_filter_listing()),
  ];
}
