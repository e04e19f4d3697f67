import { settlementCalls } from '#contract/settlement/calls.ts';
import { payoutRailLabels } from '#contract/settlement/labels.ts';
import { transferMachine } from '#contract/settlement/machine.ts';
import type { TransferSummary } from '#contract/settlement/shapes.ts';
import { type PayoutRailKind, payoutRails } from '#contract/wallet/kinds.ts';
import { useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { appendCompanyAndCounty, makeCompanyAndCountyFilters, makeCompanyTableColumns } from '#web/lists/holder.tsx';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter } from '#web/lists/shared-filters.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDateTime, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { TransferStatusBadge } from './parts.tsx';
import { type TransferStatus, transferStatusNames } from './words.ts';

const names = ['q', 'status', 'rail', 'company_id', 'region', 'day_from', 'day_to'] as const;
const newest: ListSort = { by: 'id', desc: true };

const columns = (layout: string): readonly TableColumn<TransferSummary>[] => [
  { key: 'code', header: m.settlement_column_code(), cell: (t) => <TwoLineCell top={t.code} bottom={t.settlement.code} /> },
  ...makeCompanyTableColumns<TransferSummary>(layout),
  { key: 'rail', header: m.settlement_column_to(), cell: (t) => `${payoutRailLabels[t.rail]()} •••${t.tail}` },
  { key: 'attempt', header: m.settlement_column_attempt(), align: 'right', cell: (t) => t.attempt },
  { key: 'cents', header: m.settlement_column_amount(), align: 'right', sortable: true, cell: (t) => formatKes(t.cents) },
  { key: 'reference', header: m.settlement_column_reference(), cell: (t) => t.external_id ?? '' },
  { key: 'status', header: m.settlement_column_status(), cell: (t) => <TransferStatusBadge of={t.status} /> },
  { key: 'id', header: m.settlement_column_day(), sortable: true, cell: (t) => formatDateTime(t.sent_at ?? t.created_at) },
];

/** Every attempt to send money. */
export default function TransferList() {
  const { layout, link } = useDashboard();
  const list = useListState(names, newest);
  const { filters } = list;
  const answer = useCall(settlementCalls.listTransfers, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'id',
    z_filter: { ...filters, status: filters.status as TransferStatus | undefined, rail: filters.rail as PayoutRailKind | undefined },
  });
  return (
    <>
      <PageHeader title={m.screens_settlement_transfers()} sub={m.settlement_transfers_lead()} />
      <ListPage
        caption={m.screens_settlement_transfers()}
        list={list}
        answer={answer}
        columns={columns(layout)}
        rowHref={(t) => link('settlement.transfer', { id: t.id, code: t.code })}
        mobile={(t) => (
          <MobileRow
            name={t.company.name}
            amount={formatKes(t.cents)}
            meta={`${payoutRailLabels[t.rail]()} •••${t.tail}`}
            metaEnd={appendCompanyAndCounty(layout, t, t.external_id ?? t.code)}
            badge={<TransferStatusBadge of={t.status} />}
            when={formatDateTime(t.sent_at ?? t.created_at)}
          />
        )}
        search={{
          value: filters.q ?? '',
          set: (text) => list.setFilter('q', text),
          label: m.settlement_transfers_search(),
          hint: m.settlement_transfers_search_hint(),
        }}
        states={{
          field: 'status',
          label: m.settlement_column_status(),
          options: (Object.keys(transferMachine.states) as TransferStatus[]).map((s) => ({ value: s, label: transferStatusNames[s].label() })),
        }}
        filters={[
          ...makeCompanyAndCountyFilters(layout, list, answer.data?.results[0]?.company.name),
          makeDateRangeFilter(list, 'day_from', 'day_to', m.settlement_column_day()),
          makeChoiceFilter(
            'rail',
            m.settlement_rail(),
            m.settlement_any_rail(),
            payoutRails.map((value) => ({ value, label: payoutRailLabels[value]() })),
            filters.rail,
            (v) => list.setFilter('rail', v),
          ),
        ]}
        counted={(n) => m.settlement_transfers_count({ count: n })}
        empty={<StateBlock title={m.settlement_transfers_empty()} text={m.settlement_transfers_empty_text()} />}
        filteredText={m.settlement_filtered_text()}
      />
    </>
  );
}
