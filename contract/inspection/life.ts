import { type Cents, cents, wholeShillings } from '#contract/money/cents.ts';
import { type Condition, conditions } from './kinds.ts';

/** How many months the things of a home last: what wears out by being lived with is not paid for by whoever lived there. */
export const lifeMonths = {
  paint: 36,
  floor: 60,
  carpet: 60,
  fittings: 84,
  doors: 120,
  windows: 120,
  sanitary: 120,
  electric: 84,
  kitchen: 120,
  appliance: 84,
  curtains: 48,
} as const;
export type Lasts = keyof typeof lifeMonths;

const rank = (condition: Condition): number => conditions.indexOf(condition);
export const isWorse = (before: Condition | null, now: Condition | null): boolean => before !== null && now !== null && rank(now) > rank(before);

/**
 * What somebody who leaves would pay for a thing: the repair, by the share of its life that was left. Counted from when it was last seen whole;
 * what does not wear is paid in full, what is past its life not at all.
 */
export function deduction(costCents: number, life: number | null, months: number): Cents {
  if (life === null) return cents(costCents);
  return wholeShillings(costCents, Math.max(0, life - Math.max(0, months)), life);
}
