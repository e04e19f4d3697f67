import type { InvoiceKind } from '#contract/invoice/kinds.ts';
import { m } from '#words/messages.js';

/** Names of invoice kinds, in a file of their own so that the public page loads only these seven. */
export const payableKindNames: Readonly<Record<InvoiceKind, () => string>> = {
  move_in: m.invoice_kind_move_in,
  rent: m.invoice_kind_rent,
  utility: m.invoice_kind_utility,
  ad_hoc: m.invoice_kind_ad_hoc,
  late_fee: m.invoice_kind_late_fee,
  damage: m.invoice_kind_damage,
  final: m.invoice_kind_final,
};
export const getPayableKindName = (kind: string): string => payableKindNames[kind as InvoiceKind]?.() ?? '';
