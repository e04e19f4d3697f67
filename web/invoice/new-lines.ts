import type { invoiceActCalls } from '#contract/invoice/act-calls.ts';
import type { handLineKinds, TaxCode } from '#contract/invoice/kinds.ts';
import { lineNames } from '#contract/invoice/words.ts';
import type { Given } from '#contract/kernel/call.ts';
import { typedCents } from '#contract/money/cents.ts';

/** A line while it is typed: shillings as in the field, what is taken off as a positive number. */
export type NewLine = {
  readonly key: number;
  readonly kind: (typeof handLineKinds)[number];
  readonly label: string;
  readonly qty: number;
  readonly shillings: number;
  readonly tax_code: TaxCode;
};
export const blankLine = (key: number): NewLine => ({ key, kind: 'other', label: '', qty: 1, shillings: 0, tax_code: 'A' });

export type GivenLine = Given<typeof invoiceActCalls.preview>['lines'][number];
/** As the call takes it: a discount is below zero, a line without words of its own is called by its kind. */
export const toGiven = ({ kind, label, qty, shillings, tax_code }: NewLine): GivenLine => {
  const cents = typedCents(shillings);
  return { kind, label: label.trim() || lineNames[kind](), qty, unit_cents: kind === 'discount' ? -cents : cents, tax_code };
};
/** Worth asking what it would come to. */
export const isReady = (lines: readonly NewLine[]): boolean =>
  lines.length > 0 && lines.every((line) => line.shillings > 0 && Number.isInteger(line.qty) && line.qty > 0);
