import type { invoiceActionCalls } from '#contract/invoice/act-calls.ts';
import type { InvoiceTaxCode, manualInvoiceLineKinds } from '#contract/invoice/kinds.ts';
import { invoiceLineKindLabels } from '#contract/invoice/words.ts';
import type { CallInput } from '#contract/kernel/call.ts';
import { typedAmountToCents } from '#contract/money/cents.ts';

/** A line while it is typed: shillings as in the field, a discount as a positive number. */
export type InvoiceLineDraft = {
  readonly key: number;
  readonly kind: (typeof manualInvoiceLineKinds)[number];
  readonly label: string;
  readonly qty: number;
  readonly shillings: number;
  readonly tax_code: InvoiceTaxCode;
};
export const makeBlankInvoiceLine = (key: number): InvoiceLineDraft => ({ key, kind: 'other', label: '', qty: 1, shillings: 0, tax_code: 'A' });

export type ManualInvoiceLineInput = CallInput<typeof invoiceActionCalls.preview>['lines'][number];
/** The line as the call expects it: a discount is negative, and a line without a label is named by its kind. */
export const toInvoiceLineInput = ({ kind, label, qty, shillings, tax_code }: InvoiceLineDraft): ManualInvoiceLineInput => {
  const cents = typedAmountToCents(shillings);
  return { kind, label: label.trim() || invoiceLineKindLabels[kind](), qty, unit_cents: kind === 'discount' ? -cents : cents, tax_code };
};
/** The lines are complete enough for a preview. */
export const areInvoiceLinesReady = (lines: readonly InvoiceLineDraft[]): boolean =>
  lines.length > 0 && lines.every((line) => line.shillings > 0 && Number.isInteger(line.qty) && line.qty > 0);
