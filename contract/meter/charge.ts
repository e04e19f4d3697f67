import { type Cents, toCents } from '#contract/money/cents.ts';
import { addDays, countDaysInclusive, type Day } from '#contract/time/days.ts';
import { type MilliUnits, milliPerUnit } from './amount.ts';
import type { MeterTaxCode } from './kinds.ts';

/** Applies up to this usage in a month; the last band has no end. */
export type TariffBand = { readonly upto: MilliUnits | null; readonly rate_cents: number };
export type TariffTerms = {
  readonly valid_from: Day;
  readonly bands: readonly TariffBand[];
  /** The standing charge per month, whether or not anything is used. */
  readonly fixed_cents: number;
  /** The minimum charge of a month. */
  readonly minimum_cents: number;
  readonly tax_code: MeterTaxCode;
};
/** The days of a meter that belong to one payer, and the usage on them. `who` is a tenancy, or null while the unit is vacant. */
export type UsagePortion<W> = { readonly who: W; readonly from: Day; readonly last: Day; readonly used: MilliUnits };
/**
 * A period that is billed together, from one reading to another, over `cycles` months. Bands, standing charge and minimum are multiplied by that
 * number, and each piece gets the share of its days in `days`. So each payer before and after a handover keeps their own band, and a month read late
 * is still one month.
 */
export type UsageSpan<W> = { readonly days: number; readonly cycles: number; readonly pieces: readonly UsagePortion<W>[] };
/** The parts of an amount. Rates are whole, so the sum is rounded once and shown beside the parts. */
export type MeterChargePart = { readonly what: 'band' | 'fixed' | 'minimum'; readonly rate_cents: number; readonly used: MilliUnits };
export type ChargedUsage<W> = UsagePortion<W> & {
  readonly cents: Cents;
  readonly parts: readonly MeterChargePart[];
  readonly tax_code: MeterTaxCode;
};

/** An exact fraction of a cent: rounding on the way would create or lose money. */
type Exact = { readonly over: bigint; readonly under: bigint };
const nought: Exact = { over: 0n, under: 1n };
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));
const size = (n: bigint): bigint => (n < 0n ? -n : n);
function plus(a: Exact, b: Exact): Exact {
  const over = a.over * b.under + b.over * a.under;
  const under = a.under * b.under;
  const by = gcd(size(over), under) || 1n;
  return { over: over / by, under: under / by };
}
/** Half a cent is rounded up, as in all amounts. */
const rounded = ({ over, under }: Exact): bigint => {
  const whole = (2n * size(over) + under) / (2n * under);
  return over < 0n ? -whole : whole;
};

/** The tariff in force on a day: the latest one whose `valid_from` is not later. */
export const getTariffInForce = <T extends Pick<TariffTerms, 'valid_from'>>(tariffs: readonly T[], day: Day): T | undefined =>
  tariffs.reduce<T | undefined>((best, one) => (one.valid_from <= day && (!best || one.valid_from > best.valid_from) ? one : best), undefined);

type Stretch = { readonly from: Day; readonly last: Day; readonly tariff: TariffTerms | undefined };
/** The days of a piece under each tariff. */
function stretches(tariffs: readonly TariffTerms[], { from, last }: { readonly from: Day; readonly last: Day }): Stretch[] {
  const cuts = [...new Set(tariffs.map((one) => one.valid_from).filter((day) => day > from && day <= last))].sort();
  return [from, ...cuts].map((start, at) => {
    const next = cuts[at];
    return { from: start, last: next ? addDays(next, -1) : last, tariff: getTariffInForce(tariffs, start) };
  });
}

function ofStretch<W>(span: UsageSpan<W>, piece: UsagePortion<W>, { from, last, tariff }: Stretch): { exact: Exact; parts: MeterChargePart[] } {
  if (!tariff) return { exact: nought, parts: [] };
  const [all, own, days, months] = [span.days, countDaysInclusive(piece.from, piece.last), countDaysInclusive(from, last), span.cycles].map(
    BigInt,
  ) as [bigint, bigint, bigint, bigint];
  // All amounts are multiplied by own × all × 1000, so that nothing is divided before the end.
  const under = own * all * BigInt(milliPerUnit);
  const used = BigInt(piece.used) * days * all;
  const month = (amount: number): bigint => BigInt(amount) * months * days * own;
  let [below, over] = [0n, 0n];
  const parts: MeterChargePart[] = [];
  for (const { upto, rate_cents } of tariff.bands) {
    const top = upto === null || month(upto) > used ? used : month(upto);
    if (top > below) {
      over += BigInt(rate_cents) * (top - below);
      parts.push({ what: 'band', rate_cents, used: Number(rounded({ over: top - below, under: own * all })) });
      below = top;
    }
  }
  if (tariff.fixed_cents > 0) {
    const fixed = month(tariff.fixed_cents) * BigInt(milliPerUnit);
    over += fixed;
    parts.push({ what: 'fixed', rate_cents: Number(rounded({ over: fixed, under })), used: 0 });
  }
  const least = month(tariff.minimum_cents) * BigInt(milliPerUnit);
  if (least <= over) return { exact: { over, under }, parts };
  return { exact: { over: least, under }, parts: [...parts, { what: 'minimum', rate_cents: Number(rounded({ over: least, under })), used: 0 }] };
}

/**
 * The charge of each piece. Each piece gets the rounded running total less what earlier pieces got, so that the pieces of a span add up to it to the
 * cent, however it is cut.
 */
export function chargeUsageSpan<W>(span: UsageSpan<W>, tariffs: readonly TariffTerms[]): ChargedUsage<W>[] {
  let [sum, given] = [nought, 0n];
  return span.pieces.map((piece) => {
    const parts: MeterChargePart[] = [];
    for (const stretch of stretches(tariffs, piece)) {
      const one = ofStretch(span, piece, stretch);
      sum = plus(sum, one.exact);
      parts.push(...one.parts);
    }
    const by = rounded(sum);
    const amount = toCents(Number(by - given));
    given = by;
    return { ...piece, cents: amount, parts, tax_code: getTariffInForce(tariffs, piece.last)?.tax_code ?? 'A' };
  });
}
