import { m } from '#words/messages.js';
import type { InvoiceKind, InvoiceStatus } from './kinds.ts';

/** How nothing came to be left of an invoice; only the first is money. Status 2 of the specification says no more than that nothing is left. */
export const settledHows = ['paid', 'credited', 'let_go', 'written_off'] as const;
export type Settled = (typeof settledHows)[number];
export const settledNames: Readonly<Record<Settled, () => string>> = {
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

/** Null while something is left, and of one that was taken back. Who paid a part and was let off the rest has not paid it, nor who was given back all they paid. */
export function settledOf({
  status,
  kind,
  paid_cents: paid,
  returned_cents: back,
  credited_cents: credited,
  written_off_cents: off,
}: Facts): Settled | null {
  if (status !== 'paid') return null;
  if (off > 0) return 'written_off';
  if (paid > back || credited + back === 0) return 'paid';
  return kind === 'late_fee' ? 'let_go' : 'credited';
}
