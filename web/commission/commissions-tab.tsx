import { type CommissionSummary, commissionCalls } from '#contract/commission/calls.ts';
import { type CommissionBeneficiary, commissionBeneficiaries } from '#contract/commission/kinds.ts';
import { commissionBeneficiaryLabels } from '#contract/commission/labels.ts';
import { commissionMachine } from '#contract/commission/machine.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { DownloadCsvButton } from '#web/forms/download-buttons.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { appendCompanyAndCounty, makeCompanyAndCountyFilters, makeCompanyTableColumns } from '#web/lists/holder.tsx';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter, makeLinkedFilter } from '#web/lists/shared-filters.tsx';
import { DaysChart } from '#web/ui/dash/days-chart.tsx';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatKes } from '#web/ui/format.ts';
import { formatDateOmittingCurrentYear } from '#web/ui/format-date-omitting-current-year.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './commission.module.css';
import { type CommissionStatus, commissionStatusNames } from './words.ts';

const names = ['q', 'status', 'beneficiary', 'company_id', 'unit_id', 'region', 'day_from', 'day_to'] as const;
const newest: ListSort = { by: 'happened_on', desc: true };
const State = ({ of }: { of: CommissionStatus }) => <ToneBadge tone={commissionStatusNames[of].tone}>{commissionStatusNames[of].label()}</ToneBadge>;
const earner = (c: CommissionSummary): string => c.beneficiary_name ?? m.commission_platform();

const columns = (layout: string): readonly TableColumn<CommissionSummary>[] => [
  { key: 'code', header: m.commission_column_code(), cell: (c) => <TwoLineCell top={c.property ?? c.rule} bottom={c.code} /> },
  ...makeCompanyTableColumns<CommissionSummary>(layout),
  { key: 'earner', header: m.commission_column_beneficiary(), cell: earner },
  { key: 'base', header: m.commission_column_base(), align: 'right', cell: (c) => formatKes(c.base_cents) },
  { key: 'amount_cents', header: m.commission_column_amount(), align: 'right', sortable: true, cell: (c) => formatKes(c.amount_cents, true) },
  { key: 'tax', header: m.commission_column_tax(), align: 'right', cell: (c) => formatKes(c.tax_cents, true) },
  { key: 'status', header: m.commission_column_status(), cell: (c) => <State of={c.status} /> },
  { key: 'happened_on', header: m.commission_column_day(), sortable: true, cell: (c) => formatDateOmittingCurrentYear(c.happened_on) },
];

/** The commissions a company earned, and those deducted from its money: a tab of owners and agents, a page of dealers. */
export function CommissionsTab() {
  const { layout, link } = useDashboard();
  const list = useListState(names, newest);
  const { filters } = list;
  const z_filter = {
    ...filters,
    status: filters.status as CommissionStatus | undefined,
    beneficiary: filters.beneficiary as CommissionBeneficiary | undefined,
  };
  const answer = useCall(commissionCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'id',
    z_filter,
  });
  return (
    <div className={classes.stack}>
      <Months />
      {answer.data && answer.data.count > 0 && (
        <Panel
          title={m.commission_sums()}
          right={<DownloadCsvButton label={m.commission_export()} fetch={(part) => send(commissionCalls.exportCsv, { z_filter, part })} />}
        >
          <FactStrip
            items={[
              { label: m.commission_column_base(), value: formatKes(answer.data.base_cents, true) },
              { label: m.commission_column_amount(), value: formatKes(answer.data.amount_cents, true) },
              { label: m.commission_column_tax(), value: formatKes(answer.data.tax_cents, true) },
              ...(answer.data.waits_cents === 0 ? [] : [{ label: m.commission_sum_waits(), value: formatKes(answer.data.waits_cents, true) }]),
            ]}
          />
        </Panel>
      )}
      <ListPage
        caption={m.screens_commission_list()}
        list={list}
        answer={answer}
        columns={columns(layout)}
        rowHref={(c) => link(layout === 'dealer' ? 'commission.detail' : 'commission.one', { id: c.id, code: c.code })}
        mobile={(c) => (
          <MobileRow
            name={c.property ?? c.rule}
            amount={formatKes(c.amount_cents, true)}
            meta={earner(c)}
            metaEnd={appendCompanyAndCounty(layout, c, formatKes(c.base_cents))}
            badge={<State of={c.status} />}
            when={formatDateOmittingCurrentYear(c.happened_on)}
          />
        )}
        search={{ value: filters.q ?? '', set: (text) => list.setFilter('q', text), label: m.commission_search(), hint: m.commission_search_hint() }}
        states={{
          field: 'status',
          label: m.commission_column_status(),
          options: (Object.keys(commissionMachine.states) as CommissionStatus[]).map((s) => ({ value: s, label: commissionStatusNames[s].label() })),
        }}
        filters={[
          ...makeCompanyAndCountyFilters(layout, list, answer.data?.results[0]?.company.name),
          ...makeLinkedFilter(list, 'unit_id', m.invoices_of_unit()),
          makeDateRangeFilter(list, 'day_from', 'day_to', m.commission_column_day()),
          makeChoiceFilter(
            'beneficiary',
            m.commission_column_beneficiary(),
            m.commission_any_beneficiary(),
            commissionBeneficiaries.map((value) => ({ value, label: commissionBeneficiaryLabels[value]() })),
            filters.beneficiary,
            (v) => list.setFilter('beneficiary', v),
          ),
        ]}
        counted={(n) => m.commission_count({ count: n })}
        empty={<StateBlock title={m.commission_empty()} text={m.commission_empty_text()} />}
        filteredText={m.commission_filtered_text()}
      />
    </div>
  );
}

/** The monthly statement as a chart, with the same numbers as a table under it. */
function Months() {
  const found = useCall(commissionCalls.listMonths, {});
  const months = found.data?.results ?? [];
  if (months.length < 2) return null;
  return (
    <Panel title={m.commission_months()}>
      <DaysChart
        by="month"
        money
        days={months.map(({ month, amount_cents }) => ({ day: month, earned: amount_cents }))}
        series={[{ name: 'earned', label: m.commission_earned() }]}
        words={{ table: m.commission_months_table(), day: m.commission_month() }}
      />
    </Panel>
  );
}
