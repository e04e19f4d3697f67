import { invoiceCalls } from '#contract/invoice/calls.ts';
import type { InvoiceFull } from '#contract/invoice/shapes.ts';
import { send } from '#web/client/client.ts';
import { OpenPaper } from '#web/forms/take-file.tsx';
import { m } from '#words/messages.js';

/** The invoice as a paper, and its receipt once it is paid. */
export const Papers = ({ of, receipt }: { of: Pick<InvoiceFull, 'id'>; receipt: boolean }) => (
  <OpenPaper
    label={receipt ? m.invoices_receipt() : m.invoices_pdf()}
    address={async () => (await send(invoiceCalls.paper, { id: of.id, kind: receipt ? 'receipt' : 'invoice' })).address}
  />
);
