import { invoiceClosureKindLabels } from '#contract/invoice/closure.ts';
import type { InvoiceSummary } from '#contract/invoice/shapes.ts';
import { StatusBadge, ToneBadge } from '#web/ui/status.tsx';

/** The status of an invoice, or how it was closed without money. */
export const InvoiceStatusBadge = ({ of: { status, settled } }: { of: Pick<InvoiceSummary, 'status' | 'settled'> }) =>
  settled === null || settled === 'paid' ? (
    <StatusBadge set="invoice" value={status} />
  ) : (
    <ToneBadge tone="done">{invoiceClosureKindLabels[settled]()}</ToneBadge>
  );
