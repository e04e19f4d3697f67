import { invoiceLineKindLabels } from '#contract/ledger/line-names.ts';
import { m } from '#words/messages.js';
import type { InvoiceKind, InvoiceLineKind } from './kinds.ts';
import { invoiceLineTextLabels } from './labels.ts';
import type { InvoiceLineTextKey } from './lines.ts';

export { invoiceLineKindLabels };

/** The name of a line: its own label, else the text of its kind in the reader's language. */
export const formatInvoiceLineName = ({
  kind,
  label,
  word,
}: {
  readonly kind: InvoiceLineKind;
  readonly label: string;
  readonly word: string | null;
}): string => label || (invoiceLineTextLabels[word as InvoiceLineTextKey] ?? invoiceLineKindLabels[kind])();
export type FirstInvoiceLine = Parameters<typeof formatInvoiceLineName>[0] & { readonly more: number };
/** A manual charge has its own description: an ad hoc charge, or a cost of water or electricity without a meter. */
export const isManualCharge = ({ kind, once_key }: { readonly kind: InvoiceKind; readonly once_key: string | null }): boolean =>
  kind === 'ad_hoc' || (kind === 'utility' && once_key === null);
/** The title of a manual charge: "Night guard", or "Parking and 2 more". Other invoices are described by their kind. */
export const formatInvoiceTitle = (first: FirstInvoiceLine | null): string | null =>
  first === null
    ? null
    : first.more > 0
      ? m.invoice_title_more({ first: formatInvoiceLineName(first), count: first.more })
      : formatInvoiceLineName(first);
