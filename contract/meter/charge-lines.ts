import { type Cents, sumCents } from '#contract/money/cents.ts';
import { addDays, addMonths, countDaysBetween, countDaysInclusive, type Day, type Month, monthEnd, monthOf } from '#contract/time/days.ts';
import type { MilliUnits } from './amount.ts';
import { chargeUsageSpan, type MeterChargePart, type TariffTerms, type UsagePortion, type UsageSpan } from './charge.ts';
import type { MeterTaxCode } from './kinds.ts';
import { prorateByDays } from './reading-rules.ts';

/**
 * The value of a meter at the end of a day, and the usage since the point before it. `id` is null for the initial value; `month` is the month of the
 * reading.
 */
export type ChargeReading = {
  readonly id: number | null;
  readonly meterId: number;
  readonly covers: Day;
  readonly used: MilliUnits;
  readonly estimated: boolean;
  readonly month: Month | null;
};
/** The days of one tenancy, the last one included; null while no end is known. */
export type OccupiedPeriod = { readonly tenancyId: number; readonly from: Day; readonly last: Day | null };
/** What was billed for some of these days before. */
export type PriorCharge = { readonly tenancyId: number | null; readonly used: MilliUnits; readonly cents: number };

export type MeterChargeLine = {
  readonly tenancyId: number | null;
  readonly meterId: number;
  readonly openingId: number | null;
  readonly readingId: number;
  readonly from: Day;
  readonly last: Day;
  readonly used: MilliUnits;
  readonly cents: Cents;
  readonly parts: readonly MeterChargePart[];
  readonly taxCode: MeterTaxCode;
  readonly corrects: boolean;
};

type Whose = { readonly tenancyId: number | null; readonly opening: ChargeReading; readonly closing: ChargeReading };
const monthsBetween = (from: Month, to: Month): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5)) - Number(from.slice(5));

/**
 * The start and end of a month's billing among the points of a meter and of those it replaced. A reading reaches back to the last real reading, so
 * that it replaces the estimates between; an estimate continues from the last point of any kind.
 */
export function findMonthReadings(points: readonly ChargeReading[], month: Month): { start: ChargeReading; between: ChargeReading[] } | null {
  const inOrder = [...points].sort((a, b) => (a.covers === b.covers ? Number(a.id === null) - Number(b.id === null) : a.covers < b.covers ? -1 : 1));
  const end = inOrder.findLastIndex((one) => one.month === month);
  const closing = inOrder[end];
  if (!closing) return null;
  const start = inOrder.findLastIndex(
    (one, at) => at < end && (one.month === null ? at === 0 : one.month < month) && (closing.estimated || !one.estimated),
  );
  const opening = inOrder[start];
  return opening ? { start: opening, between: inOrder.slice(start + 1, end + 1) } : null;
}

/** Splits the days from one point to the next by occupant. Between readings, usage is split by days. */
function pieces(opening: ChargeReading, closing: ChargeReading, used: MilliUnits, lived: readonly OccupiedPeriod[]): UsagePortion<Whose>[] {
  const [first, last] = [addDays(opening.covers, 1), closing.covers];
  if (first > last) return [];
  const theirs = lived
    .filter((one) => one.from <= last && (one.last === null || one.last >= first))
    .map((one) => ({
      tenancyId: one.tenancyId,
      from: one.from < first ? first : one.from,
      last: one.last === null || one.last > last ? last : one.last,
    }))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  const cut: { tenancyId: number | null; from: Day; last: Day }[] = [];
  let day = first;
  for (const one of theirs) {
    if (one.from > day) cut.push({ tenancyId: null, from: day, last: addDays(one.from, -1) });
    cut.push(one);
    day = addDays(one.last, 1);
  }
  if (day <= last) cut.push({ tenancyId: null, from: day, last });
  const parts = prorateByDays(
    used,
    cut.map((one) => countDaysInclusive(one.from, one.last)),
  );
  return cut.map((one, at) => ({ who: { tenancyId: one.tenancyId, opening, closing }, from: one.from, last: one.last, used: parts[at] ?? 0 }));
}

/** The billed span of a month, split at its readings and by occupant. */
export function buildUsageSpan(
  points: readonly ChargeReading[],
  month: Month,
  lived: readonly OccupiedPeriod[],
): (UsageSpan<Whose> & { readonly start: ChargeReading; readonly end: ChargeReading }) | null {
  const ends = findMonthReadings(points, month);
  const end = ends?.between.at(-1);
  if (!ends || !end) return null;
  const { start, between } = ends;
  const all: UsagePortion<Whose>[] = [];
  let [opening, used] = [start, 0];
  for (const point of between) {
    used += point.used;
    // An estimate no longer splits the span once a real reading follows.
    if (point.estimated && !end.estimated) continue;
    all.push(...pieces(opening, point, used, lived));
    [opening, used] = [point, 0];
  }
  const cycles = Math.max(1, monthsBetween(start.month ?? monthOf(start.covers), month));
  const days = countDaysBetween(start.covers, end.covers);
  // A meter installed within a month counts for its part of the month, like a tenant who moves in.
  const whole = countDaysInclusive(addMonths(`${month}-01`, 1 - cycles), monthEnd(`${month}-01`));
  return { start, end, cycles, days: start.month === null ? Math.max(days, whole) : days, pieces: all };
}

type Asked = {
  readonly points: readonly ChargeReading[];
  readonly month: Month;
  readonly lived: readonly OccupiedPeriod[];
  readonly tariffs: readonly TariffTerms[];
  /** Tenancies that pay by meter; the usage of others has no amount. */
  readonly payers: ReadonlySet<number>;
  readonly prior: readonly PriorCharge[];
};

/** The charge of a month for each occupant, less the amount billed earlier for the same days. */
export function buildMeterChargeLines({ points, month, lived, tariffs, payers, prior }: Asked): MeterChargeLine[] {
  const span = buildUsageSpan(points, month, lived);
  if (!span?.end.id) return [];
  const { id: endId } = span.end;
  const charged = chargeUsageSpan(span, tariffs);
  const before = (who: number | null) => prior.filter((one) => one.tenancyId === who);
  const people = [...new Set([...charged.map((one) => one.who.tenancyId), ...prior.map((one) => one.tenancyId)])];
  return people.flatMap((who): MeterChargeLine[] => {
    const theirs = charged.filter((one) => one.who.tenancyId === who);
    const was = before(who);
    const pays = who !== null && payers.has(who);
    const used = sumCents([...theirs.map((one) => one.used), ...was.map((one) => -one.used)]);
    const amount = sumCents([...(pays ? theirs.map((one) => one.cents) : []), ...was.map((one) => -one.cents)]);
    // An unchanged result adds no line; usage without a payer is recorded once.
    if (was.length > 0 && used === 0 && amount === 0) return [];
    const [first, last] = [theirs[0], theirs.at(-1)];
    return [
      {
        tenancyId: who,
        meterId: last?.who.closing.meterId ?? span.end.meterId,
        openingId: (first?.who.opening ?? span.start).id,
        readingId: last?.who.closing.id ?? endId,
        from: first?.from ?? addDays(span.start.covers, 1),
        last: last?.last ?? span.end.covers,
        used,
        cents: amount,
        parts: pays ? theirs.flatMap((one) => one.parts) : [],
        taxCode: last?.tax_code ?? 'A',
        corrects: was.length > 0,
      },
    ];
  });
}
