import { isAllowed } from '#contract/access/grants.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import { InvoiceStatusBadge } from './badge.tsx';
import { formatInvoiceBalanceDue } from './due-date.tsx';
import classes from './invoice.module.css';
import { getInvoiceName } from './words.ts';

const few = 5;

/** The latest invoices on the page of a tenancy, with links to all of them and to a new one. */
export function TenancyInvoices({ tenancy }: { tenancy: { readonly id: number; readonly code: string } }) {
  const { visitor } = useApp();
  const { layout, link } = useDashboard();
  const may = isAllowed(['invoices', 'read'], visitor) && (companyRoles as readonly string[]).includes(layout);
  const found = useCall(invoiceCalls.listOfTenancy, { tenancy_id: tenancy.id, page: 1, page_size: 10 }, { enabled: may, quiet: true });
  const due = useCall(invoiceCalls.balanceDue, { tenancy_id: tenancy.id }, { enabled: may, quiet: true });
  if (!may || !found.data) return null;
  const rows = found.data.results.slice(0, few);
  return (
    <Panel
      title={m.invoices_title()}
      right={
        <AppLink href={link('invoice.ofTenancy', { id: tenancy.id, code: tenancy.code })}>{m.invoices_all_of({ count: found.data.count })}</AppLink>
      }
      pad={false}
    >
      <PanelRows>
        <TenantCredit cents={due.data?.credit_cents ?? 0} />
        {rows.length === 0 && <div>{m.invoices_none_yet()}</div>}
        {rows.map((i) => (
          <AppLink key={i.id} href={link('invoice.detail', { invoice_id: i.id, code: i.code })}>
            <span className={classes.grow}>
              <b>{getInvoiceName(i)}</b>
              <small>
                {i.code} · {formatDate(i.due_on)}
              </small>
            </span>
            <span className={classes.end}>
              <b className="num">{formatInvoiceBalanceDue(i)}</b>
              <InvoiceStatusBadge of={i} />
            </span>
          </AppLink>
        ))}
      </PanelRows>
    </Panel>
  );
}

/** Tenant credit that is not allocated yet; the next invoice uses it. */
const TenantCredit = ({ cents }: { cents: number }) =>
  cents > 0 ? (
    <div>
      <span className={classes.grow}>{m.invoices_tenant_credit()}</span>
      <b className="num">{formatKes(cents, true)}</b>
    </div>
  ) : null;
