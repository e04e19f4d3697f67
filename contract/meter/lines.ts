import { type Cents, sum } from '#contract/money/cents.ts';
import { addDays, addMonths, type Day, daysBetween, daysCounted, type Month, monthEnd, monthOf } from '#contract/time/days.ts';
import type { Milli } from './amount.ts';
import { chargeSpan, type Part, type Piece, type Span, type Tariff } from './charge.ts';
import type { TaxCode } from './kinds.ts';
import { byDays } from './use.ts';

/** What a meter showed at the end of a day, and what went through since the one before; `id` null is how it came, `month` the one it was read for. */
export type Point = {
  readonly id: number | null;
  readonly meterId: number;
  readonly covers: Day;
  readonly used: Milli;
  readonly estimated: boolean;
  readonly month: Month | null;
};
/** Who lived there on which days, the last counted; null while no end is known. */
export type Lived = { readonly tenancyId: number; readonly from: Day; readonly last: Day | null };
/** What was billed of some of these days before. */
export type Prior = { readonly tenancyId: number | null; readonly used: Milli; readonly cents: number };

export type Line = {
  readonly tenancyId: number | null;
  readonly meterId: number;
  readonly openingId: number | null;
  readonly readingId: number;
  readonly from: Day;
  readonly last: Day;
  readonly used: Milli;
  readonly cents: Cents;
  readonly parts: readonly Part[];
  readonly taxCode: TaxCode;
  readonly corrects: boolean;
};

type Whose = { readonly tenancyId: number | null; readonly opening: Point; readonly closing: Point };
const monthsBetween = (from: Month, to: Month): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5)) - Number(from.slice(5));

/**
 * Where what a month is billed for begins and ends, among the points of a meter and of those it replaced. A reading goes back to the last one
 * that was read, so that it takes the place of what was guessed between; a guess goes on from whatever stands.
 */
export function endsOf(points: readonly Point[], month: Month): { start: Point; between: Point[] } | null {
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

/** The days from one point to the next, by who lived there: what went through is each one's by days where no reading parts them. */
function pieces(opening: Point, closing: Point, used: Milli, lived: readonly Lived[]): Piece<Whose>[] {
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
  const parts = byDays(
    used,
    cut.map((one) => daysCounted(one.from, one.last)),
  );
  return cut.map((one, at) => ({ who: { tenancyId: one.tenancyId, opening, closing }, from: one.from, last: one.last, used: parts[at] ?? 0 }));
}

/** The span a month is billed for, cut at what was read and by who lived there. */
export function spanOf(
  points: readonly Point[],
  month: Month,
  lived: readonly Lived[],
): (Span<Whose> & { readonly start: Point; readonly end: Point }) | null {
  const ends = endsOf(points, month);
  const end = ends?.between.at(-1);
  if (!ends || !end) return null;
  const { start, between } = ends;
  const all: Piece<Whose>[] = [];
  let [opening, used] = [start, 0];
  for (const point of between) {
    used += point.used;
    // What was guessed parts nothing once it was read.
    if (point.estimated && !end.estimated) continue;
    all.push(...pieces(opening, point, used, lived));
    [opening, used] = [point, 0];
  }
  const cycles = Math.max(1, monthsBetween(start.month ?? monthOf(start.covers), month));
  const days = daysBetween(start.covers, end.covers);
  // A meter that came in the middle of a month has the part of it, like who moves in.
  const whole = daysCounted(addMonths(`${month}-01`, 1 - cycles), monthEnd(`${month}-01`));
  return { start, end, cycles, days: start.month === null ? Math.max(days, whole) : days, pieces: all };
}

type Asked = {
  readonly points: readonly Point[];
  readonly month: Month;
  readonly lived: readonly Lived[];
  readonly tariffs: readonly Tariff[];
  /** Tenancies that pay by the meter; what others use stands without an amount. */
  readonly payers: ReadonlySet<number>;
  readonly prior: readonly Prior[];
};

/** What a month comes to for each who lived there, less what was billed of the same days before. */
export function linesOf({ points, month, lived, tariffs, payers, prior }: Asked): Line[] {
  const span = spanOf(points, month, lived);
  if (!span?.end.id) return [];
  const { id: endId } = span.end;
  const charged = chargeSpan(span, tariffs);
  const before = (who: number | null) => prior.filter((one) => one.tenancyId === who);
  const people = [...new Set([...charged.map((one) => one.who.tenancyId), ...prior.map((one) => one.tenancyId)])];
  return people.flatMap((who): Line[] => {
    const theirs = charged.filter((one) => one.who.tenancyId === who);
    const was = before(who);
    const pays = who !== null && payers.has(who);
    const used = sum([...theirs.map((one) => one.used), ...was.map((one) => -one.used)]);
    const amount = sum([...(pays ? theirs.map((one) => one.cents) : []), ...was.map((one) => -one.cents)]);
    // What comes out as it was is not said again; what nobody used or pays for is said once.
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
