import { invoiceCalls } from '#contract/invoice/calls.ts';
import type { InvoiceSummary } from '#contract/invoice/shapes.ts';
import { send } from '#web/client/client.ts';
import { OpenPdfButton } from '#web/forms/download-buttons.tsx';
import { m } from '#words/messages.js';

/** Links to the PDF of the invoice, and of its receipt once it is paid. */
export const InvoiceDocuments = ({ of, receipt }: { of: Pick<InvoiceSummary, 'id'>; receipt: boolean }) => (
  <OpenPdfButton
    label={receipt ? m.invoices_receipt() : m.invoices_pdf()}
    address={async () => (await send(invoiceCalls.pdfLink, { id: of.id, kind: receipt ? 'receipt' : 'invoice' })).address}
  />
);
