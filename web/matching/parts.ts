import { partsOf } from '#contract/matching/order.ts';
import type { Candidate } from '#contract/matching/shapes.ts';
import { sum } from '#contract/money/cents.ts';

/** Whose which part of a payment is, by the key of a candidate, while it is being decided. */
export type Parts = Readonly<Record<string, number>>;

/** What nobody has yet; below zero where more was given away than there is. */
export const restOf = (parts: Parts, left: number): number => left - sum(Object.values(parts));

/** Picking somebody gives them what they owe, but no more than is left, or all of it where they are the first: the rest is their credit. */
export function picked(parts: Parts, key: string, owes: number, left: number): Parts {
  if (key in parts) {
    const { [key]: _gone, ...others } = parts;
    return others;
  }
  const rest = Math.max(0, restOf(parts, left));
  const first = Object.keys(parts).length === 0;
  return { ...parts, [key]: first ? rest : Math.min(rest, owes) };
}

/** The first of several keeps no more than they owe, so that something is left for the next; alone they keep all. */
export function roomFor(parts: Parts, owes: Readonly<Record<string, number>>): Parts {
  const [only, ...others] = Object.entries(parts);
  if (!only || others.length > 0) return parts;
  const [key, cents] = only;
  return { [key]: Math.min(cents, owes[key] ?? cents) };
}

/** It can be given away: everybody picked gets something, and no more than there is. */
export const fits = (parts: Parts, left: number): boolean =>
  Object.keys(parts).length > 0 && Object.values(parts).every((cents) => cents > 0) && restOf(parts, left) >= 0;

type Invoice = Candidate['invoices'][number];
const few = 3;
/** Of what somebody owes the oldest, and what fits the payment to the cent: that is why they are named. */
export const shownOf = (invoices: readonly Invoice[], left: number): Invoice[] => {
  const first = invoices.slice(0, few);
  const fitting = invoices.find(({ open_cents }) => open_cents === left);
  return fitting && !first.includes(fitting) ? [...first.slice(0, few - 1), fitting] : first;
};
/** What each of somebody's invoices gets of their part, as it will be put, and what no invoice takes. */
export function gets(
  invoices: readonly Invoice[],
  cents: number,
): { readonly paid: readonly (Invoice & { readonly cents: number })[]; readonly over: number } {
  const asked = invoices.map(({ id, due_on, kind, open_cents }) => ({ id, due: due_on, lines: [{ id, kind, open: open_cents }] }));
  const { parts, over } = partsOf(asked, cents);
  const paid = parts.flatMap((part) => invoices.filter(({ id }) => id === part.invoiceId).map((one) => ({ ...one, cents: part.cents })));
  return { paid, over };
}
