import { allocateToInvoiceLines } from '#contract/matching/order.ts';
import type { MatchCandidate } from '#contract/matching/shapes.ts';
import { sumCents } from '#contract/money/cents.ts';

/** The parts of a payment by candidate key, while a person decides. */
export type PaymentParts = Readonly<Record<string, number>>;

/** The part that no candidate has yet; negative if the parts exceed the payment. */
export const calculateUnallocatedRemainder = (parts: PaymentParts, left: number): number => left - sumCents(Object.values(parts));

/**
 * A selected candidate gets its balance due, up to the remaining amount. The first candidate gets the full remaining amount: an overpayment becomes
 * tenant credit.
 */
export function togglePaymentPart(parts: PaymentParts, key: string, owes: number, left: number): PaymentParts {
  if (key in parts) {
    const { [key]: _gone, ...others } = parts;
    return others;
  }
  const rest = Math.max(0, calculateUnallocatedRemainder(parts, left));
  const first = Object.keys(parts).length === 0;
  return { ...parts, [key]: first ? rest : Math.min(rest, owes) };
}

/** The first of several gets no more than it owes, to leave money for the next. Alone it gets everything. */
export function limitSinglePart(parts: PaymentParts, owes: Readonly<Record<string, number>>): PaymentParts {
  const [only, ...others] = Object.entries(parts);
  if (!only || others.length > 0) return parts;
  const [key, cents] = only;
  return { [key]: Math.min(cents, owes[key] ?? cents) };
}

/** The parts can be saved: every candidate gets an amount, and together they do not exceed the payment. */
export const isAllocationComplete = (parts: PaymentParts, left: number): boolean =>
  Object.keys(parts).length > 0 && Object.values(parts).every((cents) => cents > 0) && calculateUnallocatedRemainder(parts, left) >= 0;

type Invoice = MatchCandidate['invoices'][number];
const few = 3;
/** The oldest open invoices, and the one that fits the payment exactly, which is why the candidate is listed. */
export const selectInvoicesToShow = (invoices: readonly Invoice[], left: number): Invoice[] => {
  const first = invoices.slice(0, few);
  const fitting = invoices.find(({ open_cents }) => open_cents === left);
  return fitting && !first.includes(fitting) ? [...first.slice(0, few - 1), fitting] : first;
};
/** What each invoice of a candidate gets of its part, as it will be allocated, and what no invoice takes. */
export function previewPaymentParts(
  invoices: readonly Invoice[],
  cents: number,
): { readonly paid: readonly (Invoice & { readonly cents: number })[]; readonly over: number } {
  const asked = invoices.map(({ id, due_on, kind, open_cents }) => ({ id, due: due_on, lines: [{ id, kind, open: open_cents }] }));
  const { parts, over } = allocateToInvoiceLines(asked, cents);
  const paid = parts.flatMap((part) => invoices.filter(({ id }) => id === part.invoiceId).map((one) => ({ ...one, cents: part.cents })));
  return { paid, over };
}
