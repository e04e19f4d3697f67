import { discountTypes } from '#contract/catalogue/kinds.ts';
import { share } from '#contract/money/cents.ts';
import type { AppliesTo } from './kinds.ts';

/** What of a promotion changes a price; those that run, are about rent and need no code. */
export type Discount = { readonly discount_type: number; readonly value: number; readonly stackable: boolean };

/** One that runs now, with what it is about and for how many months. */
export type Running = Discount & { readonly applies_to: AppliesTo; readonly months: number };

const less = (price: number, points: number): number => share(price, 10_000 - Math.min(points, 10_000));

const alone = (price: number, { discount_type, value }: Discount): number => {
  if (discount_type === discountTypes.percentage) return less(price, value);
  return discount_type === discountTypes.fixed ? Math.max(0, price - value) : price;
};

/** Promotions that stack count together: their percentages added, then their sums. */
function together(price: number, discounts: readonly Discount[]): number {
  const total = (type: number) => discounts.filter((d) => d.stackable && d.discount_type === type).reduce((n, d) => n + d.value, 0);
  return Math.max(0, less(price, total(discountTypes.percentage)) - total(discountTypes.fixed));
}

/** The price left by the best of these: one alone, or all that stack together. Null when nothing lowers it. The database has the same rule. */
export function promotedPrice(priceCents: number, discounts: readonly Discount[]): number | null {
  const best = Math.min(...discounts.map((d) => alone(priceCents, d)), together(priceCents, discounts));
  return best < priceCents ? best : null;
}
