import { lazy, Suspense } from 'react';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { invoiceStatuses } from '#contract/invoice/kinds.ts';
import { useCall } from '#web/client/use-call.ts';
import { useCurrentTenancy } from '#web/collection/current-tenancy.ts';
import { useAmountDue } from '#web/collection/due.ts';
import { AmountDueCard, findNextDueAmount } from '#web/collection/due-card.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { StateTabs } from '#web/lists/state-tabs.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { getStatusLabel } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { InvoiceStatusBadge } from './badge.tsx';
import { InvoiceDueDate } from './due-date.tsx';
import classes from './invoice.module.css';
import { getInvoiceName } from './words.ts';

// The meter readings load only where a meter was read, because their form is larger than the page.
const OwnUse = lazy(() => import('#web/meter/own-usage.tsx'));

const names = ['status'] as const;
const openFirst = { by: 'due_on', desc: true } as const;

/** Invoices of this lease, open ones first, with one way to pay. */
export default function OwnInvoices() {
  const here = useCurrentTenancy();
  const { link } = useDashboard();
  const list = useListState(names, openFirst);
  const due = useAmountDue(here.id);
  const status = Number(list.filters.status) || undefined;
  const answer = useCall(invoiceCalls.listMine, {
    page: list.page,
    page_size: list.pageSize,
    z_filter: { tenancy_id: here.id, ...(status ? { status } : {}) },
  });
  if (!here.answer.data) return <LoadingState answer={here.answer} />;
  const rows = answer.data?.results ?? [];
  return (
    <>
      <PageHeader
        title={m.invoices_own_title()}
        crumbs={[{ label: here.name, href: link('living.home') }, { label: m.invoices_own_title() }]}
        crumbsLabel={m.shell_nav_sections()}
      />
      <div className={classes.stack}>
        {due.data && <AmountDueCard tenancyId={here.id} due={due.data} next={findNextDueAmount(here.answer.data)} />}
        <StateTabs
          list={list}
          states={{
            field: 'status',
            label: m.invoices_column_status(),
            options: Object.values(invoiceStatuses).map((value) => ({ value: String(value), label: getStatusLabel('invoice', value) })),
          }}
          counts={undefined}
        />
        {!answer.data && <LoadingState answer={answer} />}
        {answer.data && rows.length === 0 && <StateBlock title={m.invoices_own_none_title()} text={m.invoices_own_none()} />}
        {rows.length > 0 && (
          <Panel pad={false}>
            <PanelRows>
              {rows.map((i) => (
                <AppLink key={i.id} href={link('invoice.ownOne', { invoice_id: i.id, invoice_code: i.code })}>
                  <span className={classes.grow}>
                    <b>{getInvoiceName(i)}</b>
                    <small>
                      {i.code} · <InvoiceDueDate of={i} />
                    </small>
                  </span>
                  <span className={classes.end}>
                    <b className="num">{formatKes(i.open_cents > 0 ? i.open_cents : i.total_cents)}</b>
                    <InvoiceStatusBadge of={i} />
                  </span>
                </AppLink>
              ))}
            </PanelRows>
            <ListFooter list={list} count={answer.data?.count ?? 0} />
          </Panel>
        )}
        <Suspense>
          <OwnUse tenancyId={here.id} />
        </Suspense>
      </div>
    </>
  );
}
