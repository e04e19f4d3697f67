import { invoiceActionCalls } from '#contract/invoice/act-calls.ts';
import { invoiceCreditKindLabels } from '#contract/invoice/labels.ts';
import type { InvoiceDetails } from '#contract/invoice/shapes.ts';
import { send } from '#web/client/client.ts';
import { OpenPdfButton } from '#web/forms/download-buttons.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';

/** Credit notes, each with its reason and PDF. */
export const CreditNotes = ({ of: i }: { of: InvoiceDetails }) => (
  <Panel title={m.invoices_panel_credits()} pad={false}>
    <PanelRows>
      {i.credit_notes.map((one) => (
        <div key={one.id}>
          <span className={classes.grow}>
            <b>
              {invoiceCreditKindLabels[one.kind]()} {m.invoice_number({ number: one.serial })} · {one.code}
            </b>
            <small>{[one.reason, one.by, formatDate(one.at)].filter(Boolean).join(' · ')}</small>
            {one.returned_cents > 0 && <small>{m.invoices_credit_returned({ sum: formatKes(one.returned_cents) })}</small>}
          </span>
          <span className="num">{formatKes(-one.cents)}</span>
          <OpenPdfButton label={m.invoices_pdf()} address={async () => (await send(invoiceActionCalls.creditNotePdfLink, { id: one.id })).address} />
        </div>
      ))}
    </PanelRows>
  </Panel>
);
