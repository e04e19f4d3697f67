import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { type RunWarning, runWarnings } from '#contract/invoice/kinds.ts';
import type { RunRow } from '#contract/invoice/many.ts';
import { invoiceRunCalls as calls } from '#contract/invoice/run-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { monthOf } from '#contract/time/days.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { useDash } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { ConfirmModal } from '#web/ui/dash/confirm-modal.tsx';
import { type Column, DataTable, MobileRow, TwoLines } from '#web/ui/dash/data-table.tsx';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { ViewTabs } from '#web/ui/dash/view-tabs.tsx';
import { count, date, kes, month as monthName } from '#web/ui/format.ts';
import { A } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';
import { PropertyPick } from './property-pick.tsx';
import { RunProgress, RunsBefore } from './run-progress.tsx';
import { warningNames } from './words.ts';

const names = ['month', 'property_id', 'warning', 'run'] as const;
const byHome = { by: 'unit', desc: false } as const;
/** These make no invoice, whatever is ticked. */
const kept: readonly RunWarning[] = ['duplicate', 'nothing'];
const makesNone = ({ warnings }: RunRow): boolean => warnings.some((one) => kept.includes(one));

/** The invoices of a month for all homes at once: what they would be, one confirmation, how far it is, and what came of it. */
export default function InvoiceRunPage() {
  const { link } = useDash();
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
      {run > 0 ? <RunProgress key={run} id={run} /> : <Preview />}
    </>
  );
}

