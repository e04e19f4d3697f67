import { settlementCalls } from '#contract/settlement/calls.ts';
import { transferErrorCodeLabels } from '#contract/settlement/labels.ts';
import { payoutErrorMachine } from '#contract/settlement/machine.ts';
import type { PayoutErrorSummary } from '#contract/settlement/shapes.ts';
import { type TransferErrorCode, transferErrorCodes } from '#contract/transfer/errors.ts';
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
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { type PayoutErrorStatus, payoutErrorStatusNames } from './words.ts';

const names = ['q', 'status', 'error', 'company_id', 'region', 'day_from', 'day_to'] as const;
const latest: ListSort = { by: 'last_at', desc: true };
const State = ({ of }: { of: PayoutErrorStatus }) => (
  <ToneBadge tone={payoutErrorStatusNames[of].tone}>{payoutErrorStatusNames[of].label()}</ToneBadge>
);

const columns = (layout: string): readonly TableColumn<PayoutErrorSummary>[] => [
  { key: 'error', header: m.settlement_column_error(), cell: (e) => <TwoLineCell top={transferErrorCodeLabels[e.error]()} bottom={e.code} /> },
  ...makeCompanyTableColumns<PayoutErrorSummary>(layout),
  { key: 'cause', header: m.settlement_said(), wrap: true, cell: (e) => e.cause },
  { key: 'cents', header: m.settlement_column_amount(), align: 'right', sortable: true, cell: (e) => formatKes(e.cents) },
  { key: 'attempts', header: m.settlement_column_attempt(), align: 'right', cell: (e) => e.attempts },
  { key: 'owner', header: m.settlement_column_owner(), cell: (e) => e.owner ?? '' },
  { key: 'status', header: m.settlement_column_status(), cell: (e) => <State of={e.status} /> },
  { key: 'last_at', header: m.settlement_column_seen(), sortable: true, cell: (e) => formatDateTime(e.last_at) },
];

/** Payout errors: transfers that failed or are unknown. */
export default function PayoutErrorList() {
  const { layout, link } = useDashboard();
  const list = useListState(names, latest);
  const { filters } = list;
  const answer = useCall(settlementCalls.listErrors, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'last_at',
    z_filter: { ...filters, status: filters.status as PayoutErrorStatus | undefined, error: filters.error as TransferErrorCode | undefined },
  });
  return (
    <>
      <PageHeader title={m.screens_settlement_errors()} sub={m.settlement_errors_lead()} />
      <ListPage
        caption={m.screens_settlement_errors()}
        list={list}
        answer={answer}
        columns={columns(layout)}
        rowHref={(e) => link('settlement.error', { id: e.id, code: e.code })}
        mobile={(e) => (
          <MobileRow
            name={transferErrorCodeLabels[e.error]()}
            amount={formatKes(e.cents)}
            meta={e.company.name}
            metaEnd={appendCompanyAndCounty(layout, e, e.code)}
            badge={<State of={e.status} />}
            when={formatDateTime(e.last_at)}
          />
        )}
        search={{
          value: filters.q ?? '',
          set: (text) => list.setFilter('q', text),
          label: m.settlement_errors_search(),
          hint: m.settlement_search_hint(),
        }}
        states={{
          field: 'status',
          label: m.settlement_column_status(),
          options: (Object.keys(payoutErrorMachine.states) as PayoutErrorStatus[]).map((s) => ({
            value: s,
            label: payoutErrorStatusNames[s].label(),
          })),
        }}
        filters={[
          ...makeCompanyAndCountyFilters(layout, list, answer.data?.results[0]?.company.name),
          makeDateRangeFilter(list, 'day_from', 'day_to', m.settlement_column_seen()),
          makeChoiceFilter(
            'error',
            m.settlement_column_error(),
            m.settlement_any_error(),
            transferErrorCodes.map((value) => ({ value, label: transferErrorCodeLabels[value]() })),
            filters.error,
            (v) => list.setFilter('error', v),
          ),
        ]}
        counted={(n) => m.settlement_errors_count({ count: n })}
        empty={<StateBlock title={m.settlement_errors_empty()} text={m.settlement_errors_empty_text()} />}
        filteredText={m.settlement_filtered_text()}
      />
    </>
  );
}
