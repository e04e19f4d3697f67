import { Button } from '@mantine/core';
import { isAllowed } from '#contract/access/grants.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { type InvoiceKind, invoiceKinds, invoiceStatuses } from '#contract/invoice/kinds.ts';
import { invoiceKindLabels } from '#contract/invoice/labels.ts';
import { invoiceRunCalls } from '#contract/invoice/run-calls.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { DownloadCsvButton } from '#web/forms/download-buttons.tsx';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { makeCompanyAndCountyFilters } from '#web/lists/holder.tsx';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter, makeLinkedFilter } from '#web/lists/shared-filters.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { formatKesShort } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { getStatusLabel } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { InvoiceAgeing } from './ageing.tsx';
import { InvoiceTotals } from './invoice-sums.tsx';
import { buildInvoiceColumns, InvoiceMobileRow } from './rows.tsx';

const names = [
  'q',
  'status',
  'closed',
  'overdue',
  'aged',
  'disputed',
  'kind',
  'property_id',
  'unit_id',
  'tenancy_id',
  'booking_id',
  'tenant_id',
  'run_id',
  'company_id',
  'region',
  'day_from',
  'day_to',
  'came_from',
  'came_to',
] as const;
const latest: ListSort = { by: 'due_on', desc: true };
type State = ReturnType<typeof useListState<(typeof names)[number]>>;
const paid = String(invoiceStatuses.paid);
const lets: readonly string[] = ['owner', 'agent'];

const wireOf = ({ filters: f }: State) => ({
  ...(f as Record<(typeof names)[number], never>),
  kind: f.kind as InvoiceKind | undefined,
});

/** Invoices of the managed homes: age buckets first, then the list. */
export default function InvoiceList() {
  const { layout, link } = useDashboard();
  const list = useListState(names, latest);
  const z_filter = wireOf(list);
  const asked = { sort: list.wireSort as 'due_on', z_filter };
  const rows = useCall(invoiceCalls.list, { page: list.page, page_size: list.pageSize, tabs: 'true', ...asked });
  const counts = useCall(invoiceCalls.counts, { z_filter: {} }, { quiet: true });
  const { run, menu } = useInvoiceBulkActions(layout);
  return (
    <>
      <PageHeader
        title={m.invoices_title()}
        sub={
          counts.data &&
          m.invoices_sub({
            open: formatKesShort(counts.data.open_cents),
            overdue: formatKesShort(counts.data.overdue_cents),
            paid: formatKesShort(counts.data.paid_month_cents),
          })
        }
        actions={
          <>
            {(rows.data?.count ?? 0) > 0 && (
              <DownloadCsvButton label={m.invoices_export()} fetch={(part) => send(invoiceCalls.csv, { ...asked, part })} />
            )}
            {(rows.data?.count ?? 0) > 0 && run}
            <MoreMenu label={m.shell_more()} items={menu} />
          </>
        }
      />
      <Tabs list={list} counts={rows.data?.tabs} />
      <InvoiceAgeing z_filter={z_filter} href={(age) => list.hrefWith({ aged: age, page: null })} />
      {list.filtered && <InvoiceTotals z_filter={z_filter} />}
      <ListPage
        caption={m.invoices_title()}
        list={list}
        answer={rows}
        columns={buildInvoiceColumns(layout)}
        rowHref={(i) => link('invoice.detail', { invoice_id: i.id, code: i.code })}
        mobile={(i) => <InvoiceMobileRow of={i} layout={layout} />}
        search={{ value: list.filters.q ?? '', set: (text) => list.setFilter('q', text), label: m.invoices_search(), hint: m.invoices_search_hint() }}
        filters={filtersOf(list, layout, rows.data?.results[0]?.company.name)}
        counted={(count) => m.invoices_count({ count })}
        empty={<StateBlock title={m.invoices_empty_title()} text={m.invoices_empty_text()} action={run || undefined} />}
        filteredText={m.invoices_filtered_text()}
      />
    </>
  );
}

