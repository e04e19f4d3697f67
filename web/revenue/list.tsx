import { Button } from '@mantine/core';
import { toPercent } from '#contract/money/cents.ts';
import { type RevenueRow, revenueCalls } from '#contract/revenue/calls.ts';
import { type RevenueSource, revenueSources } from '#contract/revenue/kinds.ts';
import { revenueSourceLabels } from '#contract/revenue/labels.ts';
import { clock } from '#contract/time/clock.ts';
import { send } from '#web/client/client.ts';
import { downloadTextFile } from '#web/client/download.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { appendCompanyAndCounty, makeCompanyTableColumns } from '#web/lists/holder.tsx';
import { ListPage } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter, makeLinkedFilter } from '#web/lists/shared-filters.tsx';
import { DaysChart } from '#web/ui/dash/days-chart.tsx';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatKes } from '#web/ui/format.ts';
import { formatDateOmittingCurrentYear } from '#web/ui/format-date-omitting-current-year.ts';
import { m } from '#words/messages.js';
import classes from './revenue.module.css';

const names = ['q', 'source', 'company_id', 'day_from', 'day_to'] as const;
const newest: ListSort = { by: 'day', desc: true };
const columns = (layout: string): readonly TableColumn<RevenueRow>[] => [
  { key: 'what', header: m.revenue_column_what(), wrap: true, cell: (r) => <TwoLineCell top={r.says} bottom={r.code} /> },
  ...makeCompanyTableColumns<RevenueRow>(layout),
  { key: 'source', header: m.revenue_column_source(), cell: (r) => revenueSourceLabels[r.source]() },
  { key: 'net_cents', header: m.revenue_column_net(), align: 'right', sortable: true, cell: (r) => formatKes(r.net_cents, true) },
  { key: 'tax', header: m.revenue_column_tax(), align: 'right', cell: (r) => formatKes(r.tax_cents, true) },
  { key: 'day', header: m.revenue_column_day(), sortable: true, cell: (r) => formatDateOmittingCurrentYear(r.day) },
];

/** The platform's revenue from the ledger: by month and source, and journal by journal. */
export default function RevenueList() {
  const { layout, link } = useDashboard();
  const list = useListState(names, newest);
  const { filters } = list;
  const z_filter = { ...filters, source: filters.source as RevenueSource | undefined };
  const answer = useCall(revenueCalls.list, { page: list.page, page_size: list.pageSize, tabs: 'true', sort: list.wireSort as 'day', z_filter });
  const save = async () => {
    let [text, part] = ['', 1];
    for (let more = true; more; part++) {
      const file = await send(revenueCalls.exportCsv, { z_filter, part });
      [text, more] = [text + file.csv, file.more];
    }
    downloadTextFile(`revenue-${clock.today()}.csv`, text, 'text/csv');
  };
  const exports = (
    <Button variant="default" onClick={() => void save()}>
      {m.revenue_export()}
    </Button>
  );
  return (
    <>
      <PageHeader title={m.screens_revenue_list()} sub={m.revenue_lead()} actions={exports} />
      <Chart />
      <ListPage
        caption={m.screens_revenue_list()}
        list={list}
        answer={answer}
        columns={columns(layout)}
        rowHref={(r) => link('revenue.detail', { id: r.id, code: r.code })}
        mobile={(r) => (
          <MobileRow
            name={r.says}
            amount={formatKes(r.net_cents, true)}
            meta={revenueSourceLabels[r.source]()}
            metaEnd={appendCompanyAndCounty(layout, r, r.code)}
            when={formatDateOmittingCurrentYear(r.day)}
          />
        )}
        search={{ value: filters.q ?? '', set: (text) => list.setFilter('q', text), label: m.revenue_search(), hint: m.revenue_search_hint() }}
        states={{
          field: 'source',
          label: m.revenue_column_source(),
          options: revenueSources.map((value) => ({ value, label: revenueSourceLabels[value]() })),
        }}
        filters={[
          ...makeLinkedFilter(list, 'company_id', answer.data?.results[0]?.company?.name ?? m.views_filter_one_company()),
          makeDateRangeFilter(list, 'day_from', 'day_to', m.revenue_column_day()),
        ]}
        counted={(n) => m.revenue_count({ count: n })}
        empty={<StateBlock title={m.revenue_empty()} text={m.revenue_empty_text()} />}
        filteredText={m.revenue_filtered_text()}
      />
    </>
  );
}

function Chart() {
  const found = useCall(revenueCalls.revenueChart, {});
  if (!found.data) return <LoadingState answer={found} rows={4} />;
  const { months, deferred_cents, tax_cents, take_bps } = found.data;
  const all = months.reduce((sum, one) => sum + one.commission + one.subscription + one.featured, 0);
  return (
    <div className={classes.stack}>
      <FactStrip
        items={[
          { label: m.revenue_this_year(), value: formatKes(all) },
          { label: m.revenue_deferred(), value: formatKes(deferred_cents) },
          { label: m.revenue_tax_owed(), value: formatKes(tax_cents) },
          ...(take_bps === null ? [] : [{ label: m.revenue_take(), value: m.revenue_percent({ percent: toPercent(take_bps) }) }]),
        ]}
      />
      <Panel title={m.revenue_months()}>
        <DaysChart
          by="month"
          days={months.map((one) => ({
            day: one.month,
            commission: one.commission,
            subscription: one.subscription,
            featured: one.featured,
          }))}
          money
          series={revenueSources.map((name) => ({ name, label: revenueSourceLabels[name]() }))}
          words={{ table: m.revenue_months_table(), day: m.revenue_month() }}
        />
      </Panel>
    </div>
  );
}
