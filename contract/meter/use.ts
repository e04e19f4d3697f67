import { portion, split } from '#contract/money/cents.ts';
import { type Day, daysBetween } from '#contract/time/days.ts';
import { type Milli, perUnit } from './amount.ts';
import type { ReadingFlag } from './kinds.ts';

type Dial = { readonly digits: number; readonly multiplier: number };
/** What a meter showed at the end of a day. */
export type Shown = { readonly value: Milli; readonly covers: Day };

/** The first value a dial cannot show. */
const endOfDial = ({ digits }: Pick<Dial, 'digits'>): Milli => 10 ** digits * perUnit;

/** What went through between two readings: past the end of the dial where that is said, below zero where the first was guessed too high. */
export const usedBetween = (dial: Dial, before: Milli, after: Milli, rolled: boolean): Milli =>
  (after - before + (rolled ? endOfDial(dial) : 0)) * dial.multiplier;

/** How much went through in how many days, as far as it was read. */
export type Past = { readonly used: Milli; readonly days: number };

/** So often the usual is too much to go unlooked at. */
const highTimes = 3;

export type Facts = {
  readonly dial: Dial;
  /** The reading before; guessed ones may be undercut, read ones may not. */
  readonly last: Shown & { readonly estimated: boolean };
  /** The one after it, where a day between two is filled in. */
  readonly next?: Shown | null;
  readonly past: Past;
  /** Somebody lives there. */
  readonly occupied: boolean;
  readonly today: Day;
};
export type Given = Shown & { readonly rolled: boolean /** The day it was read. */; readonly on: Day };
/** Why a value is no reading of this meter. */
export type Fault = 'future' | 'order' | 'digits' | 'lower' | 'above_next' | 'not_rolled';
export type Judged = { readonly fault: Fault } | { readonly fault: null; readonly used: Milli; readonly flags: readonly ReadingFlag[] };

/** What becomes of a reading: refused for what cannot be, or taken, with what somebody should look at. The field and the server ask the same. */
export function judgeReading({ dial, last, next, past, occupied, today }: Facts, { value, covers, rolled, on }: Given): Judged {
  if (on > today) return { fault: 'future' };
  if (covers <= last.covers || (next && covers >= next.covers)) return { fault: 'order' };
  if (value >= endOfDial(dial)) return { fault: 'digits' };
  if (rolled && value >= last.value) return { fault: 'not_rolled' };
  if (value < last.value && !rolled && !last.estimated) return { fault: 'lower' };
  if (next && next.value < value) return { fault: 'above_next' };
  const used = usedBetween(dial, last.value, value, rolled);
  const days = daysBetween(last.covers, covers);
  const flags: ReadingFlag[] = [];
  if (used < 0) flags.push('lower');
  // By days, so that a month read late is not taken for a leak; in whole numbers, so that the field and the server agree.
  if (past.used > 0 && BigInt(used) * BigInt(past.days) > BigInt(highTimes) * BigInt(past.used) * BigInt(days)) flags.push('high');
  if (used === 0 && occupied) flags.push('zero');
  if (rolled) flags.push('rollover');
  return { fault: null, used, flags };
}

/** What the dial would show on a day if everything went on as it was; null where nothing is known. */
export function estimateOf(dial: Dial, last: Shown, past: Past, covers: Day): { value: Milli; rolled: boolean } | null {
  if (past.days <= 0 || past.used < 0) return null;
  const used = portion(past.used, daysBetween(last.covers, covers), past.days);
  const value = last.value + portion(used, 1, dial.multiplier);
  return value >= endOfDial(dial) ? { value: value - endOfDial(dial), rolled: true } : { value, rolled: false };
}

/** What went through in a time, for each part of it by its days: it sums to the whole. */
export const byDays = (used: Milli, days: readonly number[]): Milli[] => split(used, days);

/** In − out; how much of what came in is lost, in hundredths of a percent. Nothing bought: nothing is known. */
export function lossOf(bought: Milli, used: Milli): { readonly lost: Milli; readonly lost_bp: number } | null {
  if (bought <= 0) return null;
  return { lost: bought - used, lost_bp: portion(bought - used, 10_000, bought) };
}
