import { sumCents } from '#contract/money/cents.ts';
import type { RentTerm } from '#contract/tenancy/schedule.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import { calculateMonthCharges, type RentMonthInput } from './month.ts';

/** The terms with another rent from a day to the end of the term of that day, as the tenancy stores them. */
export function replaceRent(terms: readonly RentTerm[], from: Day, cents: number): RentTerm[] {
  const at = Math.max(
    terms.findLastIndex((term) => term.from <= from),
    0,
  );
  const held = terms[at];
  if (!held) return [];
  const last = held.last !== null && held.last < from ? null : held.last;
  return [
    ...terms.slice(0, at),
    ...(held.from < from ? [{ ...held, last: addDays(from, -1) }] : []),
    { ...held, from, last, rent_cents: cents },
    ...terms.slice(at + 1),
  ];
}

type Rent = { readonly net: number; readonly cents: number };
const rentOf = (facts: RentMonthInput, month: Day): Rent => {
  const lines = calculateMonthCharges(facts, month).lines.filter((line) => line.kind === 'rent');
  return { net: sumCents(lines.map((line) => line.cents - line.tax_cents)), cents: sumCents(lines.map((line) => line.cents)) };
};
/** How much the rent of a month changes: below zero too much was billed, above zero too little. `net` is without tax. */
export function calculateRentDifference(facts: RentMonthInput, month: Day, from: Day, rentCents: number): Rent {
  const [was, is] = [rentOf(facts, month), rentOf({ ...facts, terms: replaceRent(facts.terms, from, rentCents) }, month)];
  return { net: is.net - was.net, cents: is.cents - was.cents };
}
