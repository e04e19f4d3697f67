import { monthsOf, paymentFrequencyOf } from '#contract/catalogue/kinds.ts';
import { type Cents, cents, portion, sum } from '#contract/money/cents.ts';
import { addDays, addMonths, type Day, daysBetween, daysCounted, monthEnd, monthStart } from '#contract/time/days.ts';
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

/** So many whole months from a day to a day, both counted; null where no whole number fits. */
export function wholeMonths(from: Day, last: Day): number | null {
  const months = Math.round(daysCounted(from, last) / 30.4);
  return months > 0 && addDays(addMonths(from, months), -1) === last ? months : null;
}

/**
 * What was promised for whole months that begin in the middle of one is given whole: what the days of the first month leave of it is given with the
 * last days. By calendar days alone a month that lies in two of different length would be a little less, or more, than a month.
 */
function promised({ kind, from, last }: Pick<Line, 'kind'> & During, amount: number, block: { readonly from: Day; readonly last: Day }) {
  const final =
    kind === 'discount' && last !== null && last < block.last && from > monthStart(from) && wholeMonths(from, last) !== null ? last : null;
  if (final === null) return { amount, block };
  const month = { from: monthStart(from), last: monthEnd(from) };
  return { amount: amount - partOf(amount, month, from, month.last), block: { from: block.from, last: final } };
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
  return [...blocks(during, months, asked)].map(({ block, from, last }) => {
    const whole = months === 1 ? promised({ ...during, kind: name.kind }, amount ?? 0, block) : { amount: amount ?? 0, block };
    return {
      ...name,
      from,
      last,
      cents: amount === null ? null : partOf(whole.amount, whole.block, from, last),
      days: daysCounted(from, last),
      of: daysCounted(block.from, block.last),
      due: due(from, block.from),
    };
  });
}

type Lasting = { readonly holdover: 'roll' | 'stop'; readonly leaving_on: Day | null };
/**
 * How long what was agreed goes on: one that rolls keeps its rent beyond its term until somebody leaves, one that stops asks for nothing after it.
 * What comes beside the rent ends with it. Terms that follow each other at the same rent are one, so that no month is cut where nothing changes.
 */
export function goingOn<C extends Charge>(
  terms: readonly Term[],
  charges: readonly C[],
  { holdover, leaving_on }: Lasting,
): { terms: Term[]; charges: C[] } {
  const joined: Term[] = [];
  for (const term of terms) {
    const before = joined.at(-1);
    const same = before?.last && before.rent_cents === term.rent_cents && before.period === term.period && addDays(before.last, 1) === term.from;
    if (before && same) joined[joined.length - 1] = { ...before, last: term.last };
    else joined.push(term);
  }
  const final = joined.at(-1);
  if (final && holdover === 'roll') joined[joined.length - 1] = { ...final, last: null };
  const agreed = joined.at(-1)?.last ?? null;
  const end = agreed !== null && leaving_on !== null ? earlier(agreed, leaving_on) : (leaving_on ?? agreed);
  if (end === null) return { terms: joined, charges: [...charges] };
  const cut = <T extends During>(all: readonly T[]): T[] =>
    all.filter((one) => one.from <= end).map((one) => ({ ...one, last: one.last === null ? end : earlier(one.last, end) }));
  return { terms: cut(joined), charges: cut(charges) };
}

export type Settled = Line & { readonly paid_cents: number };
/** What was paid before, put against what is due first; on one day rent before what comes beside it. */
export function settled(lines: readonly Line[], paid: number): Settled[] {
  let left = paid;
  return [...Map.groupBy(lines, (line) => line.due).values()].flatMap((due) => {
    const net = sum(due.map((line) => line.cents ?? 0));
    const whole = left > 0 && left >= net;
    if (whole) left -= net;
    return due.map((line) => {
      const asked = line.cents ?? 0;
      const part = whole ? asked : Math.max(0, Math.min(left, asked));
      if (!whole) left -= part;
      return { ...line, paid_cents: part };
    });
  });
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
