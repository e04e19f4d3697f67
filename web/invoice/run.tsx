import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { InvoiceRunRow } from '#contract/invoice/batch-shapes.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { type InvoiceRunWarning, invoiceRunWarnings } from '#contract/invoice/kinds.ts';
import { invoiceRunWarningLabels } from '#contract/invoice/labels.ts';
import { invoiceRunCalls } from '#contract/invoice/run-calls.ts';
import { sumCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { monthOf } from '#contract/time/days.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { formatCount, formatDate, formatKes, formatMonth } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';
import { PropertyPicker } from './property-pick.tsx';
import { InvoiceRunProgress, PreviousInvoiceRuns } from './run-progress.tsx';

const names = ['month', 'property_id', 'warning', 'run'] as const;
const byHome = { by: 'unit', desc: false } as const;
/** These make no invoice, even if selected. */
const kept: readonly InvoiceRunWarning[] = ['duplicate', 'nothing'];
const makesNone = ({ warnings }: InvoiceRunRow): boolean => warnings.some((one) => kept.includes(one));

/** The invoices of a month for all homes: preview, confirmation, progress and result. */
export default function InvoiceRunPage() {
  const { link } = useDashboard();
  const [params] = useSearchParams();
  const run = Number(params.get('run')) || 0;
  return (
    <>
      <PageHeader
        title={m.invoices_run_title()}
        crumbs={[{ label: m.invoices_title(), href: link('invoice.list') }, { label: m.invoices_run_title() }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={m.invoices_run_sub()}
      />
      {run > 0 ? <InvoiceRunProgress key={run} id={run} /> : <Preview />}
    </>
  );
}

function Preview() {
  const list = useListState(names, byHome);
  const [left, leave] = useState<Left>(new Map());
  const [asked, ask] = useState(false);
  const month = /^\d{4}-\d\d$/.test(list.filters.month ?? '') ? `${list.filters.month}-01` : `${monthOf(clock.today())}-01`;
  const property = Number(list.filters.property_id) || null;
  // The default tab shows what will be issued; the other tabs are one click away.
  const shown = (list.filters.warning as Shown | undefined) ?? 'makes';
  const answer = useCall(invoiceRunCalls.previewInvoiceRun, {
    month,
    ...(property ? { property_id: property } : {}),
    page: list.page,
    page_size: list.pageSize,
    z_filter: shown === 'all' ? {} : { warning: shown },
  });
  const data = answer.data;
  const start = useAction(invoiceRunCalls.startInvoiceRun, {
    inPlace: true,
    touches: [invoiceCalls],
    quiet: true,
    done: ({ id }) => list.setFilters({ run: String(id), warning: null }),
  });
  const toggle = ({ tenancy, total_cents }: InvoiceRunRow) =>
    leave((old) => {
      const next = new Map(old);
      if (!next.delete(tenancy.id)) next.set(tenancy.id, total_cents);
      return next;
    });
  // Other homes need a new selection.
  const choose = (name: 'month' | 'property_id', value: string | null) => {
    leave(new Map());
    list.setFilter(name, value);
  };
  const makes = Math.max(0, (data?.invoices ?? 0) - left.size);
  const total = sumCents([data?.total_cents ?? 0, ...[...left.values()].map((one) => -one)]);
  return (
    <div className={classes.form}>
      <div className={classes.pair}>
        <TextInput
          type="month"
          label={m.invoices_run_month()}
          value={monthOf(month)}
          onChange={(event) => choose('month', event.currentTarget.value || null)}
        />
        <PropertyPicker value={property} put={(id) => choose('property_id', id === null ? null : String(id))} all={m.invoices_run_all()} />
      </div>
      {data?.running && (
        <Note action={<AppLink href={list.hrefWith({ run: data.running.id })}>{m.invoices_run_look()}</AppLink>}>
          {m.invoices_run_goes({ code: data.running.code })}
        </Note>
      )}
      {data && (
        <FactStrip
          items={[
            { label: m.invoices_run_makes(), value: formatCount(makes) },
            { label: m.invoices_run_sum(), value: formatKes(total) },
            ...(left.size > 0 ? [{ label: m.invoices_run_left(), value: formatCount(left.size) }] : []),
            ...invoiceRunWarnings
              .filter((one) => (data.warnings[one] ?? 0) > 0)
              .map((one) => ({ label: invoiceRunWarningLabels[one](), value: formatCount(data.warnings[one] ?? 0) })),
          ]}
        />
      )}
      {data && (data.warnings.past_due ?? 0) > 0 && <Note>{m.invoices_run_past_due({ day: formatDate(clock.today()) })}</Note>}
      {data && <Warnings list={list} open={shown} counts={data.warnings} makes={data.invoices} />}
      <DataTable
        caption={m.invoices_run_title()}
        columns={columns(left, toggle)}
        rows={data?.results ?? []}
        rowKey={(row) => String(row.tenancy.id)}
        state={answer.isPending ? 'loading' : answer.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        empty={<StateBlock title={m.invoices_run_none_title()} text={shown === 'makes' ? m.invoices_run_none_to_issue() : m.invoices_run_none()} />}
        mobile={(row) => (
          <MobileRow
            name={<Leave row={row} left={left} toggle={toggle} />}
            amount={formatKes(row.total_cents)}
            meta={`${row.unit.name}, ${row.property.name}`}
            badge={<Said row={row} />}
            when={row.due_on ? formatDate(row.due_on) : ''}
          />
        )}
        footer={<ListFooter list={list} count={data?.count ?? 0} />}
      />
      <div className={classes.foot}>
        <span className={classes.quiet}>{m.invoices_run_promise()}</span>
        <Button disabled={!data || makes === 0 || data.running !== null} onClick={() => ask(true)}>
          {m.invoices_run_start({ count: makes })}
        </Button>
      </div>
      <PreviousInvoiceRuns href={(id) => list.hrefWith({ run: id })} />
      {asked && data && (
        <ConfirmModal
          opened
          onClose={() => ask(false)}
          title={m.invoices_run_ask({ count: makes, month: formatMonth(month) })}
          confirmLabel={m.invoices_run_start({ count: makes })}
          cancelLabel={m.shell_cancel()}
          closeLabel={m.shell_close()}
          loading={start.isPending}
          problem={start.problem}
          onConfirm={() => start.mutate({ month, property_id: property, except: [...left.keys()] })}
        >
          {m.invoices_run_ask_sum({ sum: formatKes(total) })}
        </ConfirmModal>
      )}
    </div>
  );
}

/** The tenancies left out and their amounts: the total follows the selection. */
type Left = ReadonlyMap<number, number>;
type Shown = InvoiceRunWarning | 'makes' | 'all';
type Toggle = { readonly left: Left; readonly toggle: (row: InvoiceRunRow) => void };
const Leave = ({ row, left, toggle }: Toggle & { row: InvoiceRunRow }) => (
  <Checkbox
    checked={!makesNone(row) && !left.has(row.tenancy.id)}
    disabled={makesNone(row)}
    onChange={() => toggle(row)}
    label={row.tenant.name}
    description={row.tenancy.code}
  />
);
const Said = ({ row }: { row: InvoiceRunRow }) => (
  <span className={classes.warn}>{row.warnings.map((one) => invoiceRunWarningLabels[one]()).join(' · ')}</span>
);

const columns = (left: Left, toggle: Toggle['toggle']): readonly TableColumn<InvoiceRunRow>[] => [
  { key: 'who', header: m.invoices_column_who(), cell: (row) => <Leave row={row} left={left} toggle={toggle} /> },
  { key: 'home', header: m.invoices_column_home(), wrap: true, cell: (row) => `${row.unit.name}, ${row.property.name}` },
  {
    key: 'lines',
    header: m.invoices_panel_lines(),
    wrap: true,
    cell: (row) => row.lines.map(({ label, cents }) => `${label} ${formatKes(cents)}`).join(' · '),
  },
  { key: 'due', header: m.invoices_column_due(), cell: (row) => (row.due_on ? formatDate(row.due_on) : '') },
  { key: 'said', header: m.invoices_run_note(), wrap: true, cell: (row) => <Said row={row} /> },
  {
    key: 'sum',
    header: m.invoices_column_total(),
    align: 'right',
    cell: (row) => <TwoLineCell top={formatKes(row.total_cents)} bottom={row.invoice?.code ?? ''} />,
  },
];

type List = { readonly hrefWith: (changes: Record<string, string | number | null>) => string };
type Tabs = { list: List; open: Shown; counts: Partial<Record<InvoiceRunWarning, number>>; makes: number };
/** Tabs: the invoices to issue, then one for each warning, so that rare warnings are easy to find. */
function Warnings({ list, open, counts, makes }: Tabs) {
  const found = invoiceRunWarnings.filter((one) => (counts[one] ?? 0) > 0);
  const tab = (value: Shown, label: string, n?: number) => ({
    label,
    href: list.hrefWith({ warning: value === 'makes' ? null : value, page: null }),
    current: open === value,
    ...(n === undefined ? {} : { count: n }),
  });
  return (
    <ViewTabs
      label={m.invoices_run_look_at()}
      items={[
        tab('makes', m.invoices_run_to_issue(), makes),
        ...found.map((one) => tab(one, invoiceRunWarningLabels[one](), counts[one] ?? 0)),
        tab('all', m.views_tab_all()),
      ]}
    />
  );
}
