import { m } from '#words/messages.js';
import type { InvoiceKind, InvoiceStatus } from './kinds.ts';

/**
 * Why an invoice has no balance due: paid, credited by a credit note, waived or written off. Only the first means that money was received, and status
 * 2 of the specification does not distinguish them.
 */
export const invoiceClosureKinds = ['paid', 'credited', 'let_go', 'written_off'] as const;
export type InvoiceClosureKind = (typeof invoiceClosureKinds)[number];
export const invoiceClosureKindLabels: Readonly<Record<InvoiceClosureKind, () => string>> = {
  paid: m.invoice_status_paid,
  credited: m.invoice_settled_credited,
  let_go: m.invoice_settled_let_go,
  written_off: m.invoice_settled_written_off,
};
type Facts = {
  readonly status: InvoiceStatus;
  readonly kind: InvoiceKind;
  readonly paid_cents: number;
  readonly returned_cents: number;
  readonly credited_cents: number;
  readonly written_off_cents: number;
};

/**
 * Null while a balance is due, and for a void invoice. An invoice that was partly paid and then waived is not paid, nor one whose payments were all
 * credited back.
 */
export function getInvoiceClosureKind({
  status,
  kind,
  paid_cents: paid,
  returned_cents: back,
  credited_cents: credited,
  written_off_cents: off,
}: Facts): InvoiceClosureKind | null {
  if (status !== 'paid') return null;
  if (off > 0) return 'written_off';
  if (paid > back || credited + back === 0) return 'paid';
  return kind === 'late_fee' ? 'let_go' : 'credited';
}
