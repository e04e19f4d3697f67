import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { discountTypes, toDiscountType } from '#contract/catalogue/kinds.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { type PromotionSummary, promotionCalls } from '#contract/promotion/calls.ts';
import { discountTypeLabels } from '#contract/promotion/labels.ts';
import { promotionMachine } from '#contract/promotion/machine.ts';
import { ManagerBidTabs } from '#web/bid/tabs.tsx';
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
import type { ActiveFilter } from '#web/ui/dash/table/filter-bar.tsx';
import { formatCount } from '#web/ui/format.ts';
import { IconPlus } from '#web/ui/icons.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { PromotionDrawer } from './drawer.tsx';
import { PromotionForm } from './form.tsx';
import { formatPromotionPeriod, formatPromotionValue, type PromotionState, promotionStatusNames } from './labels.ts';

const names = ['q', 'status', 'discount_type', 'company_id', 'region', 'day_from', 'day_to'] as const;
const newest: ListSort = { by: 'updated_at', desc: true };

const used = (p: PromotionSummary) => (p.quota === null ? formatCount(p.used) : m.promotion_used_of({ used: p.used, quota: p.quota }));
const StatusOf = ({ of }: { of: PromotionState }) => <ToneBadge tone={promotionStatusNames[of].tone}>{promotionStatusNames[of].label()}</ToneBadge>;

const columns = (layout: string): readonly TableColumn<PromotionSummary>[] => [
  { key: 'name', header: m.promotion_column_name(), sortable: true, cell: (p) => <TwoLineCell top={p.name} bottom={p.promo_code ?? p.code} /> },
  ...makeCompanyTableColumns<PromotionSummary>(layout),
  { key: 'worth', header: m.promotion_column_worth(), wrap: true, cell: formatPromotionValue },
  { key: 'starts_at', header: m.promotion_column_days(), sortable: true, cell: formatPromotionPeriod },
  { key: 'listings', header: m.promotion_column_listings(), align: 'right', cell: (p) => formatCount(p.listings) },
  { key: 'used', header: m.promotion_column_used(), align: 'right', cell: used },
  { key: 'status', header: m.promotion_column_status(), cell: (p) => <StatusOf of={p.status} /> },
];

const acts = () => [
  makeBulkAction<PromotionSummary, typeof promotionCalls.move>(promotionCalls.move, {
    label: m.promotion_schedule(),
    given: ({ id }) => ({ id, move: 'schedule' }),
    touches: [listingCalls],
  }),
  makeBulkAction<PromotionSummary, typeof promotionCalls.move>(promotionCalls.move, {
    label: m.promotion_cancel(),
    given: ({ id }) => ({ id, move: 'cancel' }),
    touches: [listingCalls],
  }),
];

/** Promotions. The address holds the open one. */
export default function PromotionList() {
  const { visitor } = useApp();
  const { layout } = useDashboard();
  const list = useListState(names, newest);
  const [params, setParams] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const { filters } = list;
  const answer = useCall(promotionCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'name',
    z_filter: { ...filters, status: filters.status as PromotionState | undefined },
  });
  const many = useBulkActions({ seen: filters, rows: answer.data?.results, nameOf: (p) => p.name, acts: acts() });
  const shut = () => {
    const next = new URLSearchParams(params);
    next.delete('offer');
    setParams(next, { replace: true, preventScrollReset: true });
  };
  // The platform reads and cancels promotions; only companies that let homes create them.
  const create = (companyRoles as readonly string[]).includes(layout) && isAllowed(['offers', 'create'], visitor) && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {m.promotion_new()}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={m.promotion_title()}
        sub={answer.data ? m.promotion_count({ count: answer.data.count }) : undefined}
        actions={create || undefined}
      />
      <ManagerBidTabs current="promotions" />
      <ListPage
        caption={m.promotion_title()}
        list={list}
        answer={answer}
        columns={columns(layout)}
        rowHref={(p) => list.hrefWith({ offer: p.id })}
        mobile={(p) => (
          <MobileRow
            name={p.name}
            amount={formatPromotionValue(p)}
            meta={formatPromotionPeriod(p)}
            metaEnd={appendCompanyAndCounty(layout, p, `${m.promotion_column_listings()} ${formatCount(p.listings)}`)}
            badge={<StatusOf of={p.status} />}
            when={p.promo_code ?? ''}
          />
        )}
        search={{ value: filters.q ?? '', set: (text) => list.setFilter('q', text), label: m.promotion_search(), hint: m.promotion_search_hint() }}
        states={{
          field: 'status',
          label: m.promotion_column_status(),
          options: (Object.keys(promotionMachine.states) as PromotionState[]).map((s) => ({ value: s, label: promotionStatusNames[s].label() })),
        }}
        filters={[...makeCompanyAndCountyFilters(layout, list, answer.data?.results[0]?.company.name), ...chips(list)]}
        counted={(n) => m.promotion_count({ count: n })}
        empty={<StateBlock title={m.promotion_empty_title()} text={m.promotion_empty_text()} action={create || undefined} />}
        filteredText={m.promotion_filtered_text()}
        {...many}
      />
      <PromotionDrawer id={Number(params.get('offer')) || null} close={shut} />
      {adding && <PromotionForm promotion={null} close={() => setAdding(false)} />}
    </>
  );
}

function chips(list: ReturnType<typeof useListState<(typeof names)[number]>>): ActiveFilter[] {
  const { filters, setFilter } = list;
  const kinds = Object.values(discountTypes).map((n) => ({ value: String(n), label: discountTypeLabels[toDiscountType(n)]() }));
  return [
    makeDateRangeFilter(list, 'day_from', 'day_to', m.promotion_column_days()),
    makeChoiceFilter('discount_type', m.promotion_kind(), m.promotion_any_kind(), kinds, filters.discount_type, (v) => setFilter('discount_type', v)),
  ];
}
