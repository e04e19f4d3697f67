import { payoutKindLabels } from '#contract/settlement/labels.ts';
import { settlementMachine } from '#contract/settlement/machine.ts';
import type { SettlementSummary } from '#contract/settlement/shapes.ts';
import { withdrawCalls } from '#contract/settlement/withdraw-calls.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { DownloadCsvButton } from '#web/forms/download-buttons.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { getListFilterTexts } from '#web/lists/list-page.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter } from '#web/lists/shared-filters.tsx';
import { StateTabs } from '#web/lists/state-tabs.tsx';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { FilterBar } from '#web/ui/dash/table/filter-bar.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { PayoutStatusBadge } from './parts.tsx';
import classes from './settlement.module.css';
import { type PayoutStatus, payoutStatusNames } from './words.ts';

const names = ['status', 'day_from', 'day_to'] as const;
const newest = { by: 'id', desc: true };

/** The payouts to the reader's company, paid and in transit, each with its breakdown and its remittance advice. */
export function CompanyPayoutsTab() {
  const { link } = useDashboard();
  const list = useListState(names, newest);
  const z_filter = { ...list.filters, status: list.filters.status as PayoutStatus | undefined };
  const answer = useCall(withdrawCalls.listOwnPayouts, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    z_filter,
  });
  const columns: readonly TableColumn<SettlementSummary>[] = [
    { key: 'code', header: m.settlement_column_code(), cell: (p) => <TwoLineCell top={payoutKindLabels[p.kind]()} bottom={p.code} /> },
    { key: 'to', header: m.settlement_column_to(), cell: (p) => p.to ?? '' },
    { key: 'net', header: m.settlement_column_sum(), align: 'right', cell: (p) => formatKes(p.net_cents) },
    { key: 'status', header: m.settlement_column_status(), cell: (p) => <PayoutStatusBadge of={p.status} /> },
    { key: 'day', header: m.settlement_column_day(), cell: (p) => formatDate(p.paid_at ?? p.created_at) },
  ];
  const states = {
    field: 'status',
    label: m.settlement_column_status(),
    options: (Object.keys(settlementMachine.states) as PayoutStatus[]).map((s) => ({ value: s, label: payoutStatusNames[s].label() })),
  };
  return (
    <div className={classes.stack}>
      <StateTabs list={list} states={states} counts={answer.data?.tabs} />
      <FilterBar
        filters={[makeDateRangeFilter(list, 'day_from', 'day_to', m.settlement_column_day())]}
        phone={getListFilterTexts(list, m.settlement_count({ count: answer.data?.count ?? 0 }), 'status')}
      />
      {answer.data && answer.data.count > 0 && (
        <Panel
          title={m.settlement_sums()}
          right={<DownloadCsvButton label={m.settlement_export()} fetch={(part) => send(withdrawCalls.payoutsCsv, { z_filter, part })} />}
        >
          <FactStrip
            items={[
              { label: m.settlement_payouts(), value: m.settlement_count({ count: answer.data.count }) },
              { label: m.settlement_status_paid(), value: formatKes(answer.data.paid_cents, true) },
            ]}
          />
        </Panel>
      )}
      <DataTable
        caption={m.settlement_payouts()}
        columns={columns}
        rows={answer.data?.results ?? []}
        rowKey={(p) => String(p.id)}
        rowHref={(p) => link('settlement.payout', { id: p.id, code: p.code })}
        state={answer.isPending ? 'loading' : answer.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        empty={<StateBlock title={m.settlement_payouts_empty()} text={m.settlement_payouts_empty_text()} />}
        mobile={(p) => (
          <MobileRow
            name={payoutKindLabels[p.kind]()}
            amount={formatKes(p.net_cents)}
            meta={p.to ?? p.code}
            badge={<PayoutStatusBadge of={p.status} />}
            when={formatDate(p.paid_at ?? p.created_at)}
          />
        )}
        footer={<ListFooter list={list} count={answer.data?.count ?? 0} />}
      />
    </div>
  );
}