function Preview() {
  const list = useListState(names, byHome);
  const [left, leave] = useState<ReadonlySet<number>>(new Set());
  const [asked, ask] = useState(false);
  const month = /^\d{4}-\d\d$/.test(list.filters.month ?? '') ? `${list.filters.month}-01` : `${monthOf(clock.today())}-01`;
  const property = Number(list.filters.property_id) || null;
  const warning = list.filters.warning as RunWarning | 'any' | undefined;
  const answer = useCall(calls.runPreview, {
    month,
    ...(property ? { property_id: property } : {}),
    page: list.page,
    page_size: list.pageSize,
    z_filter: warning ? { warning } : {},
  });
  const data = answer.data;
  const start = useAct(calls.runStart, {
    inPlace: true,
    touches: [invoiceCalls],
    quiet: true,
    done: ({ id }) => list.setFilters({ run: String(id), warning: null }),
  });
  const toggle = (id: number) =>
    leave((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <div className={classes.form}>
      <div className={classes.pair}>
        <TextInput
          type="month"
          label={m.invoices_run_month()}
          value={monthOf(month)}
          onChange={(event) => list.setFilter('month', event.currentTarget.value || null)}
        />
        <PropertyPick value={property} put={(id) => list.setFilter('property_id', id === null ? null : String(id))} all={m.invoices_run_all()} />
      </div>
      {data?.running && (
        <Note action={<A href={list.hrefWith({ run: data.running.id })}>{m.invoices_run_look()}</A>}>
          {m.invoices_run_goes({ code: data.running.code })}
        </Note>
      )}
      {data && (
        <FactStrip
          items={[
            { label: m.invoices_run_makes(), value: count(data.invoices - left.size) },
            { label: m.invoices_run_sum(), value: kes(data.total_cents) },
            ...(left.size > 0 ? [{ label: m.invoices_run_left(), value: count(left.size) }] : []),
            ...runWarnings
              .filter((one) => (data.warnings[one] ?? 0) > 0)
              .map((one) => ({ label: warningNames[one](), value: count(data.warnings[one] ?? 0) })),
          ]}
        />
      )}
      {data && <Warnings list={list} open={warning} counts={data.warnings} />}
      <DataTable
        caption={m.invoices_run_title()}
        columns={columns(left, toggle)}
        rows={data?.results ?? []}
        rowKey={(row) => String(row.tenancy.id)}
        state={answer.isPending ? 'loading' : answer.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        empty={<StateBlock title={m.invoices_run_none_title()} text={m.invoices_run_none()} />}
        mobile={(row) => (
          <MobileRow
            name={<Leave row={row} left={left} toggle={toggle} />}
            amount={kes(row.total_cents)}
            meta={`${row.unit.name}, ${row.property.name}`}
            badge={<Said row={row} />}
            when={row.due_on ? date(row.due_on) : ''}
          />
        )}
        footer={<ListFooter list={list} count={data?.count ?? 0} />}
      />
      <div className={classes.foot}>
        <span className={classes.quiet}>{m.invoices_run_promise()}</span>
        <Button disabled={!data || data.invoices - left.size <= 0 || data.running !== null} onClick={() => ask(true)}>
          {m.invoices_run_start({ count: Math.max(0, (data?.invoices ?? 0) - left.size) })}
        </Button>
      </div>
      <RunsBefore href={(id) => list.hrefWith({ run: id })} />
      {asked && data && (
        <ConfirmModal
          opened
          onClose={() => ask(false)}
          title={m.invoices_run_ask({ count: data.invoices - left.size, month: monthName(month) })}
          confirmLabel={m.invoices_run_start({ count: data.invoices - left.size })}
          cancelLabel={m.shell_cancel()}
          closeLabel={m.shell_close()}
          loading={start.isPending}
          problem={start.problem}
          onConfirm={() => start.mutate({ month, property_id: property, except: [...left] })}
        >
          {m.invoices_run_ask_text()}
        </ConfirmModal>
      )}
    </div>
  );
}

type Toggle = { readonly left: ReadonlySet<number>; readonly toggle: (id: number) => void };
const Leave = ({ row, left, toggle }: Toggle & { row: RunRow }) => (
  <Checkbox
    checked={!makesNone(row) && !left.has(row.tenancy.id)}
    disabled={makesNone(row)}
    onChange={() => toggle(row.tenancy.id)}
    label={row.tenant.name}
    description={row.tenancy.code}
  />
);
const Said = ({ row }: { row: RunRow }) => <span className={classes.warn}>{row.warnings.map((one) => warningNames[one]()).join(' · ')}</span>;

const columns = (left: ReadonlySet<number>, toggle: (id: number) => void): readonly Column<RunRow>[] => [
  { key: 'who', header: m.invoices_column_who(), cell: (row) => <Leave row={row} left={left} toggle={toggle} /> },
  { key: 'home', header: m.invoices_column_home(), wrap: true, cell: (row) => `${row.unit.name}, ${row.property.name}` },
  {
    key: 'lines',
    header: m.invoices_panel_lines(),
    wrap: true,
    cell: (row) => row.lines.map(({ label, cents }) => `${label} ${kes(cents)}`).join(' · '),
  },
  { key: 'due', header: m.invoices_column_due(), cell: (row) => (row.due_on ? date(row.due_on) : '') },
  { key: 'said', header: m.invoices_run_look_at(), wrap: true, cell: (row) => <Said row={row} /> },
  {
    key: 'sum',
    header: m.invoices_column_total(),
    align: 'right',
    cell: (row) => <TwoLines top={kes(row.total_cents)} bottom={row.invoice?.code ?? ''} />,
  },
];

type List = { readonly hrefWith: (changes: Record<string, string | number | null>) => string };
/** What to look at first: each warning as a tab, so that nobody reads a thousand rows for three. */
function Warnings({ list, open, counts }: { list: List; open: RunWarning | 'any' | undefined; counts: Partial<Record<RunWarning, number>> }) {
  const found = runWarnings.filter((one) => (counts[one] ?? 0) > 0);
  if (found.length === 0) return null;
  return (
    <ViewTabs
      label={m.invoices_run_look_at()}
      items={[
        { label: m.views_tab_all(), href: list.hrefWith({ warning: null, page: null }), current: open === undefined },
        ...found.map((one) => ({
          label: warningNames[one](),
          href: list.hrefWith({ warning: one, page: null }),
          current: open === one,
          count: counts[one] ?? 0,
        })),
      ]}
    />
  );
}
