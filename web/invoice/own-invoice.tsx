import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { PayModal } from '#web/collection/pay-modal.tsx';
import { usePaymentProcess } from '#web/collection/use-payment.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { InvoicePayments } from '#web/payment/part-panels.tsx';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { IconDeviceMobile } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import { InvoiceStatusBadge } from './badge.tsx';
import { InvoicePaymentDetails } from './detail-aside.tsx';
import { CreditNotes } from './detail-panels.tsx';
import { formatInvoiceBalanceDue } from './due-date.tsx';
import classes from './invoice.module.css';
import { InvoiceLinesTable } from './lines-table.tsx';
import { InvoiceNotices } from './notes.tsx';
import { InvoiceDocuments } from './papers.tsx';
import { formatInvoiceDueDate, getInvoiceName } from './words.ts';

const WhyForm = lazy(() => import('./act-forms.tsx').then((forms) => ({ default: forms.InvoiceReasonForm })));
// The meter readings load only where a meter was read, because their form is larger than the page.
const OwnUse = lazy(() => import('#web/meter/own-usage.tsx'));

/** One invoice for its payer: purpose, balance due and one button. A dispute is opened here, too. */
export default function OwnInvoice() {
  const { invoice_id, invoice_code } = useParams();
  const { link } = useDashboard();
  const paying = usePaymentProcess();
  const [asked, ask] = useState<'dispute' | 'settle_dispute' | null>(null);
  const answer = useCall(invoiceCalls.details, { id: parseAddressId(invoice_id), ...(invoice_code ? { code: invoice_code } : {}) });
  const i = answer.data;
  useScreenTitle(i && getInvoiceName(i));
  if (!i) return <LoadingState answer={answer} text={m.invoices_not_found()} />;
  const close = () => ask(null);
  return (
    <>
      <PageHeader
        title={getInvoiceName(i)}
        crumbs={[{ label: m.invoices_own_title(), href: link('invoice.own') }, { label: i.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<InvoiceStatusBadge of={i} />}
        sub={i.company.name}
        actions={
          <>
            <InvoiceDocuments of={i} receipt={i.paid_on !== null} />
            {i.open_cents > 0 && (
              <Button leftSection={<IconDeviceMobile size={16} aria-hidden />} onClick={paying.open}>
                {m.payments_pay_button()}
              </Button>
            )}
            <MoreMenu
              label={m.shell_more()}
              items={[
                i.acts.includes('dispute') && { label: m.invoices_act_dispute(), onClick: () => ask('dispute') },
                i.acts.includes('settle_dispute') && { label: m.invoices_act_withdraw(), onClick: () => ask('settle_dispute') },
              ]}
            />
          </>
        }
      />
      <InvoiceNotices of={i} />
      <FactStrip
        items={[
          { label: m.invoices_column_open(), value: formatInvoiceBalanceDue(i) },
          { label: m.invoices_column_total(), value: formatKes(i.total_cents, true) },
          { label: i.overdue_days > 0 ? m.invoices_overdue() : m.invoices_column_due(), value: formatInvoiceDueDate(i) },
          ...(i.paid_on ? [{ label: m.invoices_paid_on(), value: formatDate(i.paid_on) }] : []),
        ]}
      />
      <div className={classes.cols}>
        <div className={classes.stack}>
          <Panel title={m.invoices_panel_lines()} pad={false}>
            <InvoiceLinesTable lines={i.lines} sums={i} />
          </Panel>
          {i.tenancy && i.lines.some(({ kind }) => kind === 'water' || kind === 'power') && (
            <Suspense>
              <OwnUse tenancyId={i.tenancy.id} lines={i.lines.map((line) => line.id)} />
            </Suspense>
          )}
          <InvoicePayments invoiceId={i.id} />
          {i.credit_notes.length > 0 && <CreditNotes of={i} />}
        </div>
        {i.pay_to && i.open_cents > 0 && (
          <Panel title={m.invoices_panel_other()}>
            <InvoicePaymentDetails to={i.pay_to} />
          </Panel>
        )}
      </div>
      <PayModal what={{ invoice_id: i.id }} paying={paying} />
      {asked && (
        <Suspense fallback={null}>
          <WhyForm of={i} close={close} act={asked} />
        </Suspense>
      )}
    </>
  );
}
