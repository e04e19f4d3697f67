import { discountTypes } from '#contract/catalogue/kinds.ts';

/** What of a promotion changes a price; those that run, are about rent and need no code. */
export type Discount = { readonly discount_type: number; readonly value: number; readonly stackable: boolean };

const whole = 10_000n;
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const floor0 = (cents: bigint): bigint => (cents < 0n ? 0n : cents);
/** Half a cent goes up; a price in cents times basis points does not fit a double, so these are whole numbers without end. */
const less = (price: bigint, points: bigint): bigint => (price * (whole - smaller(points, whole)) + whole / 2n) / whole;

const alone = (price: bigint, { discount_type, value }: Discount): bigint => {
  if (discount_type === discountTypes.percentage) return less(price, BigInt(value));
  return discount_type === discountTypes.fixed ? floor0(price - BigInt(value)) : price;
};

/** Promotions that stack count together: their percentages added, then their sums. */
function together(price: bigint, discounts: readonly Discount[]): bigint {
  const total = (type: number) => discounts.filter((d) => d.stackable && d.discount_type === type).reduce((n, d) => n + BigInt(d.value), 0n);
  return floor0(less(price, total(discountTypes.percentage)) - total(discountTypes.fixed));
}

/** The price left by the best of these: one alone, or all that stack together. Null when nothing lowers it. The database has the same rule. */
export function promotedPrice(priceCents: number, discounts: readonly Discount[]): number | null {
  const price = BigInt(priceCents);
  const best = [...discounts.map((d) => alone(price, d)), together(price, discounts)].reduce(smaller, price);
  return best < price ? Number(best) : null;
}
