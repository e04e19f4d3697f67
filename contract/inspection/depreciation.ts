import { type Cents, prorateToWholeShillings, toCents } from '#contract/money/cents.ts';
import { type ItemCondition, itemConditions } from './kinds.ts';

/** The useful life of items in months: a tenant does not pay for normal wear. */
export const usefulLifeMonths = {
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
export type DepreciableItem = keyof typeof usefulLifeMonths;

const rank = (condition: ItemCondition): number => itemConditions.indexOf(condition);
export const isConditionWorse = (before: ItemCondition | null, now: ItemCondition | null): boolean =>
  before !== null && now !== null && rank(now) > rank(before);

/**
 * What a departing tenant would pay for an item: the repair cost times the share of its remaining life, counted from when it was last seen intact.
 * Items that do not wear out are charged in full, and items past their life not at all.
 */
export function calculateDepreciatedCost(costCents: number, life: number | null, months: number): Cents {
  if (life === null) return toCents(costCents);
  return prorateToWholeShillings(costCents, Math.max(0, life - Math.max(0, months)), life);
}
