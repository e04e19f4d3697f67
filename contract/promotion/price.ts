import { discountTypes } from '#contract/catalogue/kinds.ts';
import { applyRate } from '#contract/money/cents.ts';
import type { PromotionTarget } from './kinds.ts';

/** The part of a promotion that changes a price. Only running promotions on rent that need no code change it. */
export type DiscountTerms = { readonly discount_type: number; readonly value: number; readonly stackable: boolean };

/** A promotion that runs now, with the charge it applies to and the number of months it lasts. */
export type RunningPromotion = DiscountTerms & { readonly applies_to: PromotionTarget; readonly months: number };

const less = (price: number, points: number): number => applyRate(price, 10_000 - Math.min(points, 10_000));

const alone = (price: number, { discount_type, value }: DiscountTerms): number => {
  if (discount_type === discountTypes.percentage) return less(price, value);
  return discount_type === discountTypes.fixed ? Math.max(0, price - value) : price;
};

/** Promotions that stack are combined: percentages are added first, then fixed amounts. */
function together(price: number, discounts: readonly DiscountTerms[]): number {
  const total = (type: number) => discounts.filter((d) => d.stackable && d.discount_type === type).reduce((n, d) => n + d.value, 0);
  return Math.max(0, less(price, total(discountTypes.percentage)) - total(discountTypes.fixed));
}

/**
 * The lowest price from either one promotion alone or all that stack together. Null when no promotion lowers the price. The database has the same
 * rule.
 */
export function calculatePromotedPrice(priceCents: number, discounts: readonly DiscountTerms[]): number | null {
  const best = Math.min(...discounts.map((d) => alone(priceCents, d)), together(priceCents, discounts));
  return best < priceCents ? best : null;
}
