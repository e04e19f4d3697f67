import { Button } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { collectionCalls } from '#contract/collection/calls.ts';
import type { InvoiceAction } from '#contract/invoice/kinds.ts';
import { invoiceActionLabels } from '#contract/invoice/labels.ts';
import type { InvoiceDetails } from '#contract/invoice/shapes.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { PayModal } from '#web/collection/pay-modal.tsx';
import { RecordPaymentForm } from '#web/collection/record.tsx';
import { type PaymentProcess, usePaymentProcess } from '#web/collection/use-payment.ts';
import { useApp } from '#web/layout/app.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { IconCash } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import { CreditInvoiceForm, InvoiceReasonForm, ResendInvoiceForm } from './act-forms.tsx';
import { InvoiceDocuments } from './papers.tsx';
import { formatInvoiceHome } from './words.ts';

/** Order of the menu; destructive actions are last, and red. */
const order = ['dispute', 'settle_dispute', 'waive', 'credit', 'write_off', 'void'] as const satisfies readonly InvoiceAction[];
const ending: readonly InvoiceAction[] = ['credit', 'write_off', 'void'];

/** The next step as a button: payment where a balance is due. The other actions that the server allows are in a menu. */
export function InvoiceActions({ of }: { of: InvoiceDetails }) {
  const { visitor } = useApp();
  const paying = usePaymentProcess();
  const [asked, ask] = useState<InvoiceAction | 'record' | null>(null);
  const close = () => ask(null);
  const open = of.open_cents > 0 && of.manages;
  const records = open && isAllowed(collectionCalls.record.needs, visitor);
  const paid = of.paid_on !== null;
  return (
    <>
      <InvoiceDocuments of={of} receipt={paid} />
      {of.acts.includes('send') && (
        <Button variant="default" onClick={() => ask('send')}>
          {invoiceActionLabels.send()}
        </Button>
      )}
      {records && (
        <Button leftSection={<IconCash size={16} aria-hidden />} onClick={() => ask('record')}>
          {m.payments_record()}
        </Button>
      )}
      <MoreMenu
        label={m.shell_more()}
        items={[
          open && { label: m.payments_push_title(), onClick: paying.open },
          // The public page prints on A4; a dashboard page does not.
          of.link !== null && { label: m.invoices_print(), href: of.link },
          ...order
            .filter((act) => of.acts.includes(act))
            .map((act) => ({ label: invoiceActionLabels[act](), danger: ending.includes(act), onClick: () => ask(act) })),
        ]}
      />
      {open && <Ring of={of} paying={paying} />}
      {asked === 'record' && (
        <RecordPaymentForm
          close={close}
          what={{
            who: `${of.tenant.name}, ${formatInvoiceHome(of)}`,
            open_cents: of.open_cents,
            invoice_id: of.id,
            ...(of.tenancy ? { tenancy_id: of.tenancy.id } : of.booking ? { booking_id: of.booking.id } : {}),
          }}
        />
      )}
      {asked === 'send' && <ResendInvoiceForm of={of} close={close} />}
      {asked === 'credit' && <CreditInvoiceForm of={of} close={close} />}
      {asked !== null && asked !== 'record' && asked !== 'send' && asked !== 'credit' && <InvoiceReasonForm of={of} close={close} act={asked} />}
    </>
  );
}

/** Sends the M-Pesa prompt to the payer. The lead tenant's number is filled in and can be changed. */
function Ring({ of, paying }: { of: InvoiceDetails; paying: PaymentProcess }) {
  const asked = paying.opened ? of.tenancy : null;
  const tenancy = useCall(tenancyCalls.details, asked && { id: asked.id }, { quiet: true });
  if (asked && tenancy.isPending) return null;
  const lead = tenancy.data?.people.find(({ role, until }) => role === 'lead' && until === null);
  return <PayModal what={{ invoice_id: of.id }} paying={paying} tenant={{ phone: lead?.phone ?? null }} />;
}
