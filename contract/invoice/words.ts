import { invoiceLineKindNames } from '#contract/ledger/line-names.ts';
import { m } from '#words/messages.js';
import type { InvoiceKind, InvoiceLineKind } from './kinds.ts';
import { lineTextNames } from './labels.ts';
import type { LineText } from './lines.ts';

export { invoiceLineKindNames };

/** The name of a line: its own label, else the text of its kind in the reader's language. */
export const invoiceLineName = ({
  kind,
  label,
  word,
}: {
  readonly kind: InvoiceLineKind;
  readonly label: string;
  readonly word: string | null;
}): string => label || (lineTextNames[word as LineText] ?? invoiceLineKindNames[kind])();
export type FirstLine = Parameters<typeof invoiceLineName>[0] & { readonly more: number };
/** A manual charge has its own description: an ad hoc charge, or a cost of water or electricity without a meter. */
export const isManualCharge = ({ kind, once_key }: { readonly kind: InvoiceKind; readonly once_key: string | null }): boolean =>
  kind === 'ad_hoc' || (kind === 'utility' && once_key === null);
/** The title of a manual charge: "Night guard", or "Parking and 2 more". Other invoices are described by their kind. */
export const invoiceTitle = (first: FirstLine | null): string | null =>
  first === null ? null : first.more > 0 ? m.invoice_title_more({ first: invoiceLineName(first), count: first.more }) : invoiceLineName(first);
