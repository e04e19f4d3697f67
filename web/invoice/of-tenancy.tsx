import { Button } from '@mantine/core';
import { useParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { invoiceActionCalls } from '#contract/invoice/act-calls.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { rentCorrectionCalls } from '#contract/invoice/correction-calls.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { tenancyStatuses } from '#contract/tenancy/kinds.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { IconPlus } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';
import { buildInvoiceColumns, InvoiceMobileRow } from './rows.tsx';

const none = [] as const;
const newest = { by: 'due_on', desc: true } as const;

/** All invoices of one tenancy, and the balance due. */
export default function TenancyInvoiceList() {
  const { id, code = '' } = useParams();
  const { visitor } = useApp();
  const { layout, link } = useDashboard();
  const list = useListState(none, newest);
  const tenancy = useCall(tenancyCalls.details, { id: parseAddressId(id), ...(code ? { code } : {}) });
  const t = tenancy.data;
  const rows = useCall(
    invoiceCalls.listOfTenancy,
    { tenancy_id: parseAddressId(id), page: list.page, page_size: list.pageSize },
    { enabled: t !== undefined },
  );
  const due = useCall(invoiceCalls.balanceDue, { tenancy_id: parseAddressId(id) }, { quiet: true, enabled: t !== undefined });
  if (!t) return <LoadingState answer={tenancy} text={m.invoices_not_found()} />;
  const who = t.lead?.name ?? t.code;
  const makes = t.manages && isAllowed(invoiceActionCalls.create.needs, visitor);
  const livedIn = t.status === tenancyStatuses.active || t.status === tenancyStatuses.expired;
  const corrects = t.manages && livedIn && isAllowed(rentCorrectionCalls.correctRent.needs, visitor);
  const add = makes && (
    <Button component={AppLink} href={link('invoice.create', { id: t.id, code: t.code })} leftSection={<IconPlus size={16} aria-hidden />}>
      {m.invoices_new()}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={m.invoices_of({ who })}
        crumbs={[
          { label: m.tenancy_title(), href: link('tenancy.list') },
          { label: t.code, href: link('tenancy.detail', { id: t.id, code: t.code }) },
          { label: m.invoices_title() },
        ]}
        crumbsLabel={m.shell_nav_sections()}
        sub={`${t.unit.name}, ${t.property.name}`}
        actions={
          <>
            {corrects && (
              <Button component={AppLink} href={link('invoice.correctRent', { id: t.id, code: t.code })} variant="default">
                {m.invoices_rent_title()}
              </Button>
            )}
            {add}
          </>
        }
      />
      {due.data && (
        <div className={classes.note}>
          <FactStrip
            items={[
              { label: m.invoices_column_open(), value: due.data.total_cents === 0 ? m.invoices_clear() : formatKes(due.data.total_cents) },
              { label: m.invoices_overdue(), value: due.data.overdue_cents === 0 ? m.invoices_clear() : formatKes(due.data.overdue_cents) },
              ...(due.data.credit_cents > 0 ? [{ label: m.invoices_tenant_credit(), value: formatKes(due.data.credit_cents, true) }] : []),
              ...(due.data.next ? [{ label: m.invoices_next(), value: `${formatKes(due.data.next.cents)}, ${formatDate(due.data.next.on)}` }] : []),
            ]}
          />
        </div>
      )}
      <DataTable
        caption={m.invoices_title()}
        columns={buildInvoiceColumns(layout, true)}
        rows={rows.data?.results ?? []}
        rowKey={(i) => String(i.id)}
        rowHref={(i) => link('invoice.detail', { invoice_id: i.id, code: i.code })}
        state={rows.isPending ? 'loading' : rows.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        empty={<StateBlock title={m.invoices_none_title()} text={m.invoices_none_text()} action={add || undefined} />}
        mobile={(i) => <InvoiceMobileRow of={i} layout="" one />}
        footer={<ListFooter list={list} count={rows.data?.count ?? 0} />}
      />
    </>
  );
}
