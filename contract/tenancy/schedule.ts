import { monthsByFrequency, toPaymentFrequency } from '#contract/catalogue/kinds.ts';
import { type Cents, prorateCents, sumCents, toCents } from '#contract/money/cents.ts';
import { addDays, addMonths, countDaysBetween, countDaysInclusive, type Day, monthEnd, monthStart } from '#contract/time/days.ts';
import type { TenancyChargeFrequency, TenancyChargeKind } from './kinds.ts';

/** Days from the first to the last, both included; without a last day there is no end. */
type During = { readonly from: Day; readonly last: Day | null };
export type RentTerm = During & { readonly rent_cents: number; readonly period: number };
export type RecurringCharge = During & {
  readonly label: string;
  readonly kind: TenancyChargeKind;
  readonly cents: number | null;
  readonly often: TenancyChargeFrequency;
};
export type DueLine = {
  readonly kind: 'rent' | TenancyChargeKind;
  readonly label: string;
  /** The charged days, both included. */
  readonly from: Day;
  readonly last: Day;
  /** Null: metered, known later. */
  readonly cents: Cents | null;
  /** The charged days, out of the days of the whole period. */
  readonly days: number;
  readonly of: number;
  readonly due: Day;
};

const later = (a: Day, b: Day): Day => (a > b ? a : b);
const earlier = (a: Day, b: Day): Day => (a < b ? a : b);
const onDay = (month: Day, dueDay: number): Day => addDays(monthStart(month), dueDay - 1);

/**
 * The part of a block's amount for the days from `from` to `last`. It is the difference of two accumulated amounts, so that the parts of a block
 * always add up to the cent.
 */
function partOf(amount: number, block: { readonly from: Day; readonly last: Day }, from: Day, last: Day): Cents {
  const whole = countDaysInclusive(block.from, block.last);
  const until = (day: Day) => prorateCents(amount, countDaysBetween(block.from, day), whole);
  return toCents(until(addDays(last, 1)) - until(from));
}

/** The number of whole months from one day to another, both included; null where it is not a whole number. */
export function countWholeMonths(from: Day, last: Day): number | null {
  const months = Math.round(countDaysInclusive(from, last) / 30.4);
  return months > 0 && addDays(addMonths(from, months), -1) === last ? months : null;
}

/**
 * A promise for whole months that begins in the middle of a month is given in full: the last days get the remainder that the first days leave. By
 * calendar days, a month across two months of different length would be a little more or less than a month.
 */
function promised({ kind, from, last }: Pick<DueLine, 'kind'> & During, amount: number, block: { readonly from: Day; readonly last: Day }) {
  const final =
    kind === 'discount' && last !== null && last < block.last && from > monthStart(from) && countWholeMonths(from, last) !== null ? last : null;
  if (final === null) return { amount, block };
  const month = { from: monthStart(from), last: monthEnd(from) };
  return { amount: amount - partOf(amount, month, from, month.last), block: { from: block.from, last: final } };
}

type Asked = { readonly from: Day; readonly last: Day; readonly dueDay: number };
/** Blocks of whole calendar months from the month of the first day on, where they are in both periods. */
function* blocks(during: During, months: number, { from, last }: Asked) {
  const first = monthStart(during.from);
  const end = during.last === null ? last : earlier(during.last, last);
  const skipped = Math.max(0, Math.floor(countDaysBetween(first, from) / 31 / months) - 1);
  for (let n = skipped; ; n += 1) {
    const block = { from: addMonths(first, n * months), last: addDays(addMonths(first, (n + 1) * months), -1) };
    if (block.from > end) return;
    const piece = { from: later(later(block.from, during.from), from), last: earlier(block.last, end) };
    if (piece.from <= piece.last) yield { block, ...piece };
  }
}

function paid(during: During, months: number | null, amount: number | null, asked: Asked, name: Pick<DueLine, 'kind' | 'label'>): DueLine[] {
  const due = (day: Day, month: Day) => later(day, onDay(month, asked.dueDay));
  // A charge paid once is due in full on its first day, in any period; one that began earlier was billed before.
  if (months === null) {
    if (during.from < asked.from || during.from > asked.last) return [];
    const last = during.last ?? during.from;
    const days = countDaysInclusive(during.from, last);
    return [{ ...name, from: during.from, last, cents: amount === null ? null : toCents(amount), days, of: days, due: during.from }];
  }
  return [...blocks(during, months, asked)].map(({ block, from, last }) => {
    const whole = months === 1 ? promised({ ...during, kind: name.kind }, amount ?? 0, block) : { amount: amount ?? 0, block };
    return {
      ...name,
      from,
      last,
      cents: amount === null ? null : partOf(whole.amount, whole.block, from, last),
      days: countDaysInclusive(from, last),
      of: countDaysInclusive(block.from, block.last),
      due: due(from, block.from),
    };
  });
}

type Lasting = { readonly holdover: 'roll' | 'stop'; readonly leaving_on: Day | null };
/**
 * How long the terms last. A rolling tenancy keeps its rent after the term until it is ended; a stopping one bills no rent after it. Additional
 * charges end with it. Consecutive terms with the same rent are merged, so that no month is split where nothing changes.
 */
export function listChargesInForce<C extends RecurringCharge>(
  terms: readonly RentTerm[],
  charges: readonly C[],
  { holdover, leaving_on }: Lasting,
): { terms: RentTerm[]; charges: C[] } {
  const joined: RentTerm[] = [];
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

export type PaidDueLine = DueLine & { readonly paid_cents: number };
/** Allocates earlier payments to the lines due first; on one day rent comes before additional charges. */
export function allocateToDueLines(lines: readonly DueLine[], paid: number): PaidDueLine[] {
  let left = paid;
  return [...Map.groupBy(lines, (line) => line.due).values()].flatMap((due) => {
    const net = sumCents(due.map((line) => line.cents ?? 0));
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

const oftenMonths: Readonly<Record<TenancyChargeFrequency, number | null>> = { once: null, monthly: 1, yearly: 12 };

/**
 * The charges between two days, both included: rent by terms, then additional charges. Months are calendar months; a first, last or split month is
 * charged by its actual days. The wizard, the statement and later invoices all use this function.
 */
export function buildRentSchedule(terms: readonly RentTerm[], charges: readonly RecurringCharge[], from: Day, last: Day, dueDay = 1): DueLine[] {
  const asked = { from, last, dueDay };
  return [
    ...terms.flatMap((term) => paid(term, monthsByFrequency[toPaymentFrequency(term.period)], term.rent_cents, asked, { kind: 'rent', label: '' })),
    ...charges.flatMap((charge) => paid(charge, oftenMonths[charge.often], charge.cents, asked, { kind: charge.kind, label: charge.label })),
  ].sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}
