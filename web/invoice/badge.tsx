import { settledNames } from '#contract/invoice/settled.ts';
import type { InvoiceHead } from '#contract/invoice/shapes.ts';
import { StatusBadge, ToneBadge } from '#web/ui/status.tsx';

/** Where an invoice stands: the specification's word, or how it was closed where nobody paid it. */
export const InvoiceBadge = ({ of: { status, settled } }: { of: Pick<InvoiceHead, 'status' | 'settled'> }) =>
  settled === null || settled === 'paid' ? (
    <StatusBadge set="invoice" value={status} />
  ) : (
    <ToneBadge tone="done">{settledNames[settled]()}</ToneBadge>
  );
