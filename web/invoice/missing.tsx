import { Button, TextInput } from '@mantine/core';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { monthOf } from '#contract/time/days.ts';
import { useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';
import { PropertyPicker } from './property-pick.tsx';

type Found = CallResult<typeof invoiceCalls.missingInvoices>['results'][number];
type Row = Found & { readonly id: number };
const names = ['month', 'property_id'] as const;
const byDue = { by: 'due_on', desc: false } as const;
const sumText = (row: Found): string => (row.metered && row.cents === 0 ? m.invoices_metered() : formatKes(row.cents));

const columns = (): readonly TableColumn<Row>[] => [
  { key: 'who', header: m.invoices_column_who(), cell: (row) => <TwoLineCell top={row.tenant.name} bottom={row.tenancy.code} /> },
  { key: 'home', header: m.invoices_column_home(), wrap: true, cell: (row) => `${row.unit.name}, ${row.property.name}` },
  { key: 'due', header: m.invoices_column_due(), cell: (row) => formatDate(row.due_on) },
  { key: 'sum', header: m.invoices_column_total(), align: 'right', cell: (row) => <span className="num">{sumText(row)}</span> },
];

/** Tenancies without an invoice in a month. */
export default function MissingInvoices() {
  const { layout, link } = useDashboard();
  const list = useListState(names, byDue);
  const month = /^\d{4}-\d\d$/.test(list.filters.month ?? '') ? (list.filters.month ?? '') : monthOf(clock.today());
  const property = Number(list.filters.property_id) || null;
  const answer = useCall(invoiceCalls.missingInvoices, {
    month: `${month}-01`,
    page: list.page,
    page_size: list.pageSize,
    z_filter: property ? { property_id: property } : {},
  });
  const rows = (answer.data?.results ?? []).map((row) => ({ ...row, id: row.tenancy.id }));
  return (
    <>
      <PageHeader
        title={m.invoices_missing_title()}
        crumbs={[{ label: m.invoices_title(), href: link('invoice.list') }, { label: m.invoices_missing_title() }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={m.invoices_missing_sub()}
        actions={
          rows.length > 0 &&
          layout !== 'dealer' && (
            <Button component={AppLink} href={`${link('invoice.run')}?month=${month}`}>
              {m.invoices_run_title()}
            </Button>
          )
        }
      />
      <div className={classes.form}>
        <div className={classes.pair}>
          <TextInput
            type="month"
            label={m.invoices_run_month()}
            value={month}
            onChange={(event) => list.setFilter('month', event.currentTarget.value || null)}
          />
          <PropertyPicker value={property} put={(id) => list.setFilter('property_id', id === null ? null : String(id))} all={m.invoices_run_all()} />
        </div>
        <DataTable
          caption={m.invoices_missing_title()}
          columns={columns()}
          rows={rows}
          rowKey={(row) => String(row.id)}
          rowHref={(row) => link('tenancy.detail', { id: row.tenancy.id, code: row.tenancy.code })}
          state={answer.isPending ? 'loading' : answer.isPlaceholderData ? 'refetching' : 'ready'}
          loadingLabel={m.shell_loading()}
          empty={<StateBlock title={m.invoices_missing_none_title()} text={m.invoices_missing_none()} />}
          mobile={(row) => (
            <MobileRow
              name={row.tenant.name}
              amount={sumText(row)}
              meta={`${row.unit.name}, ${row.property.name}`}
              badge={row.tenancy.code}
              when={formatDate(row.due_on)}
            />
          )}
          footer={<ListFooter list={list} count={answer.data?.count ?? 0} />}
        />
      </div>
    </>
  );
}
