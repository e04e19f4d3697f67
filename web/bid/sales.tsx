import { bidCalls } from '#contract/bid/calls.ts';
import { saleStepLabels } from '#contract/bid/labels.ts';
import { saleMachine } from '#contract/bid/machine.ts';
import type { SaleSummary } from '#contract/bid/shapes.ts';
import { saleSteps } from '#contract/bid/terms.ts';
import { useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { appendCompanyAndCounty, makeCompanyAndCountyFilters, makeCompanyTableColumns } from '#web/lists/holder.tsx';
import { ListPage } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter } from '#web/lists/shared-filters.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { type SaleStatus, saleStatusNames } from './labels.ts';
import { BidderTabs, ManagerBidTabs } from './tabs.tsx';

const names = ['q', 'status', 'company_id', 'region', 'day_from', 'day_to'] as const;
const newest: ListSort = { by: 'created_at', desc: true };
const State = ({ of }: { of: SaleStatus }) => <ToneBadge tone={saleStatusNames[of].tone}>{saleStatusNames[of].label()}</ToneBadge>;
const done = (sale: SaleSummary) => m.bid_sale_progress({ done: sale.done, of: saleSteps.length });
const nextText = ({ next }: SaleSummary) => (next === null ? '' : saleStepLabels[next.step]());
const dueText = ({ next }: SaleSummary) => (next?.due_on ? m.bid_sale_due({ day: formatDate(next.due_on) }) : '');

const columns = (layout: string): readonly TableColumn<SaleSummary>[] => [
  { key: 'title', header: m.bid_column_listing(), wrap: true, cell: (s) => <TwoLineCell top={s.title} bottom={s.code} /> },
  ...(layout === 'tenant' ? [] : [{ key: 'buyer', header: m.bid_column_buyer(), cell: (s: SaleSummary) => s.buyer }]),
  ...makeCompanyTableColumns<SaleSummary>(layout),
  { key: 'price_cents', header: m.bid_column_price(), align: 'right', sortable: true, cell: (s) => formatKes(s.price_cents) },
  { key: 'next', header: m.bid_column_next(), wrap: true, cell: (s) => <TwoLineCell top={nextText(s)} bottom={dueText(s)} /> },
  { key: 'done', header: m.bid_sale_steps(), cell: done },
  { key: 'status', header: m.bid_column_status(), cell: (s) => <State of={s.status} /> },
];

/** Open and closed sales: of the homes a manager works on, or those a tenant buys. */
export default function SaleList() {
  const { layout, link } = useDashboard();
  const list = useListState(names, newest);
  const { filters } = list;
  const answer = useCall(bidCalls.listSales, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'created_at',
    z_filter: { ...filters, status: filters.status as SaleStatus | undefined },
  });
  const own = layout === 'tenant';
  return (
    <>
      <PageHeader title={m.screens_bid_sales()} sub={answer.data ? m.bid_sales_count({ count: answer.data.count }) : undefined} />
      {own ? <BidderTabs current="sales" /> : <ManagerBidTabs current="sales" />}
      <ListPage
        caption={m.screens_bid_sales()}
        list={list}
        answer={answer}
        columns={columns(layout)}
        rowHref={(s) => link('bid.sale', { id: s.id, code: s.code })}
        mobile={(s) => (
          <MobileRow
            name={s.title}
            amount={formatKes(s.price_cents)}
            meta={own ? nextText(s) : s.buyer}
            metaEnd={appendCompanyAndCounty(layout, s, done(s))}
            badge={<State of={s.status} />}
            when={dueText(s)}
          />
        )}
        search={{ value: filters.q ?? '', set: (text) => list.setFilter('q', text), label: m.bid_sales_search(), hint: m.bid_sales_search_hint() }}
        states={{
          field: 'status',
          label: m.bid_column_status(),
          options: (Object.keys(saleMachine.states) as SaleStatus[]).map((s) => ({ value: s, label: saleStatusNames[s].label() })),
        }}
        filters={[
          ...makeCompanyAndCountyFilters(layout, list, answer.data?.results[0]?.company.name),
          makeDateRangeFilter(list, 'day_from', 'day_to', m.bid_sales_opened()),
        ]}
        counted={(n) => m.bid_sales_count({ count: n })}
        empty={<StateBlock title={m.bid_sales_empty_title()} text={own ? m.bid_sales_mine_empty_text() : m.bid_sales_empty_text()} />}
        filteredText={m.bid_sales_filtered_text()}
      />
    </>
  );
}
