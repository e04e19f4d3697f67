import { amountLimits, type Cents, prorateCents, prorateToWholeShillings, sumCents, toCents } from '#contract/money/cents.ts';
import type { Day } from '#contract/time/days.ts';
import type { InvoiceLineKind, InvoiceTaxCode } from './kinds.ts';
import { calculateTax } from './tax.ts';

/** Standard texts that a line shows besides its kind. */
export const invoiceLineTextKeys = ['prepaid', 'opening'] as const;
export type InvoiceLineTextKey = (typeof invoiceLineTextKeys)[number];

/** A line before it is issued; `cents` includes tax. */
export type UnissuedInvoiceLine = {
  readonly kind: InvoiceLineKind;
  /** Empty: the line shows its kind in the reader's language. */
  readonly label: string;
  readonly word: InvoiceLineTextKey | null;
  readonly qty: number;
  readonly unit_cents: number;
  readonly tax_code: InvoiceTaxCode;
  readonly tax_cents: number;
  readonly cents: number;
  readonly from: Day | null;
  readonly last: Day | null;
  readonly charge_id: number | null;
  /** Meter readings that the line bills. */
  readonly readings: readonly number[];
};
type Asked = Pick<UnissuedInvoiceLine, 'kind' | 'unit_cents'> & Partial<Omit<UnissuedInvoiceLine, 'kind' | 'unit_cents' | 'tax_cents' | 'cents'>>;

/** Quantity times unit price plus the tax of the day, rounded once. */
export function calculateInvoiceLine(asked: Asked, day: Day): UnissuedInvoiceLine {
  const { qty = 1, tax_code = 'A' } = asked;
  const net = prorateCents(asked.unit_cents, qty, 1);
  const tax = calculateTax(net, tax_code, day);
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
    cents: sumCents([net, tax]),
  };
}

/** Discounts are deducted from rent first, then from other charges, and from a deposit last, because the deposit is the tenant's own money. */
const discountOrder = (kind: InvoiceLineKind): number => (kind === 'rent' ? 0 : kind === 'deposit' ? 2 : 1);
/** Rounding is deducted from other charges first and from rent only where nothing else is billed: commission is calculated on the rent. */
const roundingOrder = (kind: InvoiceLineKind): number => (kind === 'rent' ? 1 : kind === 'deposit' ? 2 : 0);

export type DraftedInvoiceLine = UnissuedInvoiceLine & { readonly off_cents: Cents };
export type InvoiceDraftTotals = {
  readonly lines: readonly DraftedInvoiceLine[];
  readonly total_cents: Cents;
  readonly tax_cents: Cents;
  /** The part of the total that is a deposit; it belongs to a separate fund. */
  readonly deposit_cents: Cents;
};

/**
 * Makes an invoice draft from lines: adds a line that rounds to whole shillings, because M-Pesa transfers no cents, and calculates the open amount of
 * each line after discounts. Null if discounts exceed the charges, because that is not an invoice. Lines of zero are left out.
 */
export function calculateInvoiceDraft(asked: readonly UnissuedInvoiceLine[]): InvoiceDraftTotals | null {
  const given = asked.filter((line) => line.cents !== 0);
  const exact = sumCents(given.map((line) => line.cents));
  const total = prorateToWholeShillings(exact);
  const off = total - exact;
  const lines = off === 0 ? given : [...given, calculateInvoiceLine({ kind: 'rounding', unit_cents: toCents(off), tax_code: 'D' }, '1990-01-01')];
  if (total < 0) return null;
  const taken = new Map<UnissuedInvoiceLine, Cents>();
  const deduct = (cents: number, order: (kind: InvoiceLineKind) => number): void => {
    let left = cents;
    for (const line of lines.filter((one) => one.cents > 0).toSorted((a, b) => order(a.kind) - order(b.kind))) {
      const before = taken.get(line) ?? toCents(0);
      const part = Math.min(left, line.cents - before);
      taken.set(line, sumCents([before, part]));
      left -= part;
    }
  };
  deduct(-sumCents(given.filter((line) => line.cents < 0).map((line) => line.cents)), discountOrder);
  deduct(Math.max(0, -off), roundingOrder);
  const drafted = lines.map((line) => ({ ...line, off_cents: taken.get(line) ?? toCents(0) }));
  return {
    lines: drafted,
    total_cents: total,
    tax_cents: sumCents(drafted.map((line) => line.tax_cents)),
    deposit_cents: sumCents(drafted.filter((line) => line.kind === 'deposit').map((line) => line.cents - line.off_cents)),
  };
}

/** An amount that no line of an invoice may exceed: a credit note could not cancel more in one line. */
export const invoiceLineLimit = amountLimits.rent;
/** An amount that no invoice may exceed, however many lines it has. The table refuses more. */
export const invoiceTotalLimit = amountLimits.price;

type Counted = { readonly cents: number; readonly off_cents: number; readonly paid_cents: number; readonly credited_cents: number };
/** The open amount of a line; always zero for a discount. */
export const getOpenLineAmount = (line: Counted): Cents =>
  toCents(line.cents <= 0 ? 0 : line.cents - line.off_cents - line.paid_cents - line.credited_cents);
