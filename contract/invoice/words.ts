import { lineNames } from '#contract/ledger/line-names.ts';
import { m } from '#words/messages.js';
import type { Age, CreditKind, InvoiceKind, InvoiceStatus, LineKind, RunWarning, TaxCode } from './kinds.ts';
import type { LineWord } from './lines.ts';

export const kindNames: Readonly<Record<InvoiceKind, () => string>> = {
  move_in: m.invoice_kind_move_in,
  rent: m.invoice_kind_rent,
  utility: m.invoice_kind_utility,
  ad_hoc: m.invoice_kind_ad_hoc,
  late_fee: m.invoice_kind_late_fee,
  damage: m.invoice_kind_damage,
  final: m.invoice_kind_final,
};
export const statusNames: Readonly<Record<InvoiceStatus, () => string>> = {
  unpaid: m.invoice_status_unpaid,
  paid: m.invoice_status_paid,
  active: m.invoice_status_active,
  expired: m.invoice_status_expired,
};
export { lineNames };

const wordNames: Readonly<Record<LineWord, () => string>> = { prepaid: m.invoice_line_prepaid, opening: m.invoice_line_opening };
/** What a line is called: as somebody wrote it, else by our own words in the reader's language. */
export const lineName = ({ kind, label, word }: { readonly kind: LineKind; readonly label: string; readonly word: string | null }): string =>
  label || (wordNames[word as LineWord] ?? lineNames[kind])();
export type FirstLine = Parameters<typeof lineName>[0] & { readonly more: number };
/** Somebody said what it is for: a charge, or a cost of water or power that no meter measured. */
export const isByHand = ({ kind, once_key }: { readonly kind: InvoiceKind; readonly once_key: string | null }): boolean =>
  kind === 'ad_hoc' || (kind === 'utility' && once_key === null);
/** What a charge by hand is for: "Night guard", or "Parking and 2 more". Of all others their kind says it. */
export const titleOf = (first: FirstLine | null): string | null =>
  first === null ? null : first.more > 0 ? m.invoice_title_more({ first: lineName(first), count: first.more }) : lineName(first);

export const taxNames: Readonly<Record<TaxCode, () => string>> = {
  A: m.invoice_tax_a,
  B: m.invoice_tax_b,
  C: m.invoice_tax_c,
  D: m.invoice_tax_d,
  E: m.invoice_tax_e,
};
export const ageNames: Readonly<Record<Age, () => string>> = {
  current: m.invoice_age_current,
  '1-30': m.invoice_age_30,
  '31-60': m.invoice_age_60,
  '61-90': m.invoice_age_90,
  '90+': m.invoice_age_more,
};
export const warningNames: Readonly<Record<RunWarning, () => string>> = {
  no_reading: m.invoice_warning_no_reading,
  zero_rent: m.invoice_warning_zero_rent,
  duplicate: m.invoice_warning_duplicate,
  nothing: m.invoice_warning_nothing,
  ending: m.invoice_warning_ending,
  past_due: m.invoice_warning_past_due,
};
export const creditNames: Readonly<Record<CreditKind, () => string>> = {
  credit: m.invoice_credit_credit,
  write_off: m.invoice_credit_write_off,
  waiver: m.invoice_credit_waiver,
};
