import { useParams } from 'react-router';
import { translateLoggedReason } from '#contract/audit/reasons-money.ts';
import type { PaymentMethod } from '#contract/collection/kinds.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { invoiceCreditKindLabels } from '#contract/invoice/labels.ts';
import type { InvoiceDetails } from '#contract/invoice/shapes.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { paymentMethodNames } from '#web/collection/words.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { InvoicePayments, PendingCashPanel } from '#web/payment/part-panels.tsx';
import { InvoicePayouts } from '#web/settlement/invoice-payouts.tsx';
import { ActivityList } from '#web/ui/dash/activity.tsx';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { IconBell, IconFileInvoice, IconPlus } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import { InvoiceActions } from './acts.tsx';
import { InvoiceStatusBadge } from './badge.tsx';
import { InvoiceAside } from './detail-aside.tsx';
import { CreditNotes } from './detail-panels.tsx';
import { formatInvoiceBalanceDue } from './due-date.tsx';
import classes from './invoice.module.css';
import { InvoiceLinesTable } from './lines-table.tsx';
import { InvoiceNotices } from './notes.tsx';
import { formatInvoiceDueDate, formatInvoiceHistoryEntry, formatInvoiceHome, getInvoiceName } from './words.ts';

/** One invoice: amounts, balance due, payments and actions. */
export default function InvoiceDetail() {
  const { invoice_id, code } = useParams();
  const { link } = useDashboard();
  const answer = useCall(invoiceCalls.details, { id: parseAddressId(invoice_id), ...(code ? { code } : {}) });
  const i = answer.data;
  useScreenTitle(i && `${getInvoiceName(i)}, ${i.tenant.name}`);
  if (!i) return <LoadingState answer={answer} text={m.invoices_not_found()} />;
  return (
    <>
      <PageHeader
        title={`${getInvoiceName(i)}, ${i.tenant.name}`}
        crumbs={[{ label: m.invoices_title(), href: link('invoice.list') }, { label: i.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<InvoiceStatusBadge of={i} />}
        sub={formatInvoiceHome(i)}
        actions={<InvoiceActions of={i} />}
      />
      <InvoiceNotices of={i} />
      <PendingCashPanel invoiceId={i.id} />
      <FactStrip
        items={[
          { label: m.invoices_column_open(), value: formatInvoiceBalanceDue(i) },
          { label: m.invoices_column_total(), value: formatKes(i.total_cents, true) },
          { label: i.overdue_days > 0 ? m.invoices_overdue() : m.invoices_column_due(), value: formatInvoiceDueDate(i) },
          { label: m.invoice_export_number(), value: String(i.serial) },
          { label: m.invoices_issued(), value: formatDate(i.issued_on) },
          ...(i.paid_on ? [{ label: m.invoices_paid_on(), value: formatDate(i.paid_on) }] : []),
        ]}
      />
      <div className={classes.cols}>
        <div className={classes.stack}>
          <Panel title={m.invoices_panel_lines()} pad={false}>
            <InvoiceLinesTable lines={i.lines} sums={i} />
          </Panel>
          <InvoicePayments invoiceId={i.id} />
          {i.fund === 'C' && <InvoicePayouts invoiceId={i.id} />}
          {i.credit_notes.length > 0 && <CreditNotes of={i} />}
          <Panel title={m.invoices_panel_past()}>
            <Past of={i} />
          </Panel>
        </div>
        <InvoiceAside of={i} />
      </div>
    </>
  );
}

/** The history, newest first: status changes, credit notes, reminders, and the day of issue. */
const Past = ({ of: i }: { of: InvoiceDetails }) => (
  <ActivityList
    items={[
      ...i.history.map((one) => ({
        key: one.key,
        what: formatInvoiceHistoryEntry(one),
        by: [one.by ?? m.invoices_system(), one.reason && whyText(one.reason)].filter(Boolean).join(' · '),
        at: one.at,
        icon: IconFileInvoice,
      })),
      ...i.credit_notes.map((one) => ({
        key: one.code,
        what: `${invoiceCreditKindLabels[one.kind]()}, ${formatKes(one.cents)}`,
        by: [one.by, one.reason].filter(Boolean).join(' · '),
        at: one.at,
        icon: IconFileInvoice,
      })),
      ...(i.dispute ? [{ key: 'dispute', what: m.invoices_past_dispute(), by: i.dispute.by, at: i.dispute.at, icon: IconFileInvoice }] : []),
      ...i.reminders.map(({ days, at }) => ({ key: `reminded ${days}`, what: reminded(days), by: m.invoices_system(), at, icon: IconBell })),
      { key: 'made', what: m.invoices_past_issue(), at: i.created_at, icon: IconPlus },
    ].toSorted((a, b) => b.at.localeCompare(a.at))}
  />
);
/** A payment entry shows the payment method, and an action of a person its reason. */
const whyText = (reason: string): string =>
  reason === 'wallet' ? m.invoices_past_credit() : (paymentMethodNames[reason as PaymentMethod]?.() ?? translateLoggedReason(reason));
const reminded = (days: number): string =>
  days < 0 ? m.invoices_reminded_before({ count: -days }) : days === 0 ? m.invoices_reminded_day() : m.invoices_reminded_after({ count: days });
