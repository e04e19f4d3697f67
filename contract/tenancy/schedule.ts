import { monthsOf, paymentFrequencyOf } from '#contract/catalogue/kinds.ts';
import { type Cents, cents, portion } from '#contract/money/cents.ts';
import { addDays, addMonths, type Day, daysBetween, daysCounted, monthStart } from '#contract/time/days.ts';
import type { ChargeKind, ChargeOften } from './kinds.ts';

/** Days are from the first to the last, both counted; without a last day it goes on. */
type During = { readonly from: Day; readonly last: Day | null };
export type Term = During & { readonly rent_cents: number; readonly period: number };
export type Charge = During & { readonly label: string; readonly kind: ChargeKind; readonly cents: number | null; readonly often: ChargeOften };
export type Line = {
  readonly kind: 'rent' | ChargeKind;
  readonly label: string;
  /** What it is for: these days, both counted. */
  readonly from: Day;
  readonly last: Day;
  /** Null: measured by a meter, known later. */
  readonly cents: Cents | null;
  /** How much of a whole period that is. */
  readonly days: number;
  readonly of: number;
  readonly due: Day;
};

const later = (a: Day, b: Day): Day => (a > b ? a : b);
const earlier = (a: Day, b: Day): Day => (a < b ? a : b);
const onDay = (month: Day, dueDay: number): Day => addDays(monthStart(month), dueDay - 1);

/**
 * Of an amount for a whole block, what its days from the first to the last come to. By what is owed until the one less what is owed until the
 * other: however a block is cut, its parts make the whole to the cent.
 */
function partOf(amount: number, block: { readonly from: Day; readonly last: Day }, from: Day, last: Day): Cents {
  const whole = daysCounted(block.from, block.last);
  const until = (day: Day) => portion(amount, daysBetween(block.from, day), whole);
  return cents(until(addDays(last, 1)) - until(from));
}

type Asked = { readonly from: Day; readonly last: Day; readonly dueDay: number };
/** Blocks of whole calendar months from the month of the first day on, as far as they lie in both stretches. */
function* blocks(during: During, months: number, { from, last }: Asked) {
  const first = monthStart(during.from);
  const end = during.last === null ? last : earlier(during.last, last);
  const skipped = Math.max(0, Math.floor(daysBetween(first, from) / 31 / months) - 1);
  for (let n = skipped; ; n += 1) {
    const block = { from: addMonths(first, n * months), last: addDays(addMonths(first, (n + 1) * months), -1) };
    if (block.from > end) return;
    const piece = { from: later(later(block.from, during.from), from), last: earlier(block.last, end) };
    if (piece.from <= piece.last) yield { block, ...piece };
  }
}

function paid(during: During, months: number | null, amount: number | null, asked: Asked, name: Pick<Line, 'kind' | 'label'>): Line[] {
  const due = (day: Day, month: Day) => later(day, onDay(month, asked.dueDay));
  // Once: all of it on the first day, whatever part of its time is asked for; what began before was asked for before.
  if (months === null) {
    if (during.from < asked.from || during.from > asked.last) return [];
    const last = during.last ?? during.from;
    const days = daysCounted(during.from, last);
    return [{ ...name, from: during.from, last, cents: amount === null ? null : cents(amount), days, of: days, due: during.from }];
  }
  return [...blocks(during, months, asked)].map(({ block, from, last }) => ({
    ...name,
    from,
    last,
    cents: amount === null ? null : partOf(amount, block, from, last),
    days: daysCounted(from, last),
    of: daysCounted(block.from, block.last),
    due: due(from, block.from),
  }));
}

const oftenMonths: Readonly<Record<ChargeOften, number | null>> = { once: null, monthly: 1, yearly: 12 };

/**
 * What is asked for from a day to a day, both counted: rent by its terms, then what comes beside it. Months are calendar months; a first, last or cut
 * one is charged by its actual days. Wizard, statement, later invoices read this and nothing else.
 */
export function schedule(terms: readonly Term[], charges: readonly Charge[], from: Day, last: Day, dueDay = 1): Line[] {
  const asked = { from, last, dueDay };
  return [
    ...terms.flatMap((term) => paid(term, monthsOf[paymentFrequencyOf(term.period)], term.rent_cents, asked, { kind: 'rent', label: '' })),
    ...charges.flatMap((charge) => paid(charge, oftenMonths[charge.often], charge.cents, asked, { kind: charge.kind, label: charge.label })),
  ].sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}
