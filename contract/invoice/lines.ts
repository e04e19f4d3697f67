import { type Cents, cents, portion, sum, wholeShillings } from '#contract/money/cents.ts';
import type { Day } from '#contract/time/days.ts';
import type { LineKind, TaxCode } from './kinds.ts';
import { taxOn } from './tax.ts';

/** What of ours a line says beside its kind. */
export const lineWords = ['prepaid', 'opening'] as const;
export type LineWord = (typeof lineWords)[number];

/** A line as it is going to be issued: `cents` with its tax. */
export type NewLine = {
  readonly kind: LineKind;
  /** Empty: what the kind is called, in the reader's language. */
  readonly label: string;
  readonly word: LineWord | null;
  readonly qty: number;
  readonly unit_cents: number;
  readonly tax_code: TaxCode;
  readonly tax_cents: number;
  readonly cents: number;
  readonly from: Day | null;
  readonly last: Day | null;
  readonly charge_id: number | null;
  /** Meter readings it is made of. */
  readonly readings: readonly number[];
};
type Asked = Pick<NewLine, 'kind' | 'unit_cents'> & Partial<Omit<NewLine, 'kind' | 'unit_cents' | 'tax_cents' | 'cents'>>;

/** So many of something, and the tax of the day on it, rounded once. */
export function lineOf(asked: Asked, day: Day): NewLine {
  const { qty = 1, tax_code = 'A' } = asked;
  const net = portion(asked.unit_cents, qty, 1);
  const tax = taxOn(net, tax_code, day);
  return {
    label: '',
    word: null,
    from: null,
    last: null,
    charge_id: null,
    readings: [],
    ...asked,
    qty,
    tax_code,
    tax_cents: tax,
    cents: sum([net, tax]),
  };
}

/** What is taken off is taken of the rent first, then of what comes beside it; of a deposit last, since it is the tenant's own. */
const takenFirst = (kind: LineKind): number => (kind === 'rent' ? 0 : kind === 'deposit' ? 2 : 1);

export type Drafted = NewLine & { readonly off_cents: Cents };
export type Draft = {
  readonly lines: readonly Drafted[];
  readonly total_cents: Cents;
  readonly tax_cents: Cents;
  /** Of the total, what is a deposit: it stands in a fund of its own. */
  readonly deposit_cents: Cents;
};

/**
 * Lines to a whole: rounded to whole shillings by a line, since M-Pesa moves no cents, and with what each has left to be paid once discounts are taken
 * of it. Null where more is taken off than is asked for: that is no invoice. Lines of nothing are left out.
 */
export function draftOf(asked: readonly NewLine[]): Draft | null {
  const given = asked.filter((line) => line.cents !== 0);
  const exact = sum(given.map((line) => line.cents));
  const total = wholeShillings(exact);
  const off = total - exact;
  const lines = off === 0 ? given : [...given, lineOf({ kind: 'rounding', unit_cents: cents(off), tax_code: 'D' }, '1990-01-01')];
  if (total < 0) return null;
  let left = -sum(lines.filter((line) => line.cents < 0).map((line) => line.cents));
  const taken = new Map<NewLine, Cents>();
  for (const line of lines.filter((one) => one.cents > 0).toSorted((a, b) => takenFirst(a.kind) - takenFirst(b.kind))) {
    const part = Math.min(left, line.cents);
    taken.set(line, cents(part));
    left -= part;
  }
  const drafted = lines.map((line) => ({ ...line, off_cents: taken.get(line) ?? cents(0) }));
  return {
    lines: drafted,
    total_cents: total,
    tax_cents: sum(drafted.map((line) => line.tax_cents)),
    deposit_cents: sum(drafted.filter((line) => line.kind === 'deposit').map((line) => line.cents - line.off_cents)),
  };
}

type Counted = { readonly cents: number; readonly off_cents: number; readonly paid_cents: number; readonly credited_cents: number };
/** What is still to be paid of a line: nothing of what is taken off. */
export const openOfLine = (line: Counted): Cents => cents(line.cents <= 0 ? 0 : line.cents - line.off_cents - line.paid_cents - line.credited_cents);
