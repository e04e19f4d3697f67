import { prorateCents, splitByWeight } from '#contract/money/cents.ts';
import { countDaysBetween, type Day } from '#contract/time/days.ts';
import { type MilliUnits, milliPerUnit } from './amount.ts';
import type { MeterReadingFlag } from './kinds.ts';

type Dial = { readonly digits: number; readonly multiplier: number };
/** The value of a meter at the end of a day. */
export type DialReading = { readonly value: MilliUnits; readonly covers: Day };

/** The first value beyond the dial. */
const endOfDial = ({ digits }: Pick<Dial, 'digits'>): MilliUnits => 10 ** digits * milliPerUnit;

/** Usage between two readings: past the end of the dial if stated, negative if the first was estimated too high. */
export const calculateUsageBetween = (dial: Dial, before: MilliUnits, after: MilliUnits, rolled: boolean): MilliUnits =>
  (after - before + (rolled ? endOfDial(dial) : 0)) * dial.multiplier;

/** The usage over a number of days, as far as it was read. */
export type PastUsage = { readonly used: MilliUnits; readonly days: number };

/** Usage of this many times the usual is flagged. */
const highTimes = 3;

export type ReadingFacts = {
  readonly dial: Dial;
  /** The reading before. A value may be lower than an estimate, but not lower than a real reading. */
  readonly last: DialReading & { readonly estimated: boolean };
  /** The next reading, if the day lies between two readings. */
  readonly next?: DialReading | null;
  readonly past: PastUsage;
  /** The unit is occupied. */
  readonly occupied: boolean;
  readonly today: Day;
};
export type ReadingInput = DialReading & { readonly rolled: boolean /** The day of the reading. */; readonly on: Day };
/** Why a value is not a possible reading of this meter. */
export type ReadingFault = 'future' | 'order' | 'digits' | 'lower' | 'above_next' | 'not_rolled';
export type EvaluatedReading =
  | { readonly fault: ReadingFault }
  | { readonly fault: null; readonly used: MilliUnits; readonly flags: readonly MeterReadingFlag[] };

/** Checks a reading: rejects impossible values, or accepts it with flags for review. The form and the server use the same check. */
export function evaluateReading(
  { dial, last, next, past, occupied, today }: ReadingFacts,
  { value, covers, rolled, on }: ReadingInput,
): EvaluatedReading {
  if (on > today) return { fault: 'future' };
  if (covers <= last.covers || (next && covers >= next.covers)) return { fault: 'order' };
  if (value >= endOfDial(dial)) return { fault: 'digits' };
  if (rolled && value >= last.value) return { fault: 'not_rolled' };
  if (value < last.value && !rolled && !last.estimated) return { fault: 'lower' };
  if (next && next.value < value) return { fault: 'above_next' };
  const used = calculateUsageBetween(dial, last.value, value, rolled);
  const days = countDaysBetween(last.covers, covers);
  const flags: MeterReadingFlag[] = [];
  if (used < 0) flags.push('lower');
  // Compared per day, so that a month read late is not taken for a leak, and in whole numbers, so that form and server agree.
  if (past.used > 0 && BigInt(used) * BigInt(past.days) > BigInt(highTimes) * BigInt(past.used) * BigInt(days)) flags.push('high');
  if (used === 0 && occupied) flags.push('zero');
  if (rolled) flags.push('rollover');
  return { fault: null, used, flags };
}

/** The expected value of the dial on a day at the past rate; null without past usage. */
export function estimateReading(dial: Dial, last: DialReading, past: PastUsage, covers: Day): { value: MilliUnits; rolled: boolean } | null {
  if (past.days <= 0 || past.used < 0) return null;
  const used = prorateCents(past.used, countDaysBetween(last.covers, covers), past.days);
  const value = last.value + prorateCents(used, 1, dial.multiplier);
  return value >= endOfDial(dial) ? { value: value - endOfDial(dial), rolled: true } : { value, rolled: false };
}

/** Splits usage by days; the parts add up to the whole. */
export const prorateByDays = (used: MilliUnits, days: readonly number[]): MilliUnits[] => splitByWeight(used, days);

/** Purchases less usage, and the loss in hundredths of a percent. Without purchases it is unknown. */
export function calculateUtilityLoss(bought: MilliUnits, used: MilliUnits): { readonly lost: MilliUnits; readonly lost_bp: number } | null {
  if (bought <= 0) return null;
  return { lost: bought - used, lost_bp: prorateCents(bought - used, 10_000, bought) };
}