/** Actions for many homes: the monthly run first, the others in a menu. */
function useInvoiceBulkActions(layout: string) {
  const { visitor } = useApp();
  const { link } = useDashboard();
  const makes = lets.includes(layout) && isAllowed(invoiceRunCalls.startInvoiceRun.needs, visitor);
  const changes = lets.includes(layout) && isAllowed(invoiceRunCalls.setFeePolicy.needs, visitor);
  return {
    run: makes && (
      <Button component={AppLink} href={link('invoice.run')}>
        {m.invoices_run_title()}
      </Button>
    ),
    menu: [
      makes && { label: m.invoices_charge_title(), href: link('invoice.charge') },
      { label: m.invoices_missing_title(), href: link('invoice.missing') },
      changes && { label: m.invoices_late_title(), href: link('invoice.late') },
      changes && { label: m.invoices_settings_title(), href: link('invoice.settings') },
    ],
  };
}

/** The four statuses of the specification, with overdue among them: overdue is not a status, but the most common filter. */
function Tabs({ list, counts }: { list: State; counts: Readonly<Record<string, number>> | undefined }) {
  const { status, overdue: late, closed } = list.filters;
  if (counts?.all === 0 && !status && !late && !closed) return null;
  const tab = (label: string, value: string | null, count: number | undefined) => ({
    label,
    href: list.hrefWith({ status: value, closed: value === paid ? 'false' : null, overdue: null, page: null }),
    current: !late && closed !== 'true' && (status ?? null) === value,
    ...(count === undefined ? {} : { count }),
  });
  const state = (value: number) => tab(getStatusLabel('invoice', value), String(value), counts && (counts[String(value)] ?? 0));
  return (
    <ViewTabs
      label={m.invoices_column_status()}
      items={[
        tab(m.views_tab_all(), null, counts?.all),
        state(invoiceStatuses.unpaid),
        state(invoiceStatuses.active),
        {
          label: m.invoices_overdue(),
          href: list.hrefWith({ overdue: 'true', status: null, closed: null, page: null }),
          current: late !== undefined,
          ...(counts ? { count: counts.overdue ?? 0 } : {}),
        },
        state(invoiceStatuses.paid),
        {
          label: m.invoices_tab_closed(),
          href: list.hrefWith({ closed: 'true', status: null, overdue: null, page: null }),
          current: closed === 'true',
          ...(counts ? { count: counts.closed ?? 0 } : {}),
        },
        state(invoiceStatuses.expired),
      ]}
    />
  );
}

function filtersOf(list: State, layout: string, company?: string) {
  return [
    makeChoiceFilter(
      'kind',
      m.invoices_column_what(),
      m.invoices_any(),
      invoiceKinds.map((value) => ({ value, label: invoiceKindLabels[value]() })),
      list.filters.kind,
      (v) => list.setFilter('kind', v),
    ),
    ...makeLinkedFilter(list, 'aged', m.invoices_ageing()),
    makeChoiceFilter(
      'disputed',
      m.invoices_disputed(),
      m.invoices_any(),
      [{ value: 'true', label: m.invoices_disputed() }],
      list.filters.disputed,
      (v) => list.setFilter('disputed', v),
    ),
    makeDateRangeFilter(list, 'day_from', 'day_to', m.invoices_column_due()),
    makeDateRangeFilter(list, 'came_from', 'came_to', m.invoices_came_on()),
    ...makeLinkedFilter(list, 'property_id', m.invoices_of_property()),
    ...makeLinkedFilter(list, 'unit_id', m.invoices_of_unit()),
    ...makeLinkedFilter(list, 'tenancy_id', m.invoices_of_tenancy()),
    ...makeLinkedFilter(list, 'booking_id', m.invoices_of_booking()),
    ...makeLinkedFilter(list, 'tenant_id', m.invoices_of_tenant()),
    ...makeLinkedFilter(list, 'run_id', m.invoices_of_run()),
    ...makeCompanyAndCountyFilters(layout, list, company),
  ];
}
